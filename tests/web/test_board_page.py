"""What a player sees and does on the page: boards that look like their games, truth, review, lessons, the shelf."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

import pytest
from support.browser import SCREENSHOTS, Server, becomes, expect, served
from support.tab import GAMES, KEPT, SIZES, Tab

from sttt.games.super_ttt.book.openings import ReplyWorth, known_opening
from sttt.games.super_ttt.text import parse_squares
from sttt.web.page import assets, keeper
from sttt.workshop.settle.first_turn import first_turns
from sttt.workshop.settle.judge import Judge
from sttt.workshop.settle.replies import replies_to


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "2") as running:
        yield running


def test_a_mark_appears_before_the_server_has_answered(tab: Tab) -> None:
    held: list[Any] = []
    answering = False

    def hold(route: Any) -> None:
        if answering:
            route.continue_()
        else:
            held.append(route)

    tab.open("super-ttt")
    tab.page.route("**/api/view", hold)
    tab.page.click("[data-cell='40']")
    tab.page.click("[data-cell='36']")
    expect(tab.page.locator(".cell.x")).to_have_count(2)
    tab.page.wait_for_timeout(300)
    assert len(held) == 1  # one request at a time
    answering = True
    held[0].continue_()
    tab.reads("#status", "O to move, 2 marks")
    tab.reads("#place", "1 / 1")


def test_a_turn_is_one_request(tab: Tab) -> None:
    tab.open("connect-four")
    asked: list[str] = []
    tab.page.on("request", lambda request: asked.append(request.url))
    tab.page.click("[data-cell='18']")
    tab.reads("#place", "1 / 1")
    tab.reads("#live", "Red D1")
    assert [url.rpartition("/")[2] for url in asked] == ["view"]


def test_a_button_pressed_before_its_script_has_come_is_pressed_then(tab: Tab) -> None:
    held: list[Any] = []
    tab.page.route("**/static/main.js", lambda route: held.append(route))  # noqa: PLW0108 - playwright marks it
    tab.page.goto(tab.address, wait_until="commit")
    tab.page.wait_for_selector(".cell.free")
    tab.page.click("#numbers")
    tab.page.click("[data-cell='40']")
    tab.page.select_option("#game", "three-by-four")
    expect(tab.page.locator(".cell.x")).to_have_count(1)
    held[0].continue_()
    tab.reads("#title", "3x4")
    expect(tab.page.locator("#numbers")).to_have_attribute("aria-pressed", "true")
    expect(tab.page.locator(".cell.x")).to_have_count(0)


def test_players_chosen_before_the_script_has_come_are_all_seated_then(tab: Tab) -> None:
    held: list[Any] = []
    tab.page.route("**/static/main.js", lambda route: held.append(route))  # noqa: PLW0108 - playwright marks it
    tab.page.goto(tab.address, wait_until="commit")
    tab.page.wait_for_selector(".cell.free")
    tab.page.select_option("#pace", "0")
    for side in "ox":
        tab.page.select_option(f"#who-{side}", "random")
    held[0].continue_()
    tab.reads("#place", r"[1-9]\d* / \d+")


def test_a_player_chosen_before_the_script_has_come_is_seated_before_the_next_mark(tab: Tab) -> None:
    held: list[Any] = []
    tab.page.route("**/static/main.js", lambda route: held.append(route))  # noqa: PLW0108 - playwright marks it
    tab.page.goto(tab.address, wait_until="commit")
    tab.page.wait_for_selector(".cell.free")
    tab.page.select_option("#who-o", "person")
    tab.page.click("[data-cell='40']")
    tab.page.click("[data-cell='36']")
    tab.reads("#status", "O to move, 2 marks to place")
    held[0].continue_()
    tab.reads("#place", "1 / 1")


def test_a_lesson_asked_for_right_after_a_game_is_chosen_is_that_games(tab: Tab) -> None:
    held: list[Any] = []
    tab.page.route("**/static/main.js", lambda route: held.append(route))  # noqa: PLW0108 - playwright marks it
    tab.page.goto(tab.address, wait_until="commit")
    tab.page.wait_for_selector(".cell.free")
    tab.page.select_option("#game", "four-by-four")
    tab.page.click("#learn-yes")
    held[0].continue_()
    tab.reads("#title", "4x4")
    tab.page.click(".cell.target")
    tab.reads("#coach", "Step 1 of 5.*Right!")


def test_what_is_pressed_before_the_games_are_known_is_done_then(tab: Tab) -> None:
    held: list[Any] = []
    tab.page.route("**/api/games", lambda route: held.append(route))  # noqa: PLW0108 - playwright marks it
    tab.page.goto(tab.address, wait_until="commit")
    assert tab.page.evaluate("import('/static/main.js').then(() => true)")  # buttons are heard
    tab.page.click("#new")
    held[0].continue_()
    tab.reads("#live", "New game of Super Tic-Tac-Toe")
    tab.page.click("[data-cell='40']")
    tab.reads("#status", "X to move, 1 mark")


@pytest.mark.parametrize("button", ["write", "link"])
def test_a_mark_that_the_server_has_not_answered_yet_is_part_of_what_is_written(tab: Tab, button: str) -> None:
    tab.open("four-by-four")
    held: list[Any] = []
    tab.page.route("**/api/view", lambda route: route.continue_() if held else held.append(route))
    tab.page.click("[data-cell='5']")
    expect(tab.page.locator("[data-cell='5']")).to_have_class(re.compile(r"\bx\b"))
    tab.page.click("#files")
    tab.page.click(f"#{button}")
    held[0].continue_()
    expect(tab.page.locator("#text")).to_have_value(re.compile({"write": r"1\. x 2,2", "link": "turns=5$"}[button]))


def test_a_step_back_asked_for_before_the_server_has_answered_a_mark_goes_back_from_behind_it(tab: Tab) -> None:
    tab.open("four-by-four", "turns=4_0")
    held: list[Any] = []
    tab.page.route("**/api/view", lambda route: route.continue_() if held else held.append(route))
    tab.page.click("[data-cell='5']")
    expect(tab.page.locator("[data-cell='5']")).to_have_class(re.compile(r"\bx\b"))
    tab.page.click("#back")
    held[0].continue_()
    tab.reads("#place", "2 / 3")


def test_a_step_of_two_marks_placed_at_once_is_done_when_the_server_has_answered(tab: Tab) -> None:
    tab.page.goto(tab.address)
    tab.page.click("#learn-yes")
    tab.reads("#coach", "Step 1 of 5")
    held: list[Any] = []
    tab.page.route("**/api/view", lambda route: route.continue_() if held else held.append(route))
    for left in (2, 1):
        expect(tab.page.locator(".cell.target:not(.x)")).to_have_count(left)
        tab.page.locator(".cell.target:not(.x)").first.click()
    held[0].continue_()
    tab.reads("#coach", "Right!")


def test_players_chosen_one_right_after_the_other_are_all_seated(tab: Tab) -> None:
    tab.open("super-ttt")
    tab.page.click("#new")  # what a link has shown waits
    tab.reads("#live", "New game")
    tab.page.evaluate(
        """() => ["o", "x"].forEach((side) => {
            const list = document.getElementById(`who-${side}`);
            list.value = "random";
            list.dispatchEvent(new Event("change", { bubbles: true }));
        })"""
    )
    tab.reads("#place", r"[1-9]\d* / \d+")


def test_a_mark_that_the_rules_refuse_comes_off_again(tab: Tab) -> None:
    tab.open("super-ttt", "turns=0.1_40.41")
    # The first mark closes the board, which only the server knows when the second one is placed.
    tab.page.evaluate(
        """() => [2, 5].forEach((cell) => document.querySelector(`[data-cell="${cell}"]`)
            .dispatchEvent(new MouseEvent("click", { bubbles: true })))"""
    )
    tab.reads("#explain", "owned by x|Not there")
    tab.reads("#status", "X to move, 1 mark")
    expect(tab.page.locator(".cell.x")).to_have_count(3)
    tab.errors.clear()  # the browser logs every status 400


def test_connect_four_is_a_blue_rack_in_which_discs_fall(browser: Any, server: Server) -> None:
    tab = Tab(browser, server, reduced_motion="no-preference").open("connect-four", GAMES["connect-four"])
    expect(tab.page.locator("#board.rack .panel")).to_have_count(1)
    colours = [
        tab.page.locator(f".cell.{side} .disc.{side} .body").first.evaluate("e => getComputedStyle(e).fill")
        for side in "xo"
    ]
    assert colours == ["rgb(224, 50, 63)", "rgb(255, 206, 46)"]
    falls = tab.page.locator(".cell.x .disc.x").first.evaluate("e => getComputedStyle(e).animationName")
    assert falls == "fall"
    expect(tab.page.locator("#name-x")).to_have_text("Red")
    tab.context.close()


def test_without_wanted_motion_nothing_moves(tab: Tab) -> None:
    tab.open("connect-four", GAMES["connect-four"])
    assert tab.page.locator(".cell.x .disc.x").first.evaluate("e => getComputedStyle(e).animationName") == "none"


def test_the_cube_turns_and_is_played_on(tab: Tab) -> None:
    tab.open("qubic", GAMES["qubic"])
    where = "document.querySelector('[data-cube=\"63\"]').getAttribute('d')"
    before = tab.page.evaluate(where)
    tab.page.click("[data-turn='left']")
    becomes(lambda: tab.page.evaluate(where) != before, wanted=True)
    turned = tab.page.evaluate(where)
    box = tab.page.locator("#cube").bounding_box()
    tab.page.mouse.move(box["x"] + 20, box["y"] + 20)
    tab.page.mouse.down()
    tab.page.mouse.move(box["x"] + 120, box["y"] + 40, steps=4)
    tab.page.mouse.up()
    becomes(lambda: tab.page.evaluate(where) != turned, wanted=True)
    tab.page.locator("[data-cube='60']").dispatch_event("click")
    expect(tab.page.locator("[data-cell='60']")).to_have_class(re.compile(r"\bx\b"))


DRAG_AND_CLICKS = """() => {
    const cell = (number) => document.querySelector(`[data-cube="${number}"]`);
    const send = (type, x) => cell(60).dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: x, clientY: 0 }));
    send("pointerdown", 0);
    send("pointermove", 50);
    send("pointerup", 50);
    cell(60).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    cell(61).dispatchEvent(new MouseEvent("click", { bubbles: true }));
}"""
"""A drag, the click that ends it, and at once one that no pointer makes, as a screen reader's is."""


