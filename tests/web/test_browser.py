"""The page in a real browser, as people use it: by mouse, by keyboard, over reloads and a server that dies."""

import re
import signal
from collections.abc import Iterator
from typing import Any

import pytest
from support.browser import PATIENCE, SCREENSHOTS, Server, becomes, expect, served
from support.tab import USUAL

X_WINS = [
    ["11", "12"],
    ["91", "92"],
    ["13", "21"],
    ["81", "82"],
    ["22", "23"],
    ["71", "72"],
    ["31", "32"],
    ["97", "98"],
    ["33"],
]
"""A short game: X takes the top row of each upper board; its last turn is complete with the winning mark."""

PERSONS = "#game=super-ttt"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "2") as running:
        yield running


class Page:
    """A tab, and what a person does and sees in it."""

    def __init__(self, context: Any, address: str, link: str = "") -> None:
        self.errors: list[str] = []
        self.tab = context.new_page()
        self.tab.set_default_timeout(PATIENCE)
        self.tab.on("pageerror", lambda error: self.errors.append(str(error)))
        self.tab.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        self.tab.goto(address + link)
        self.tab.wait_for_selector(".cell.free")
        self.tab.evaluate("import('/static/main.js')")  # from now on keys are heard

    def persons(self) -> "Page":
        """Seat persons on both sides."""
        for side in "xo":
            self.tab.select_option(f"#who-{side}", "person")
        self.says(r"X to move, 2 marks")
        return self

    def cell(self, name: str) -> Any:
        return self.tab.locator(f'[data-cell="{9 * (int(name[0]) - 1) + int(name[1]) - 1}"]')

    def place(self, *names: str) -> None:
        for name in names:
            self.cell(name).click()
            self.tab.wait_for_function(
                "cell => document.querySelector(`[data-cell='${cell}']`).matches('.x, .o')",
                arg=9 * (int(name[0]) - 1) + int(name[1]) - 1,
            )

    def says(self, pattern: str) -> None:
        """Wait until the state of the game reads like this."""
        self.reads("#status", pattern)

    def reads(self, selector: str, pattern: str) -> None:
        expect(self.tab.locator(selector)).to_have_text(re.compile(pattern, re.DOTALL))

    def has_marks(self, number: int) -> None:
        """Wait until this many squares are taken."""
        expect(self.tab.locator(".cell.x, .cell.o")).to_have_count(number)

    def has_turns(self, number: int) -> None:
        """Wait until this many turns are listed."""
        expect(self.tab.locator("#moves button")).to_have_count(number)

    def lists(self, *turns: str) -> None:
        """Wait until these are the turns that are listed."""
        expect(self.tab.locator("#moves button")).to_have_text(
            [re.compile(rf"\s{re.escape(turn)}\s*$") for turn in turns]
        )

    def hides(self, selector: str) -> None:
        expect(self.tab.locator(selector)).to_be_hidden()

    def snap(self, name: str) -> None:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.tab.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)


