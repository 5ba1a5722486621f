"""What catches the eye and the ear: sound, what lights up, what moves, and the pictures of the page itself."""

import re
from collections.abc import Iterator

import pytest
from support.browser import Server, becomes, expect, served
from support.tab import Tab

COUNTING = """
window.sounds = 0;
const Native = AudioContext;
window.AudioContext = class extends Native { constructor() { super(); window.sounds += 1; } };
"""
"""Counts what can be heard."""

NOTING = """() => {
    window.begun = [];
    addEventListener("animationstart", ({ animationName, target }) => {
        const cell = target.closest("[data-cell]")?.dataset.cell;
        begun.push(`${animationName} ${cell ?? target.closest("g").classList[0]}`);
    });
}"""
"""Notes each animation that begins, with the square or the part of the board that moves."""

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

WON = {
    "super-ttt": ("turns=0.1_72.73_2.9_63.64_10.11_54.55_18.19_60.61", [20], {"stroke 20", "glow group"}),
    "connect-four": ("turns=3_0_3_0_3_1", [21], {"fall 21", "appear overlay"}),
    "four-by-four": ("turns=4_0_5_1_6_2", [7], {"stroke 7", "appear overlay"}),
    "qubic": ("turns=0_16_1_17_2_18", [3], {"pop 3"}),
}
"""Where X wins next, the squares of that turn, and what moves then."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "1") as running:
        yield running


def play(tab: Tab, *cells: int) -> None:
    for cell in cells:
        with tab.page.expect_response("**/api/view"):
            tab.page.locator(f"#board [data-cell='{cell}']").dispatch_event("click")


def switch(tab: Tab) -> None:
    tab.page.click("#rules")
    tab.page.click("#sound")
    tab.page.keyboard.press("Escape")


def test_there_is_no_sound_until_it_is_wanted_and_a_later_visit_remembers(tab: Tab) -> None:
    made = "import('/static/sound.js').then(() => sounds)"
    button = tab.page.locator("#sound")
    tab.context.add_init_script(COUNTING)
    tab.open("four-by-four")
    play(tab, 4, 0)
    tab.reads("#place", "2 / 2")
    expect(button).to_have_attribute("aria-pressed", "false")
    becomes(lambda: tab.page.evaluate(made), 0)
    switch(tab)
    expect(button).to_have_attribute("aria-pressed", "true")
    becomes(lambda: tab.page.evaluate(made), 1)
    tab.page.reload()
    tab.reads("#place", "2 / 2")
    expect(button).to_have_attribute("aria-pressed", "true")
    becomes(lambda: tab.page.evaluate(made), 0)
    play(tab, 5)
    tab.reads("#place", "3 / 3")
    becomes(lambda: tab.page.evaluate(made), 1)
    switch(tab)
    tab.page.reload()
    tab.reads("#place", "3 / 3")
    expect(button).to_have_attribute("aria-pressed", "false")
    play(tab, 1)
    tab.reads("#place", "4 / 4")
    becomes(lambda: tab.page.evaluate(made), 0)


@pytest.mark.parametrize("tab", [{"reduced_motion": "no-preference"}, {"reduced_motion": "reduce"}], indirect=True)
def test_a_little_board_that_is_won_lights_up(tab: Tab) -> None:
    tab.open("super-ttt", "turns=0.1_72.73")
    board = tab.page.locator("#board .group").first
    frame, other = board.locator(".frame"), tab.page.locator("#board .group").nth(4).locator(".frame")
    style = (
        "(e) => { const { fill, stroke, animationName } = getComputedStyle(e); return [fill, stroke, animationName]; }"
    )
    before = frame.evaluate(style)
    assert before == other.evaluate(style)
    assert before[2] == "none"
    tab.page.click("[data-cell='2']")
    tab.page.click("[data-cell='40']")
    tab.reads("#place", "3 / 3")
    expect(board).to_have_class("group x")
    expect(board.locator(".owner.x").first).to_be_visible()
    fill, stroke = tab.page.evaluate(
        """() => ["--x-wash", "--x"].map((name) => {
            const probe = document.body.appendChild(document.createElement("i"));
            probe.style.color = `var(${name})`;
            const { color } = getComputedStyle(probe);
            probe.remove();
            return color;
        })"""
    )
    expect(frame).to_have_css("fill", fill)
    expect(frame).to_have_css("stroke", stroke)
    assert fill != before[0]
    moves = not tab.page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")
    expect(frame).to_have_css("animation-name", "light" if moves else "none")
    assert other.evaluate(style) == before


@pytest.mark.parametrize("game", list(WON))
@pytest.mark.parametrize("tab", [{"reduced_motion": "no-preference"}], indirect=True)
def test_a_win_and_each_turn_of_a_replay_move_where_motion_is_wanted(tab: Tab, game: str) -> None:
    turns, cells, moving = WON[game]
    tab.open(game, turns)
    tab.page.evaluate(NOTING)
    play(tab, *cells)
    tab.reads("#status", "has won")
    begun = "(wanted) => wanted.every((one) => begun.includes(one))"
    tab.page.wait_for_function(begun, arg=sorted(moving))
    tab.page.click("#back")
    expect(tab.page.locator(f"[data-cell='{cells[0]}']")).not_to_have_class(re.compile(r"\bx\b"))
    tab.page.evaluate("begun = []")
    tab.page.click("#forward")
    tab.page.wait_for_function(begun, arg=sorted(moving))
    squares = {one.split()[1] for one in tab.page.evaluate("begun") if one.split()[1].isdigit()}
    assert squares == {str(cell) for cell in cells}  # what stood there already stays as it is


@pytest.mark.parametrize("game", list(WON))
def test_a_win_and_a_replay_move_nothing_where_less_motion_is_wanted(tab: Tab, game: str) -> None:
    turns, cells, _ = WON[game]
    tab.open(game, turns)
    tab.page.evaluate(NOTING)
    play(tab, *cells)
    tab.reads("#status", "has won")
    for button in ("#back", "#forward"):
        tab.page.click(button)
    tab.reads("#status", "has won")
    tab.page.evaluate(PAINTED)
    assert tab.page.evaluate("begun") == []


def test_the_page_has_an_icon_and_a_picture_for_those_who_are_sent_a_link(tab: Tab) -> None:
    tab.page.goto(tab.address)
    size = """(address) => {
        const image = Object.assign(new Image(), { src: address });
        return image.decode().then(() => [image.naturalWidth, image.naturalHeight]);
    }"""
    icon = tab.page.evaluate("document.querySelector('link[rel=icon]').href")
    assert icon == f"{tab.address}static/icon.svg"
    width, height = tab.page.evaluate(size, icon)
    assert width == height > 0
    picture = tab.page.get_attribute("meta[property='og:image']", "content")
    assert picture == f"{tab.address}static/social.png"
    assert tab.page.evaluate(size, picture) == [1200, 630]