def test_the_click_that_ends_a_drag_plays_nothing_and_the_next_does(tab: Tab) -> None:
    tab.open("qubic", GAMES["qubic"])
    tab.page.wait_for_selector("[data-cube='61']")
    tab.page.evaluate(DRAG_AND_CLICKS)
    expect(tab.page.locator("[data-cell='61']")).to_have_class(re.compile(r"\bx\b"))
    expect(tab.page.locator("[data-cell='60']")).to_have_class(re.compile(r"\bfree\b"))


BOXES = """() => [...document.querySelectorAll(".plane, .caption")].map((text) => {
    const box = text.getBoundingClientRect(), svg = text.closest("svg").getBoundingClientRect();
    const inside = box.left >= svg.left && box.right <= svg.right && box.top >= svg.top && box.bottom <= svg.bottom;
    return [text.textContent, inside, box.left, box.top, box.right, box.bottom];
})"""
"""What is written beside the planes of the cube, whether it is on its drawing, and where on the screen."""


def test_the_planes_of_the_cube_are_numbered_as_its_squares_are_named_and_nothing_is_written_over(tab: Tab) -> None:
    tab.open("qubic", GAMES["qubic"])
    tab.page.wait_for_selector("#cube .plane")
    for size, turns in (("desk", ""), ("phone", "left left up"), ("phone-side", "reset down right")):
        tab.page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
        for turn in turns.split():
            tab.page.click(f"[data-turn='{turn}']")
        boxes = tab.page.evaluate(BOXES)
        assert all(box[1] for box in boxes), (size, boxes)
        for number, (_, _, left, top, right, bottom) in enumerate(boxes):
            over = [
                box
                for box in boxes[:number]
                if left < box[4] and box[2] < right and top < box[5] - 4 and box[3] < bottom - 4
            ]
            assert over == [], (size, boxes[number])
    on_the_cube = tab.page.locator("#cube .plane").all_text_contents()
    assert on_the_cube == [f"{axis}{plane}" for axis in "xyz" for plane in range(4)]
    expect(tab.page.locator("#board .plane")).to_have_count(32)
    expect(tab.page.locator("#board .caption")).to_have_text([f"layer {z + 1} (z{z})" for z in range(4)])


