"""What is told of every placement: for all games, by the wire, and against the exact solvers."""

import json
import math
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import pytest
from support.browser import Server, served
from support.plain_solver import wins_within
from support.web_client import Session, session

from sttt.games.connect_four.position import Position as ConnectFour
from sttt.games.game import Position, Result, Side
from sttt.games.super_ttt.position import Position as SuperTtt
from sttt.players import registry
from sttt.players.player import Limits
from sttt.web.messages import GameIn, ViewIn
from sttt.web.table import look, table_of, view

STRONGEST = {
    "super-ttt": "alpha-beta",
    "qubic": "qubic",
    "connect-four": "connect-four",
    "four-by-four": "four-by-four-perfect",
    "three-by-four": "three-by-four-perfect",
}


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "2") as running:
        yield running


def explore(
    tab: Session, game: str, turns: list[list[int]], until: int | None = None, tentative: Sequence[int] = ()
) -> dict[int, dict[str, Any]]:
    """Return what is known of each placement, up to the end or until that many are told of by proof or a guess."""
    question = {"kind": "explore", "id": 1, "game": game, "turns": turns}
    tab.socket.send(json.dumps(question | {"tentative": list(tentative)}))
    known: dict[int, dict[str, Any]] = {}
    while True:
        message = tab.hear()
        assert message["kind"] == "known", message
        for move in message["moves"]:
            if move["verdict"]["share"] is not None or until is None:
                known.update(dict.fromkeys(move["placements"], move))
        if message["final"] or (until is not None and len(known) >= until):
            return known