@pytest.fixture
def page(browser: Any, server: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(**USUAL | getattr(request, "param", {}))
    opened = Page(context, server.address)
    yield opened
    context.close()
    assert opened.errors == []


def test_a_first_visitor_plays_with_one_click_and_is_answered(page: Page) -> None:
    page.place("55", "51")
    page.says(r"X to move, 2 marks to place\.")
    page.has_marks(4)
    page.has_turns(2)


def test_a_whole_game_by_mouse_ends_with_its_line_drawn(page: Page) -> None:
    page.persons()
    for turn in X_WINS:
        page.place(*turn)
    page.says("X has won")
    expect(page.tab.locator(".overlay .win")).to_have_count(1)
    expect(page.tab.locator(".group.won.x")).to_have_count(3)
    expect(page.tab.locator("#moves button").last).to_have_text(re.compile(r"^\s*X\s+33\s*$"))
    page.cell("55").click(force=True)
    page.reads("#explain", r"Not there: the game is over\.")
    page.reads("#verdict", r"The game is over\.")
    expect(page.tab.locator("#meter")).to_have_attribute("aria-valuenow", "100")
    page.snap("won")


def test_a_whole_game_by_keyboard_alone(page: Page) -> None:
    page.persons()
    keyboard = page.tab.keyboard
    keyboard.press("b")
    for key in ["ArrowUp"] * 4 + ["ArrowLeft"] * 4:
        keyboard.press(key)
    at = {"row": 0, "column": 0}

    def go(name: str) -> None:
        board, little = divmod(int(name) - 11, 10)
        row, column = 3 * (board // 3) + little // 3, 3 * (board % 3) + little % 3
        for axis, target, less, more in (
            ("row", row, "ArrowUp", "ArrowDown"),
            ("column", column, "ArrowLeft", "ArrowRight"),
        ):
            for _ in range(abs(target - at[axis])):
                keyboard.press(more if target > at[axis] else less)
            at[axis] = target

    for number, turn in enumerate(X_WINS, start=1):
        for name in turn:
            go(name)
            keyboard.press("Enter")
        page.reads("#place", rf"{number} / {number}")
    page.says("X has won")
    page.reads("#live", r"X 33\. X has won\.")


def test_half_a_turn_is_tentative_until_taken_back_or_completed(page: Page) -> None:
    page.persons()
    page.place("55")
    expect(page.tab.locator(".cell.tentative")).to_have_count(1)
    page.says(r"X to move, 1 mark to place")
    page.tab.click("#undo")
    page.says(r"X to move, 2 marks to place")
    page.has_marks(0)
    page.place("55", "51")
    page.says(r"O to move, 2 marks")
    expect(page.tab.locator(".cell.tentative")).to_have_count(0)
    page.tab.click("#undo")
    page.says(r"X to move, 2 marks")
    page.tab.click("#redo")
    page.says(r"O to move, 2 marks")
    page.has_marks(2)


def test_a_square_that_is_not_open_cannot_be_chosen_and_says_why(page: Page) -> None:
    page.persons()
    page.place("11", "12")
    page.place("55", "56")
    page.place("13", "99")
    page.cell("15").click(force=True)
    page.reads("#explain", "Not there: .*little board 1 is owned by x")
    page.cell("55").click(force=True)
    page.reads("#explain", "Not there: .*occupied")
    page.has_marks(6)


def test_the_game_is_kept_over_a_reload_with_its_half_turn(page: Page) -> None:
    page.persons()
    page.place("55", "51")
    page.place("11")
    page.tab.reload()
    page.says(r"O to move, 1 mark to place")
    page.has_marks(3)
    expect(page.tab.locator(".cell.tentative")).to_have_count(1)
    expect(page.tab.locator("#who-o")).to_have_value("person")


def test_replay_with_the_arrow_keys_and_play_on_from_there(page: Page) -> None:
    page.persons()
    for turn in X_WINS[:4]:
        page.place(*turn)
    page.tab.locator(".brand img").click()
    page.tab.keyboard.press("ArrowLeft")
    page.reads("#place", "3 / 4")
    page.tab.keyboard.press("Home")
    page.reads("#place", "0 / 4")
    page.tab.keyboard.press("ArrowRight")
    page.reads("#place", "1 / 4")
    page.has_marks(2)
    page.place("55", "56")
    page.reads("#place", "2 / 2")
    page.lists("11+12", "55+56")


@pytest.mark.parametrize("form", ["compact", "scheme", "text", "json"])
def test_what_is_exported_can_be_imported(page: Page, form: str) -> None:
    page.persons()
    for turn in X_WINS[:4]:
        page.place(*turn)
    page.tab.click("#files")
    page.tab.select_option("#form", form)
    page.tab.click("#write")
    page.tab.wait_for_function("() => document.getElementById('text').value.length > 80")
    page.tab.keyboard.press("Escape")
    page.tab.click("#new")
    page.reads("#place", "0 / 0")
    page.tab.click("#files")
    page.tab.click("#read")
    page.reads("#explain", "Opened")
    page.says("X to move, 2 marks")
    expect(page.tab.locator(".cell.x, .cell.o")).to_have_count(8)
    page.has_turns(4 if form in {"text", "json"} else 0)


def test_text_that_is_no_game_is_refused_in_words(page: Page) -> None:
    page.tab.click("#files")
    page.tab.fill("#text", "nonsense")
    page.tab.click("#read")
    page.reads("#files-note", "'nonsense' is not a position")
    page.errors.clear()  # the browser logs every status 400


def test_a_link_restores_the_position(browser: Any, server: Server) -> None:
    context = browser.new_context()
    page = Page(context, server.address, "#game=super-ttt&turns=40.36_76.13&tentative=4")
    page.says(r"X to move, 1 mark")
    page.has_marks(5)
    context.close()


def test_a_link_that_no_game_leads_to_says_so_and_starts_a_new_game(browser: Any, server: Server) -> None:
    context = browser.new_context()
    page = Page(context, server.address, "#game=super-ttt&turns=40.40")
    page.reads("#explain", "cannot be played: turn 1: 55\\+55 is not allowed.* This is a new game")
    page.hides("#notice")
    page.has_marks(0)
    context.close()


@pytest.mark.parametrize("turns", ["40.36", "40.36_76.13"])
def test_a_link_shows_what_was_shared_until_somebody_plays_on(browser: Any, server: Server, turns: str) -> None:
    context = browser.new_context()
    page = Page(context, server.address, f"#game=super-ttt&turns={turns}")
    page.reads("#explain", "This is what the link leads to")
    marks = 2 * len(turns.split("_"))
    page.tab.wait_for_timeout(1500)  # an engine of one second would have played by now
    page.has_marks(marks)
    if marks == 2:  # it is the engine's turn
        page.tab.click("#go")
        page.says("X to move, 2 marks")
    else:
        page.place("11", "12")
        page.says("X to move, 2 marks")
        page.has_marks(8)
    context.close()


def test_a_link_pasted_into_an_open_tab_is_followed_and_the_game_there_is_kept(page: Page) -> None:
    page.persons()
    page.place("55", "51")
    page.tab.evaluate("location.hash = '#game=super-ttt&turns=40.36_76.13&tentative=4'")
    page.says("X to move, 1 mark")
    page.has_marks(5)
    becomes(lambda: page.tab.evaluate("location.hash"), "")
    page.tab.click("#earlier")
    page.says("O to move, 2 marks")
    page.lists("55+51")


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("turns=abc", '"abc" is no placement'),
        ("turns=40.36_", '"" is no placement'),
        ("turns=40.1e1", '"1e1" is no placement'),
        ("turns=40.36&tentative=-", '"-" is no placement'),
        ("turns=40.40", "turn 1: 55\\+55 is not allowed"),
        ("start=nonsense", "'nonsense' is not a position"),
    ],
)
def test_a_link_that_cannot_be_played_says_why_and_leaves_the_game_alone(page: Page, link: str, words: str) -> None:
    page.persons()
    page.place("55", "51")
    page.tab.evaluate("link => { location.hash = link; }", f"#game=super-ttt&{link}")
    page.reads("#explain", f"cannot be played: .*{words}.* Your game is as it was")
    address = page.tab.url
    page.tab.goto("about:blank")
    page.tab.goto(f"{address}#game=super-ttt&{link}")
    page.says("O to move, 2 marks")
    page.reads("#explain", f"cannot be played: .*{words}.* Your game is as it was")
    page.lists("55+51")
    page.errors.clear()  # the browser logs every status 400