def test_a_line_through_the_cube_is_drawn_there_and_hides_no_letter(tab: Tab) -> None:
    tab.open("qubic", "turns=0_1_21_2_42_4_63")
    tab.reads("#status", "Red has won")
    expect(tab.page.locator(".cube-win")).to_have_attribute("d", re.compile(r"^([^L]*L){3}[^L]*$"))
    expect(tab.page.locator(".overlay .win")).to_have_attribute("d", "")
    expect(tab.page.locator(".cell.won .ring:visible")).to_have_count(4)


@pytest.mark.parametrize(
    ("game", "turns", "badges"),
    [
        ("super-ttt", "turns=0.1_72.73_2.9_63.64_10.11_54.55_18.19_60.61", {20: "W1"}),
        ("connect-four", "turns=3_0_4_0_5_1", {12: "W1", 36: "W1", 2: "W2"}),
        ("qubic", "turns=0_16_1_17_2_18", {3: "W1"}),
        ("four-by-four", "turns=4_0_5_1_6_2", {7: "W1", 8: "L1"}),
        ("three-by-four", "turns=5_0_6_1", {7: "W1"}),
    ],
)
def test_every_open_square_wears_what_is_known_of_it(tab: Tab, game: str, turns: str, badges: dict[int, str]) -> None:
    tab.open(game, turns)
    tab.page.click("#truth")
    for cell, badge in badges.items():
        expect(tab.page.locator(f"[data-cell='{cell}'] .badge text")).to_have_text(re.compile(badge))
        expect(tab.page.locator(f"[data-cell='{cell}']")).to_have_attribute(
            "aria-label", re.compile("wins in 1 turn|in 2 turns|loses")
        )
    expect(tab.page.locator("#known-list li").first).to_contain_text("W1")
    expect(tab.page.locator("#known-list li")).to_have_count(3)
    tab.reads("#verdict", "Proven: .* wins in 1 turn")


