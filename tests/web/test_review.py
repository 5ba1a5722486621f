"""The review of a game on the page: its curve, the class of each turn, the turning point, and what can be learned."""

from collections.abc import Iterator

import pytest
from support.browser import Server, expect, served
from support.tab import Tab


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "1") as running:
        yield running


def review(tab: Tab, turns: int) -> list[str]:
    """Have the game on the board reviewed; return the judgement of each turn."""
    tab.page.click("#review")
    expect(tab.page.locator("#moves .judged")).to_have_count(turns)
    expect(tab.page.locator("#review-pane progress")).to_have_count(0)
    return list(tab.page.locator("#moves .judged").all_inner_texts())


def heights(tab: Tab) -> list[float]:
    """Return X's share at each point of the curve, which go from edge to edge in equal steps."""
    points = str(tab.page.locator("#review-pane path.curve").get_attribute("d")).removeprefix("M").split("L")
    places = [tuple(map(float, point.split())) for point in points]
    assert [x for x, _ in places] == pytest.approx([100 * at / (len(places) - 1) for at in range(len(places))])
    return [1 - y / 40 for _, y in places]


def counts(tab: Tab) -> dict[str, list[int]]:
    """Return the table of counts: for each class the turns of X and those of O."""
    rows = tab.page.locator("#review-pane .counts tbody tr, #review-pane .counts tfoot tr").all()
    return {row.locator("th").inner_text(): [int(one) for one in row.locator("td").all_inner_texts()] for row in rows}


@pytest.mark.parametrize(
    ("turns", "judged", "shares"),
    [
        ("4_0_5_1_6_2_8_3", {6: "gave away the draw", 7: "turned a win into a loss"}, [0.5] * 6 + [1, 0, 0]),
        ("4_0_5_1_6_2_3_7_8_9_12_13_10_11_14_15", {6: "gave away the draw", 7: "gave away the win"}, None),
    ],
)
def test_4x4_is_judged_by_what_is_proven_and_all_turns_are_counted(
    tab: Tab, turns: str, judged: dict[int, str], shares: list[float] | None
) -> None:
    number = len(turns.split("_"))
    tab.open("four-by-four", f"turns={turns}")
    found = review(tab, number)
    assert {at: found[at - 1] for at in judged} == judged
    assert not {"inaccurate", "mistake", "not judged"} & set(found)
    assert heights(tab) == pytest.approx(shares or [0.5] * 6 + [1] + [0.5] * 10)
    table = counts(tab)
    in_all = table.pop("in all")
    assert (
        [sum(column) for column in zip(*table.values(), strict=True)] == in_all == [number - number // 2, number // 2]
    )
    tab.reads("#review-pane .turning", "Turning point: turn 7, X .*: (gave away the win|turned a win into a loss)")
    curve = tab.page.locator("#review-pane svg")
    box = curve.bounding_box()
    curve.click(position={"x": box["width"] * 2 / number, "y": box["height"] / 2})
    tab.reads("#place", f"2 / {number}")


def test_a_turn_after_which_a_win_is_proven_gave_away_the_draw_and_comes_back_as_a_puzzle(tab: Tab) -> None:
    tab.open("super-ttt", "turns=40.44_67.13")
    assert review(tab, 2) == ["kept the draw", "gave away the draw"]
    tab.reads(
        "#review-pane .turning", r"Turning point: turn 2, O 85\+25: gave away the draw\. Then follows X \d\d\+\d\d, O"
    )
    tab.page.click("#moves li:nth-child(1) button")
    tab.page.click("[data-review='turning']")
    tab.reads("#place", "2 / 2")
    tab.reads("#review-pane", "Before it: Proven: a draw. With it: Proven: X wins in 6 turns.*Better: ")
    expect(tab.page.locator(".cell.hint")).to_have_count(2)

    tab.page.click("[data-review='learn']")
    tab.reads("#coach", r"O played 85\+25: gave away the draw\. Find a better turn")
    for cell in (13, 67):
        tab.page.click(f"[data-cell='{cell}']")
    tab.reads("#coach .said.wrong", "Not that one.*gave away the draw.*X wins in 6 turns.*X answers")
    tab.page.click("[data-puzzle='again']")
    for cell in (4, 22):
        tab.page.click(f"[data-cell='{cell}']")
    tab.reads("#coach .said.right", "Right!.*kept the draw.*Proven: a draw")
    tab.page.click("[data-puzzle='leave']")
    tab.reads("#moves li:nth-child(2)", "gave away the draw")


def test_a_review_goes_on_while_one_looks_about(tab: Tab) -> None:
    tab.open("super-ttt", "turns=0.1_72.73_2.9_63.64_10.11_54.55_18.19_74.65_40.36_56")
    tab.reads("#status", "O has won")
    tab.page.click("#review")
    for at in (3, 9, 1):
        tab.page.click(f"#moves li:nth-child({at}) button")
        tab.reads("#place", f"{at} / 10")
    expect(tab.page.locator("#review-pane progress")).to_have_count(0)
    assert tab.page.locator("#moves .judged").all_inner_texts()[8:] == ["turned a win into a loss", "kept the win"]
    assert len(heights(tab)) == 11
    tab.page.click("#moves li:nth-child(9) button")
    tab.reads("#review-pane", "Better: 33.* . .*wins in 1 turn")