def test_a_link_to_a_game_that_is_not_installed_says_so(browser: Any, server: Server) -> None:
    context = browser.new_context()
    page = Page(context, server.address, "#game=chess")
    page.reads("#explain", "there is no game called chess here.* This is a new game")
    context.close()


@pytest.mark.parametrize("leave", ["button", "key", "other game"])
def test_a_game_that_is_left_can_be_brought_back(page: Page, leave: str) -> None:
    page.persons()
    page.hides("#earlier")
    page.place("55", "51")
    page.place("11")
    if leave == "button":
        page.tab.click("#new")
    elif leave == "key":
        page.tab.keyboard.press("n")
    else:
        page.tab.select_option("#game", "four-by-four")
    page.reads("#place", "0 / 0")
    page.reads("#explain", "is kept: Earlier game brings it back")
    page.tab.reload()
    page.reads("#place", "0 / 0")
    page.tab.click("#earlier")
    page.says("O to move, 1 mark")
    page.lists("55+51")
    expect(page.tab.locator("#game")).to_have_value("super-ttt")
    page.hides("#earlier")


def test_several_games_that_are_left_come_back_in_turn(page: Page) -> None:
    page.persons()
    for name in ("11", "22", "33"):
        page.place(name)
        if name != "33":
            page.tab.keyboard.press("n")
            page.says("X to move, 2 marks")
    for name in ("22", "11", "33"):
        page.tab.keyboard.press("g")
        expect(page.cell(name)).to_have_class(re.compile(r"\bx\b"))
        page.has_marks(1)