def unsettled_opening() -> str:
    """Return the turns to a position of which hours of search have told no more than how long X cannot win."""
    judge = Judge(4)
    replies = (reply for first in first_turns(judge) for reply in replies_to(judge, first))
    reply = next(one for one in replies if (known := known_opening(one.position)) and known.worth is ReplyWorth.OPEN)
    return "_".join(".".join(map(str, parse_squares(turn))) for turn in (reply.first, reply.name))


@pytest.mark.parametrize(
    ("tab", "words"),
    [({}, "X cannot win within"), ({"locale": "de-DE"}, "X kann nicht in")],
    indirect=["tab"],
)
def test_what_is_not_proven_says_how_long_a_side_cannot_win(tab: Tab, words: str) -> None:
    tab.open("super-ttt", f"turns={unsettled_opening()}")
    tab.page.click("#truth")
    tab.page.wait_for_selector(f"#board .cell.known[aria-label*='{words}']")
    expect(tab.page.locator("#known-list small").first).to_contain_text(words)


def test_truth_grows_until_all_is_proven(tab: Tab) -> None:
    tab.open("four-by-four", GAMES["four-by-four"])
    tab.page.click("#truth")
    tab.reads("#known-progress", "10 of 10 proven: all of it")
    expect(tab.page.locator(".cell.known .badge.draw")).to_have_count(10)
    tab.page.click("[data-cell='1']")
    tab.reads("#known-progress", "9 of 9 proven: all of it")


def test_a_finished_game_is_reviewed_turn_by_turn_and_the_review_is_kept(tab: Tab) -> None:
    tab.open("four-by-four", "turns=4_0_5_1_6_2_8_3")  # X has let a win go at its fourth turn, and so lost
    tab.reads("#status", "O has won")
    tab.page.click("#review")
    tab.reads("#moves li:nth-child(7)", "turned a win into a loss")
    tab.page.click("#moves li:nth-child(7) button")
    tab.reads("#review-pane", r"Better: 2,4 . wins with the row 2,1 to 2,4\. Proven: X wins in 1 turn")
    tab.page.fill("#review-pane textarea", "I was asleep")
    tab.page.get_by_role("button", name="Try it").click()
    tab.reads("#status", "X has won")
    tab.page.click("#main")
    tab.reads("#place", r"/ 8")
    tab.page.reload()
    tab.page.wait_for_selector("#moves .gave-all")
    tab.page.click("#moves li:nth-child(7) button")
    tab.page.click("#review")
    expect(tab.page.locator("#review-pane textarea")).to_have_value("I was asleep")


def test_what_is_tried_at_an_earlier_moment_does_not_lose_the_game(tab: Tab) -> None:
    tab.open("four-by-four", GAMES["four-by-four"])
    tab.page.click("#back")
    tab.page.click("#back")
    tab.reads("#place", "4 / 6")
    tab.page.click("[data-cell='3']")
    tab.reads("#place", "5 / 5")
    tab.page.click("#main")
    tab.reads("#place", "4 / 6")


@pytest.mark.parametrize(
    ("tab", "words"),
    [
        ({}, r"^Not there: this square is a hole, where nobody may ever place\.$"),
        ({"locale": "de-DE"}, r"^Nicht dorthin: dieses Feld ist ein Loch, dort darf niemand setzen\.$"),
    ],
    indirect=["tab"],
    ids=["en", "de"],
)
def test_a_click_on_the_hole_says_why_nothing_is_placed_there(tab: Tab, words: str) -> None:
    tab.open("three-by-four")
    box = tab.page.locator("[data-cell='4']").bounding_box()
    tab.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    tab.reads("#explain", words)


def test_the_offer_of_the_first_steps_goes_with_the_first_mark(tab: Tab) -> None:
    tab.open("four-by-four")
    tab.reads("#coach", "New here")
    tab.page.click("[data-cell='5']")
    expect(tab.page.locator("#coach")).to_be_hidden()
    tab.page.click("#undo")
    tab.reads("#place", "0 / 1")
    tab.page.reload()
    tab.reads("#place", "0 / 1")
    expect(tab.page.locator("#coach")).to_be_hidden()


def test_where_a_disc_would_fall_is_shown_at_the_pointer_also_after_a_turn(tab: Tab) -> None:
    tab.open("connect-four")
    ghost = tab.page.locator(".cell.ghost")
    box = tab.page.locator("[data-cell='23']").bounding_box()
    tab.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # the top of column D
    expect(ghost).to_have_attribute("data-cell", "18")
    tab.page.mouse.down()
    tab.page.mouse.up()
    tab.reads("#status", "Yellow to move")
    expect(ghost).to_have_attribute("data-cell", "19")
    expect(tab.page.locator(".cell.ghost .disc.o")).to_be_visible()


def test_where_a_disc_would_fall_is_shown_at_the_keyboards_focus_also_after_a_turn(tab: Tab) -> None:
    tab.open("connect-four")
    ghost = tab.page.locator(".cell.ghost")
    tab.page.keyboard.press("b")
    expect(ghost).to_have_attribute("data-cell", "18")
    tab.page.keyboard.press("ArrowRight")
    expect(ghost).to_have_attribute("data-cell", "24")
    tab.page.keyboard.press("Enter")
    tab.reads("#status", "Yellow to move")
    expect(ghost).to_have_attribute("data-cell", "25")
    tab.page.keyboard.press("Tab")
    expect(ghost).to_have_count(0)


