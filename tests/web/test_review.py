"""What the review of a finished game says: its curve, and what each turn was worth."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from support.browser import Server, expect, served
from support.tab import Tab

X, O = {"value": "x", "share": 1.0}, {"value": "o", "share": 0.0}  # noqa: E741 - the sides
DRAW = {"value": "draw", "share": 0.5}

SUPER = "turns=0.1_72.73_2.9_63.64_10.11_54.55_18.19_60.61_20"
THOUGHT = [{"share": 0.5}, {"share": 0.5}, {"share": 0.6}, {"share": 0.35}, {"share": 0.37}, DRAW, X, O, DRAW]
"""What a made-up player thinks of the game above, before each turn; at its end X has won."""
JUDGED = [
    "best",
    "inaccurate",
    "mistake",
    "good",
    "good",
    "lost the draw",
    "turned a win into a loss",
    "let the win go",
    "best",
]
BEST = {0: [0, 1], 8: [20]}
"""Where that player would have done what was done."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "1") as running:
        yield running


def think(socket: Any) -> None:
    """Answer as the made-up player."""

    def answer(message: str | bytes) -> None:
        asked = json.loads(message)
        if asked["kind"] != "think":
            return
        at = len(asked["turns"])
        cells = BEST.get(at, [80])
        turn = {"side": "xo"[at % 2], "text": "the other", "cells": cells}
        told = {"value": None, "distance": None, "score": None, "depth": 4, "nodes": 1, "seconds": 0.1} | THOUGHT[at]
        own = {"player": asked["player"], "reason": "", "verdict": None, "turn": cells, "line": [turn]}
        socket.send(json.dumps({"kind": "thought", "id": asked["id"], "final": True} | turn | told | own))

    socket.on_message(answer)


def review(tab: Tab, turns: int) -> list[str]:
    """Have the game on the board reviewed; return the judgement of each turn."""
    tab.page.click("#review")
    expect(tab.page.locator("#moves .judged")).to_have_count(turns)
    return list(tab.page.locator("#moves .judged").all_inner_texts())


def heights(tab: Tab) -> list[float]:
    """Return X's share at each point of the curve, which go from edge to edge in equal steps."""
    points = str(tab.page.locator("#review-pane path.curve").get_attribute("d")).removeprefix("M").split("L")
    places = [tuple(map(float, point.split())) for point in points]
    assert [x for x, _ in places] == pytest.approx([100 * at / (len(places) - 1) for at in range(len(places))])
    return [1 - y / 40 for _, y in places]


def test_every_judgement_is_shown_and_the_curve_has_a_point_for_each_turn(tab: Tab) -> None:
    tab.page.route_web_socket("**/api/think", think)
    tab.open("super-ttt", SUPER)
    tab.reads("#status", "X has won")
    assert review(tab, 9) == JUDGED
    assert heights(tab) == pytest.approx([float(str(one["share"])) for one in [*THOUGHT, X]])
    expect(tab.page.locator("#review-pane circle")).to_have_count(4)  # mistakes and what was lost
    tab.reads("#review-pane", "X: 2 best, 0 inaccurate, 2 mistakes.*O: 0 best, 1 inaccurate, 2 mistakes")
    curve = tab.page.locator("#review-pane svg")
    box = curve.bounding_box()
    curve.click(position={"x": box["width"] * 2 / 9, "y": box["height"] / 2})
    tab.reads("#place", "2 / 9")
    tab.reads("#review-pane", "O 91.92: inaccurate.*Better: the other")
    tab.page.click("#moves li:nth-child(9) button")
    tab.reads("#review-pane", "X 33: best.*Nothing better is known")


@pytest.mark.parametrize(
    ("turns", "judged", "shares"),
    [
        ("4_0_5_1_6_2_8_3", {6: "lost the draw", 7: "turned a win into a loss", 8: "best"}, [0.5] * 6 + [1, 0, 0]),
        ("4_0_5_1_6_2_3_7_8_9_12_13_10_11_14_15", {6: "lost the draw", 7: "let the win go", 8: "best"}, None),
    ],
)
def test_4x4_is_judged_by_what_is_proven(
    tab: Tab, turns: str, judged: dict[int, str], shares: list[float] | None
) -> None:
    number = len(turns.split("_"))
    tab.open("four-by-four", f"turns={turns}")
    found = review(tab, number)
    assert {at: found[at - 1] for at in judged} == judged
    assert not {"inaccurate", "mistake"} & set(found)
    assert heights(tab) == pytest.approx(shares or [0.5] * 6 + [1] + [0.5] * 10)


def test_a_win_in_super_tic_tac_toe_that_was_let_go_is_told_with_what_would_have_won(tab: Tab) -> None:
    tab.open("super-ttt", "turns=0.1_72.73_2.9_63.64_10.11_54.55_18.19_74.65_40.36_56")
    tab.reads("#status", "O has won")
    found = review(tab, 10)
    assert found[8:] == ["turned a win into a loss", "best"]
    assert len(heights(tab)) == 11
    tab.page.click("#moves li:nth-child(9) button")
    tab.reads("#review-pane", "Better: 33.* . .*wins in 1 turn")