@pytest.mark.parametrize("game", ["three-by-four", "four-by-four", "connect-four"])
def test_whoever_comes_first_time_has_the_side_that_starts(page: Page, game: str) -> None:
    page.tab.select_option("#game", game)
    first = "o" if game == "three-by-four" else "x"
    page.reads("#status", "to move")
    expect(page.tab.locator(f"#who-{first}")).to_have_value("person")
    expect(page.tab.locator(f"#who-{'x' if first == 'o' else 'o'}")).not_to_have_value("person")
    page.has_turns(0)


def test_the_tab_key_goes_from_the_header_to_a_square(page: Page) -> None:
    page.tab.locator("#rules").focus()
    page.tab.keyboard.press("Tab")
    expect(page.tab.locator("[data-cell='40']")).to_be_focused()
    page.tab.keyboard.press("Tab")
    expect(page.tab.locator("#board :focus, #board:focus")).to_have_count(0)
    page.tab.keyboard.press("Shift+Tab")
    page.tab.keyboard.press("Shift+Tab")
    expect(page.tab.locator("#rules")).to_be_focused()


def test_what_was_taken_back_is_no_longer_announced_once_it_is_played_again(page: Page) -> None:
    page.persons()
    page.place("55", "51")
    page.tab.click("#undo")
    page.reads("#explain", "Taken back")
    page.tab.click("#redo")
    page.reads("#explain", "^$")


@pytest.mark.parametrize("winner", ["x", "o"])
def test_the_bar_of_a_won_game_is_the_winners_alone(page: Page, winner: str) -> None:
    page.persons()
    turns = X_WINS if winner == "x" else [["55", "56"], *X_WINS]
    for turn in turns:
        page.place(*turn)
    page.says(f"{winner.upper()} has won")
    width = "document.getElementById('bar').offsetWidth"
    whole = "document.getElementById('meter').clientWidth"
    becomes(lambda: page.tab.evaluate(f"{width} === {whole if winner == 'x' else 0}"), wanted=True)


def test_two_tabs_play_two_games(browser: Any, server: Server) -> None:
    context = browser.new_context()
    one, other = (Page(context, server.address, PERSONS).persons() for _ in range(2))
    one.place("11")
    other.place("99", "98")
    one.place("12")
    for page, turn in ((one, "11+12"), (other, "99+98")):
        page.tab.reload()
        page.says("O to move")
        page.lists(turn)
    context.close()


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}, "has_touch": True}], indirect=True)
def test_a_phone_shows_all_without_scrolling_sideways(page: Page) -> None:
    page.cell("55").tap()
    page.cell("51").tap()
    page.says("X to move, 2 marks")
    becomes(lambda: page.tab.evaluate("document.documentElement.scrollWidth"), 360)
    size = page.cell("11").bounding_box()
    assert size["width"] >= 28
    page.snap("phone")


@pytest.mark.parametrize(
    "page", [{"color_scheme": "light"}, {"color_scheme": "dark"}], indirect=True, ids=["light", "dark"]
)
def test_hint_why_threats_and_evaluation_speak(page: Page, request: pytest.FixtureRequest) -> None:
    page.persons()
    for turn in [["55", "51"], ["95", "25"], ["15", "19"], ["85", "75"], ["59", "35"], ["29", "21"]]:
        page.place(*turn)
    page.tab.click("#why")
    page.reads("#explain", r"O 29\+21: the rules say: 29 .*, 21 takes a little board")
    page.tab.click("#threats")
    expect(page.tab.locator("#costs tbody tr")).to_have_count(7)
    expect(page.tab.locator(".cost .x").first).to_have_text("X1")
    page.tab.click("#hint")
    page.reads("#explain", r"Hint: \d\d\+\d\d . \w+.*\. (Proven|Not settled)")
    expect(page.tab.locator(".cell.hint")).to_have_count(2)
    page.tab.click("#analysis")
    page.reads("#line", r"Expects X \d\d\+\d\d")
    page.snap(request.node.callspec.id)