@pytest.mark.parametrize("tab", [{"has_touch": True}], indirect=True, ids=["touch"])
def test_under_a_finger_no_disc_is_shown_before_it_falls(tab: Tab) -> None:
    tab.open("connect-four")
    tab.page.locator("[data-cell='20']").tap()
    tab.reads("#status", "Yellow to move")
    expect(tab.page.locator(".cell.ghost")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "you", "goal"),
    [
        ("super-ttt", "X", "Win three little boards in a row"),
        ("three-by-four", "O", "Nobody may mark the dashed square"),
        ("four-by-four", "X", "Four in a row"),
        ("qubic", "Red", "Layer 1 is the floor"),
        ("connect-four", "Red", "the disc falls"),
    ],
)
def test_a_first_visit_is_told_the_goal_and_which_side_is_its_own(tab: Tab, game: str, you: str, goal: str) -> None:
    tab.page.goto(tab.address)
    tab.reads("#explain", r"You are X\. Your opponent is Easy, about \d+")
    tab.page.select_option("#game", game)
    tab.reads("#coach", f"{goal}.*New here")
    tab.reads("#explain", rf"You are {you}\. Your opponent is (Easy|Medium), about \d+")
    tab.page.click("#swap")
    tab.reads("#explain", "You are (?!" + you + r")\w+\.|^\w+ played .* . \w+")


WIDEST = r"""select => {
  const pen = document.createElement("canvas").getContext("2d");
  const { font, paddingLeft, paddingRight } = getComputedStyle(select);
  pen.font = font;
  const levels = [...select.options].map((one) => one.text).filter((text) => /^\d/.test(text));
  const widest = Math.max(...levels.map((text) => pen.measureText(text).width));
  return select.clientWidth - widest - parseFloat(paddingLeft) - parseFloat(paddingRight);
}"""
"""The pixels that the widest level leaves in a list of players."""

ARROW = 12
"""Pixels of a list's own arrow."""


def test_the_names_of_levels_are_not_cut(tab: Tab) -> None:
    tab.page.goto(tab.address)
    tab.page.wait_for_selector(".cell.free")
    for game in GAMES:
        tab.page.select_option("#game", game)
        expect(tab.page.locator("html")).to_have_attribute("data-game", game)
        for name, (width, height) in SIZES.items():
            tab.page.set_viewport_size({"width": width, "height": height})
            left = [tab.page.locator(f"#who-{side}").evaluate(WIDEST) for side in "xo"]
            assert min(left) >= ARROW, (game, name)


def test_the_end_says_who_of_both_the_visitor_was_and_names_the_opponent_by_its_level(tab: Tab) -> None:
    tab.page.goto(f"{tab.address}#game=three-by-four&turns=5_6_9_7_1")
    tab.reads("#status", r"O has won\. You won!")
    tab.page.click("#swap")
    tab.reads("#status", r"O has won\. You lost\.")
    tab.page.click("#swap")
    tab.page.click("#new")
    tab.reads("#place", "0 / 0")
    tab.page.click("[data-cell='6']")
    tab.reads("#explain", "X played .* . \\w+")


@pytest.mark.parametrize("game", list(GAMES))
def test_five_steps_on_the_board_teach_a_game(tab: Tab, game: str) -> None:
    tab.page.goto(tab.address)
    tab.page.wait_for_selector(".cell.free")
    tab.reads("#coach", "New here")
    tab.page.select_option("#game", game)
    tab.reads("#place", "0 / 0")
    tab.page.locator("#coach button").first.click()
    for number in range(1, 5):
        tab.reads("#coach", f"Step {number} of 5")
        marks = 2 if (game, number) == ("super-ttt", 1) else 1
        for _ in range(marks):
            expect(tab.page.locator(".cell.target:not(.x, .o)").first).to_be_visible()
            tab.page.locator(".cell.target:not(.x, .o)").first.click()
        tab.reads("#coach", "Right!")
        if number in {2, 4} and (game, number) != ("super-ttt", 2):
            tab.reads("#status", "has won")
        tab.page.locator("#coach button").first.click()
    tab.reads("#coach", "Step 5 of 5")
    tab.page.click("#hint")
    tab.reads("#coach", "That is all")
    tab.page.locator("#coach button").first.click()
    tab.reads("#place", "0 / 0")
    expect(tab.page.locator("#coach")).to_be_hidden()


def test_a_lesson_leaves_the_game_on_the_board_as_it_was(tab: Tab) -> None:
    tab.open("four-by-four", GAMES["four-by-four"])
    tab.page.click("#learn")
    tab.reads("#coach", "Step 1 of 5")
    tab.page.click("[data-cell='0']")
    tab.reads("#coach", "Not that one")
    tab.page.reload()
    tab.reads("#place", "6 / 6")
    expect(tab.page.locator("#coach")).to_be_hidden()