def solved_4x4(position: Position) -> dict[int, tuple[Result, int | None]]:
    """What the solver says of every placement."""
    strategy = registry.strategy("four-by-four-perfect")
    assert strategy.analyze
    outcomes = strategy.analyze(position, Limits())["outcomes"]
    winners = {
        placement: position.side if outcome > 0 else position.side.other for placement, outcome in outcomes.items()
    }
    return {
        int(placement): (Result.win(winners[placement]), (abs(outcome) + 1) // 2) if outcome else (Result.DRAW, None)
        for placement, outcome in outcomes.items()
    }


@pytest.mark.parametrize("turns", [[[5], [6], [10], [9], [0], [15]], [[4], [0], [5], [1], [6], [2]], [[0], [1], [5]]])
def test_in_4x4_everything_is_proven_as_the_solver_says(server: Server, turns: list[list[int]]) -> None:
    position = table_of(GameIn(game="four-by-four", turns=turns)).now
    with session(server.address) as tab:
        known = explore(tab, "four-by-four", turns)
    told = {placement: (move["verdict"]["value"], move["verdict"]["turns"]) for placement, move in known.items()}
    assert told == solved_4x4(position)


def test_in_connect_four_every_column_is_proven_as_the_solver_says(server: Server) -> None:
    turns = [[int(column)] for column in "441656663152202316534244"]  # so late that no clock decides
    position: ConnectFour = table_of(GameIn(game="connect-four", turns=turns)).now
    strategy = registry.strategy("connect-four")
    assert strategy.analyze
    scores = strategy.analyze(position, Limits(deadline=math.inf))["scores"]
    with session(server.address) as tab:
        known = explore(tab, "connect-four", turns)
    for column, score in enumerate(scores):
        sign = "draw" if score == 0 else "x" if score > 0 else "o"
        assert known[column]["verdict"]["value"] == sign


@pytest.mark.parametrize("game", list(STRONGEST))
def test_every_placement_of_every_game_is_told_of_from_the_start(server: Server, game: str) -> None:
    start = registry.game(game).start()
    with session(server.address) as tab:
        known = explore(tab, game, [], until=len(start.legal_placements()))
    assert set(known) == set(start.legal_placements())
    for placement, move in known.items():
        assert placement in move["placements"]  # type: ignore[operator]
        assert 0 <= move["verdict"]["share"] <= 1


def test_a_win_on_the_board_is_told_with_its_distance(server: Server) -> None:
    turns = [[0, 1], [72, 73], [2, 9], [63, 64], [10, 11], [54, 55], [18, 19], [60, 61]]
    with session(server.address) as tab:
        known = explore(tab, "super-ttt", turns, until=50)
    verdict = known[20]["verdict"]
    assert (verdict["value"], verdict["turns"], known[20]["text"]) == ("x", 1, "33")
    assert verdict["words"]["de"] == {
        "badge": "G1",
        "line": (line := "Bewiesen: X gewinnt in 1 Zug."),
        "paragraph": f"{line} Das folgt aus den Regeln.",
    }


@pytest.mark.parametrize("begun", [[], [0]])
def test_how_far_it_is_proven_that_a_side_cannot_win_is_told_and_true(server: Server, begun: list[int]) -> None:
    turns = [[40, 36], [76, 13], [4, 8], [67, 58]]
    with session(server.address) as tab:
        known = explore(tab, "super-ttt", turns, until=12, tentative=begun)
    side = Side.X if begun else Side.O  # the side that does not choose behind the mark
    words = re.compile(f"{side.upper()} (?:cannot win within ([0-9]+)|can never win)")
    told = [(move, found) for move in known.values() if (found := words.search(move["verdict"]["words"]["en"]["line"]))]
    assert told
    game = registry.game("super-ttt")
    before: SuperTtt = table_of(GameIn(game="super-ttt", turns=turns)).now
    for move, found in told:
        after = before
        for placement in (*begun, *(cell for turn in move["line"][: 2 if begun else 1] for cell in turn["cells"])):
            after = after.play(placement)
        assert (after.side, after.left) == (side, 2)
        turns_left = int(found[1] or 3) - bool(begun)  # X's turn under way is one of its own
        assert not wins_within(after, side, min(turns_left, 2)), game.format_position(after)


def test_an_exploration_ends_when_something_else_is_asked(server: Server) -> None:
    with session(server.address) as tab:
        explore(tab, "super-ttt", [], until=1)
        answer = tab.answer(7)
        assert (answer["id"], answer["final"]) == (7, True)


def test_every_first_turn_of_super_tic_tac_toe_is_proven_at_once(server: Server) -> None:
    with session(server.address) as tab:
        tab.socket.send(json.dumps({"kind": "explore", "id": 1, "game": "super-ttt"}))
        first, last = tab.hear(), tab.hear()
    assert (first["proven"], first["all"], last["final"]) == (81, 81, True)
    assert {move["verdict"]["words"]["en"]["badge"] for move in first["moves"]} == {"="}
    assert first["verdict"]["words"]["en"]["line"] == "Proven: a draw."


@pytest.mark.parametrize(
    ("game", "turns"),
    [
        ("connect-four", [[3], [3]]),
        ("super-ttt", []),
        ("super-ttt", [[40, 36], [40 + 4, 76]]),
        ("qubic", [[0], [21]]),
        ("four-by-four", [[5]]),
    ],
)
def test_hint_and_truth_and_hint_say_the_same_or_more(server: Server, game: str, turns: list[list[int]]) -> None:
    position = {"game": game, "turns": turns}
    lines = []
    with session(server.address) as tab:
        for _ in range(2):
            lines.append(tab.answer(player=None, seconds=0.3, **position)["verdict"])
            tab.socket.send(json.dumps({"kind": "explore", "id": 2, **position}))
            message = tab.hear()
            while message["id"] != 2:
                message = tab.hear()
            lines.append(message["verdict"])
    for before, now in pairwise(lines):
        assert before["value"] in (None, now["value"])
        assert before["turns"] is None or now["turns"] <= before["turns"]


def test_what_is_known_is_told_without_a_search(server: Server) -> None:
    with session(server.address) as tab:
        told = tab.answer(player=None, seconds=0)
    assert (told["final"], told["verdict"]["words"]["en"]["line"]) == (True, "Proven: a draw.")


@pytest.mark.slow
def test_a_turn_that_is_complete_is_entered_where_that_is_wanted() -> None:
    given = {"game": "super-ttt", "turns": [[40, 36], [76, 13]], "at": 1, "tentative": [0, 1]}
    entered = view(look(ViewIn(**given, enter=True)))
    assert (entered.at, [turn.text for turn in entered.turns], entered.tentative) == (2, ["55+51", "11+12"], [])
    assert view(look(ViewIn(**given))).at == 1
    half = view(look(ViewIn(**{**given, "tentative": [0]}, enter=True)))
    assert (half.at, half.tentative, len(half.turns)) == (1, [0], 2)