def test_a_proven_win_is_shown_as_such(browser: Any, server: Server) -> None:
    context = browser.new_context()
    page = Page(context, server.address, "#game=super-ttt&turns=40.36_76.13_4.8_67.58_44.22_17.9_31.27_68.59")
    page.persons()
    page.tab.click("#hint")
    page.reads("#verdict", r"Proven: X wins in 2 turns\.")
    context.close()


def test_a_hint_asked_for_while_the_board_is_still_busy_is_given(page: Page) -> None:
    page.tab.evaluate(
        """() => {
            document.querySelector("#who-o").value = "person";
            document.querySelector("#who-o").dispatchEvent(new Event("change", { bubbles: true }));
            document.querySelector("#hint").click();
        }"""
    )
    page.reads("#explain", r"Hint: \d\d\+\d\d")


def test_a_hint_that_something_else_overtakes_is_no_longer_announced(page: Page) -> None:
    page.persons()
    page.tab.evaluate("() => { for (const name of ['hint', 'analysis']) document.getElementById(name).click(); }")
    page.reads("#line", r"Expects")
    page.reads("#explain", r"^$")


def test_two_engines_play_while_one_watches_and_pauses(page: Page) -> None:
    page.tab.select_option("#pace", "0")
    page.tab.select_option("#who-o", "random")
    page.tab.select_option("#who-x", "random")
    page.reads("#place", r"[1-9]\d* / \d+")
    page.tab.click("#pause")
    page.reads("#pause", "Go on")
    turns = page.tab.locator("#moves button")
    stopped = turns.all_inner_texts()
    page.tab.wait_for_timeout(300)
    assert turns.all_inner_texts() == stopped
    page.tab.click("#pause")
    page.says(r"has won|Draw")


def test_a_server_that_dies_is_announced_and_the_game_goes_on_when_it_is_back(browser: Any) -> None:
    with served("--searches", "1") as server:
        context = browser.new_context()
        page = Page(context, server.address)
        page.place("55", "51")
        page.says("X to move, 2 marks")
        server.stop(signal.SIGKILL)
        page.reads("#notice", "The server does not answer. Your game is safe")
        free = page.tab.locator(".cell.free")  # the opponent's answer is drawn, and may take any other
        free.first.click()
        server.start()
        page.says("X to move, 1 mark")
        page.hides("#notice")
        free.first.click()
        page.says("X to move, 2 marks")
        page.has_turns(4)
        context.close()


def test_focus_is_visible_and_every_control_has_a_name(page: Page) -> None:
    unnamed = page.tab.evaluate(
        """() => [...document.querySelectorAll("button, select, textarea, [role=button]")]
            .filter(e => !(e.ariaLabel || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML)"""
    )
    assert unnamed == []
    page.tab.keyboard.press("b")
    page.tab.keyboard.press("ArrowRight")
    focused = page.tab.locator(".cell:focus-visible .square")
    expect(focused).to_have_count(1)
    assert focused.evaluate("e => getComputedStyle(e).stroke") != "none"
    expect(page.tab.locator(".cell[tabindex='0']")).to_have_count(1)


def test_the_rules_fit_ten_lines_and_close_with_escape(page: Page) -> None:
    page.tab.click("#rules")
    rules = page.tab.locator("#rules-text li")
    expect(rules.nth(4)).to_be_visible()
    assert rules.count() <= 10
    page.tab.keyboard.press("Escape")
    page.hides("#rules-dialog")


def test_nothing_is_loaded_from_elsewhere(browser: Any, server: Server) -> None:
    context = browser.new_context()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    Page(context, server.address)
    assert asked
    assert all(url.startswith(server.address) for url in asked)
    context.close()


def test_the_panel_does_not_move_while_the_engine_thinks(page: Page) -> None:
    box = "id => JSON.stringify(document.getElementById(id).getBoundingClientRect())"
    page.tab.click("#learn-no")  # what is offered to a first visitor goes with the first mark
    page.hides("#coach")

    def boxes() -> list[str]:
        return [page.tab.evaluate(box, name) for name in ("board", "meter", "players", "moves")]

    before = boxes()
    page.place("55", "51")
    page.says("X to move, 2 marks")
    page.tab.click("#hint")
    page.reads("#explain", "Hint: ")
    assert boxes() == before