@pytest.mark.parametrize(
    ("game", "turns", "words"),
    [
        ("connect-four", "turns=3_0_6_0_3_0_0", "blocks the column A1 to A4"),
        ("qubic", "turns=0_5_3_21_12_37_53", "blocks the pillar"),
        ("four-by-four", "turns=3_0_6_1_9_4_12", "wins with the diagonal"),
        ("three-by-four", "turns=7_0_9_1_2", "blocks the row"),
        ("super-ttt", "turns=40.36_4.8_44.0", "takes board 5"),
    ],
)
def test_why_speaks_in_a_players_words(tab: Tab, game: str, turns: str, words: str) -> None:
    tab.open(game, turns)
    tab.page.click("#why")
    tab.reads("#explain", words)
    assert not re.search("MAX-VALUE|prun|alpha", tab.page.locator("#explain").inner_text(), re.IGNORECASE)


def test_levels_have_human_names(tab: Tab) -> None:
    tab.open("super-ttt")
    names = tab.page.locator("#who-o optgroup").first.locator("option")
    expect(names.nth(1)).to_have_text(re.compile("^2 . Beginner, about [0-9]+$"))
    for game in GAMES:
        tab.page.select_option("#game", game)
        tab.reads("#place", "0 / 0")
        expect(tab.page.locator("html")).to_have_attribute("data-game", game)
        assert all(re.fullmatch(r"\d . [A-Z]\w+, about \d+", name) for name in names.all_inner_texts()), game


def test_the_shelf_keeps_games_by_name_and_writes_them_as_file_and_picture(tab: Tab) -> None:
    tab.open("four-by-four", GAMES["four-by-four"])
    tab.page.click("#new")
    tab.reads("#place", "0 / 0")
    tab.page.click("#shelf-open")
    tab.page.fill("#games input", "A quiet draw")
    with tab.page.expect_download() as file:
        tab.page.get_by_role("button", name="File", exact=True).click()
    assert file.value.suggested_filename.startswith("A-quiet-draw-")
    record = json.loads(file.value.path().read_text(encoding="utf-8"))
    assert record["game"] == "four-by-four"
    assert len(record["turns"]) == 6
    with tab.page.expect_download() as image:
        tab.page.get_by_role("button", name="Picture", exact=True).click()
    assert image.value.path().read_bytes().startswith(b"\x89PNG")
    tab.page.reload()
    tab.reads("#place", "0 / 0")
    tab.page.click("#shelf-open")
    expect(tab.page.locator("#games input")).to_have_value("A quiet draw")
    tab.page.get_by_role("button", name="Open", exact=True).click()
    tab.reads("#place", "6 / 6")


CONTROLS = ("status", "undo", "hint", "why", "analysis", "truth", "threats", "numbers", "game", "new", "rules", "files")


@pytest.mark.parametrize("game", list(GAMES))
def test_on_its_side_a_phone_shows_board_and_controls_at_once(browser: Any, server: Server, game: str) -> None:
    tab = Tab(browser, server, viewport={"width": 844, "height": 390}).open(game, GAMES[game])
    tab.page.click("#learn-no")
    outside = """([names, width, height]) => names.filter((name) => {
        const box = document.getElementById(name).getBoundingClientRect();
        return box.left < 0 || box.top < 0 || box.right > width || box.bottom > height || !box.width;
    })"""
    for width, height in ((844, 390), (640, 400)):
        tab.page.set_viewport_size({"width": width, "height": height})
        asked = [[*CONTROLS, "board"], width, height]
        tab.page.wait_for_function(f"asked => innerWidth === asked[1] && !({outside})(asked).length", arg=asked)
        tab.page.wait_for_function("height => document.documentElement.scrollHeight === height", arg=height)
    tab.context.close()


LIMITS = (360, 640), (3840, 2160)
"""The smallest and the largest screen that the page is for."""


def test_the_turn_on_the_board_stays_in_sight_on_a_screen_that_is_turned(tab: Tab) -> None:
    tab.open("super-ttt", GAMES["super-ttt"])
    for width, height in SIZES.values():
        tab.page.set_viewport_size({"width": width, "height": height})
        tab.page.wait_for_function(
            """() => {
                const [list, turn] = ["#moves", "#moves [aria-current]"].map((one) => document.querySelector(one));
                const [outer, inner] = [list.getBoundingClientRect(), turn.getBoundingClientRect()];
                return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
            }"""
        )


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_fits_every_screen_and_is_photographed(browser: Any, server: Server, game: str) -> None:
    tab = Tab(browser, server).open(game, GAMES[game])
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for name, (width, height) in SIZES.items():
        tab.page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            tab.page.emulate_media(color_scheme=scheme)
            becomes(lambda: tab.page.evaluate("document.documentElement.scrollWidth"), width)
            tab.page.screenshot(path=SCREENSHOTS / f"{game}-{name}-{scheme}.png")
    for width, height in LIMITS:
        tab.page.set_viewport_size({"width": width, "height": height})
        becomes(lambda: tab.page.evaluate("document.documentElement.scrollWidth"), width)
    tab.context.close()


def test_the_page_opens_with_its_game_where_the_server_is_gone(browser: Any) -> None:
    with served("--searches", "1") as server:
        tab = Tab(browser, server, **KEPT).open("four-by-four", GAMES["four-by-four"])
        tab.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        server.stop()
        tab.page.reload()
        expect(tab.page.locator(".cell.x, .cell.o")).to_have_count(6)
        tab.reads("#notice", "The server does not answer. Your game is safe")
        server.start()
        tab.reads("#place", "6 / 6")
        expect(tab.page.locator("#notice")).to_be_hidden()
        tab.context.close()


def test_a_game_can_be_walked_through_where_the_server_is_gone(browser: Any) -> None:
    with served("--searches", "1") as server:
        tab = Tab(browser, server, **KEPT).open("four-by-four")
        for number, cell in enumerate((5, 6, 10), start=1):
            with tab.page.expect_response("**/api/view"):
                tab.page.click(f"[data-cell='{cell}']")
            tab.reads("#place", f"{number} / {number}")
        tab.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        server.stop()
        tab.context.set_offline(True)
        tab.page.reload()
        for place, marks in (("2 / 3", 2), ("1 / 3", 1), ("0 / 3", 0)):
            tab.page.click("#back")
            tab.reads("#place", place)
            expect(tab.page.locator(".cell.x, .cell.o")).to_have_count(marks)
        tab.page.click("#last")
        tab.reads("#place", "3 / 3")
        expect(tab.page.locator(".cell.x, .cell.o")).to_have_count(3)
        tab.reads("#notice", "The server does not answer. Your game is safe")
        tab.context.close()


@pytest.mark.parametrize("tab", [KEPT], indirect=True)
def test_a_browser_forgets_what_other_versions_of_the_page_have_kept(tab: Tab) -> None:
    tab.open("four-by-four")
    names = tab.page.evaluate("""async () => {
      const old = `sttt ${location.origin}/ old`;
      await navigator.serviceWorker.ready;
      await Promise.all([caches.open(old), caches.open("another page's")]);
      const next = await navigator.serviceWorker.register("worker.js?next");
      while (!next.active.scriptURL.endsWith("next") || next.active.state !== "activated") {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return caches.keys();
    }""")
    version = told_to_keep(assets()["worker.js"].content)["version"]
    assert f"sttt {tab.address} {version}" in names
    assert "another page's" in names
    assert f"sttt {tab.address} old" not in names


def test_what_is_kept_for_later_is_the_whole_page() -> None:
    page = told_to_keep(assets()["worker.js"].content)
    names = {f"static/{name}" for name in set(assets()) - {"index.html", "worker.js", "social.png"}}
    assert set(page["files"]) == names | {"./", "api/games"}


def test_a_browser_keeps_another_version_of_the_page_when_any_file_of_it_changes() -> None:
    def version(**files: bytes) -> Any:
        return told_to_keep(keeper(b"script", files, ["more"]))["version"]

    assert version(one=b"1", two=b"2") == version(two=b"2", one=b"1")
    assert len({version(one=b"1", two=b"2"), version(one=b"1", two=b"3"), version(one=b"12", two=b"")}) == 3


def told_to_keep(script: bytes) -> Any:
    return json.loads(script.partition(b"self.PAGE = ")[2].partition(b";\n")[0])


def test_the_page_asks_for_all_its_modules_at_once() -> None:
    asked = re.findall(r'"modulepreload" href="static/([\w.]+)"', assets()["index.html"].content.decode())
    assert set(asked) == {name for name in assets() if name.endswith(".js")} - {"start.js", "worker.js"} - LATER


LATER = {"de.js", "gif.js", "glicko.js", "live.js", "openings.js", "puzzles.js", "strategy.js", "tries.js"}
"""What is loaded when somebody asks for it."""


def test_the_page_can_be_installed(tab: Tab) -> None:
    tab.page.goto(tab.address)
    manifest = tab.page.evaluate(
        "fetch(document.querySelector('link[rel=manifest]').href).then((answer) => answer.json())"
    )
    address = f"{tab.address}static/app.webmanifest"
    assert urljoin(address, manifest["start_url"]) == tab.address
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    for icon in manifest["icons"]:
        found = "src => fetch(src).then((answer) => answer.status)"
        assert tab.page.evaluate(found, urljoin(address, icon["src"])) == 200


def test_the_page_says_which_games_it_cannot_show_and_why(tab: Tab) -> None:
    hidden = {"name": "bare", "title": "A bare game", "reason": "Its board is not described."}
    tab.page.route("**/api/unshown", lambda route: route.fulfill(json=[hidden]))
    tab.open("three-by-four")
    expect(tab.page.locator("#game option[value='bare']")).to_be_disabled()
    tab.page.click("#rules")
    tab.reads("#unshown", "Games not shown here.*A bare game: Its board is not described.")


def test_the_page_says_nothing_of_unshown_games_where_all_are_shown(tab: Tab) -> None:
    with tab.page.expect_response("**/api/unshown"):
        tab.open("three-by-four")
    tab.page.click("#rules")
    expect(tab.page.locator("#unshown")).to_be_hidden()


def test_every_text_has_a_translation_and_names_the_same_values(tab: Tab) -> None:
    tab.page.goto(tab.address)
    texts = tab.page.evaluate(
        "() => Promise.all(['en', 'de'].map((name) => import(`/static/${name}.js`).then((texts) => texts.default)))"
    )
    english, german = texts
    assert set(english) <= set(german)
    for key, text in english.items():
        assert set(re.findall(r"\{\w+\}", text)) >= set(re.findall(r"\{\w+\}", german.get(key, ""))), key


IN_SIGHT = """(names) => names.every((name) => {
    const box = document.querySelector(name).getBoundingClientRect();
    return box.width > 0 && box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
})"""


@pytest.mark.parametrize("size", [*SIZES.values(), (3840, 2160)], ids=[*SIZES, "wall"])
def test_board_whose_turn_and_goal_are_in_sight_at_a_first_visit(
    browser: Any, server: Server, size: tuple[int, int]
) -> None:
    tab = Tab(browser, server, viewport={"width": size[0], "height": size[1]})
    tab.page.goto(tab.address)
    for game in GAMES:
        tab.page.select_option("#game", game)
        expect(tab.page.locator("html")).to_have_attribute("data-game", game)
        wanted = ["#board", "#status", *(["#cube"] if game == "qubic" else ["#coach p"])]
        tab.page.wait_for_function(IN_SIGHT, arg=wanted)
        assert tab.page.evaluate("document.documentElement.scrollWidth") == size[0]
    tab.context.close()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_returning_visitor_is_told_the_goal_of_a_game_that_is_new_to_him(
    browser: Any, server: Server, size: tuple[int, int]
) -> None:
    tab = Tab(browser, server, viewport={"width": size[0], "height": size[1]})
    tab.page.goto(tab.address)
    tab.page.click("#learn-no")
    for game, goal in (("four-by-four", "Four in a row win"), ("connect-four", "the disc falls")):
        tab.page.select_option("#game", game)
        tab.reads("#goal", goal)
        tab.page.wait_for_function(IN_SIGHT, arg=["#board", "#status", "#goal"])
    tab.page.locator(".cell.free").first.click()
    expect(tab.page.locator("#goal")).to_be_hidden()
    tab.page.select_option("#game", "four-by-four")
    expect(tab.page.locator("html")).to_have_attribute("data-game", "four-by-four")
    expect(tab.page.locator("#goal")).to_be_hidden()  # it was told before
    tab.page.select_option("#game", "three-by-four")
    tab.page.wait_for_function(IN_SIGHT, arg=["#goal"])
    tab.page.reload()
    expect(tab.page.locator("html")).to_have_attribute("data-game", "three-by-four")
    expect(tab.page.locator("#coach")).to_be_hidden()
    tab.context.close()


def test_the_board_stays_where_it_is_when_an_earlier_game_can_be_brought_back(tab: Tab) -> None:
    tab.page.set_viewport_size({"width": 1440, "height": 900})
    tab.open("four-by-four", GAMES["four-by-four"])
    box = "JSON.stringify(document.getElementById('board').getBoundingClientRect())"
    before = tab.page.evaluate(box)
    tab.page.click("#new")
    expect(tab.page.locator("#earlier")).to_be_visible()
    assert tab.page.evaluate(box) == before
    tops = "[...document.querySelectorAll('header button')].map((one) => one.getBoundingClientRect().top)"
    assert len(set(tab.page.evaluate(tops))) == 1  # one line


def test_the_turns_stay_beside_the_board_while_a_game_is_reviewed(tab: Tab) -> None:
    tab.page.set_viewport_size({"width": 1440, "height": 900})
    tab.open("three-by-four", "turns=5_6_9_7_1")
    tab.page.click("#review")
    expect(tab.page.locator("#review-pane textarea")).to_be_visible()
    tab.page.wait_for_function(IN_SIGHT, arg=["#board", "#moves"])


@pytest.mark.parametrize("tab", [{"locale": "de-DE"}], indirect=True)
def test_the_page_speaks_german_where_the_browser_does_and_english_when_told(tab: Tab) -> None:
    tab.open("connect-four", GAMES["connect-four"])
    tab.reads("#status", "Rot ist am Zug")
    expect(tab.page.locator("html")).to_have_attribute("lang", "de")
    words = tab.page.locator("body").inner_text()
    assert not re.search(r"\b(New game|Hint|Person|Evaluate|Rules)\b", words)
    tab.page.click("#rules")
    tab.page.select_option("#language", "en")
    tab.reads("#status", "Red to move")
