"""The report's page in a browser: replays, filters and links work, and nothing in a name runs."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support import mock_players as mock
from support.browser import SCREENSHOTS, becomes, expect
from support.games import play, random_game

from sttt.arena.report.page import render
from sttt.board.script import board_style
from sttt.games.records.record import replay
from sttt.games.super_ttt.game import GAME
from sttt.web.page import assets

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
RECORDS = [replace(random_game(seed), x="a", o="b") for seed in range(3)]
RECORDS += [replace(random_game(seed), x="b", o="a") for seed in range(3)]
RECORDS += [replace(play(x=mock.crash), x=HOSTILE, o="b")]


@pytest.fixture
def page(browser: Any, tmp_path: Path) -> Iterator[Any]:
    """The page at turn 3 of its second game; fails in the end if anything was complained of or asked for."""
    file = tmp_path / "report.html"
    file.write_text(render(RECORDS, GAME, HOSTILE), encoding="utf-8")
    opened = browser.new_page()
    noticed: list[str] = []
    opened.on("pageerror", lambda error: noticed.append(str(error)))
    opened.on("console", lambda message: noticed.append(message.text))
    opened.on("dialog", lambda dialog: (noticed.append(dialog.message), dialog.dismiss()))
    opened.on("request", lambda request: noticed.append(request.url.partition("#")[0]))
    opened.goto(f"{file.as_uri()}#game-2-turn-3")
    yield opened
    opened.close()
    assert noticed == [file.as_uri()]


def wait_for_board(page: Any, position: Any) -> None:
    """Wait until the page shows the position; it follows a change of its address a moment later."""
    shows = """marks => [...document.querySelectorAll('#board .cell')].map(
        cell => cell.classList.contains('x') ? 'x' : cell.classList.contains('o') ? 'o' : null
    ).join() === marks.join()"""
    page.wait_for_function(shows, arg=list(GAME.shape.marks(position)))
    expect(page.locator("#board .group.x")).to_have_count(position.x_boards.bit_count())
    expect(page.locator("#board .group.o")).to_have_count(position.o_boards.bit_count())


def test_a_link_leads_to_a_turn_of_a_game_and_the_controls_go_on_from_there(page: Any) -> None:
    positions = replay(RECORDS[1], GAME)
    wait_for_board(page, positions[3])
    page.locator('[data-go="on"]').click()
    wait_for_board(page, positions[4])
    expect(page).to_have_url(re.compile("#game-2-turn-4$"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    wait_for_board(page, positions[2])
    page.locator('[data-go="last"]').click()
    wait_for_board(page, positions[-1])
    page.locator("#turns button").first.click()
    wait_for_board(page, positions[1])
    page.locator("#next-game").click()
    wait_for_board(page, replay(RECORDS[2], GAME)[0])


def test_filters_and_the_cross_table_choose_games(page: Any) -> None:
    cell = page.locator(".cross a").first
    page.select_option("#ending", "crash")
    cell.click()
    expect(page.locator("#found")).to_have_text(re.compile(rf"^\d of {len(RECORDS)} games$"))
    page.select_option("#player", HOSTILE)
    page.select_option("#opponent", "b")
    page.select_option("#ending", "crash")
    expect(page.locator("#found")).to_have_text(f"1 of {len(RECORDS)} games")
    page.locator("#list a").click()
    expect(page.locator("#replay-heading")).to_contain_text(HOSTILE)
    expect(page.locator("#told")).to_contain_text("no idea")
    page.select_option("#result", "drawn")
    expect(page.locator("#found")).to_have_text(f"0 of {len(RECORDS)} games")


LONG = "a-player-with-a-name-that-is-longer-than-a-telephone-is-wide"


def test_charts_show_every_player_whole_on_a_phone(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text(render([replace(record, x=LONG) for record in RECORDS], GAME, "phone"), encoding="utf-8")
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(file.as_uri())
    expect(page.locator("svg.ratings .dot")).to_have_count(3)
    shapes = page.locator("svg circle, svg line, svg rect, .names li")
    boxes = [shape.bounding_box() for shape in shapes.all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    becomes(lambda: page.evaluate("document.documentElement.scrollWidth"), 390)
    sizes = {text.evaluate("e => getComputedStyle(e).fontSize") for text in page.locator("svg text").all()}
    assert sizes == {"13px"}
    page.close()


def test_names_stand_beside_their_rows(page: Any) -> None:
    names, dots = (page.locator(one) for one in (".chart:has(svg.ratings) li", "svg.ratings .dot"))
    expect(names).to_have_count(3)
    expect(dots).to_have_count(3)
    for name, dot in zip(names.all(), dots.all(), strict=True):
        place, mark = name.bounding_box(), dot.bounding_box()
        assert place["y"] < mark["y"] < mark["y"] + mark["height"] < place["y"] + place["height"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("sides", ["x-o", "red-blue", "red-yellow"])
def test_sides_have_the_colours_of_the_board(browser: Any, page: Any, scheme: str, sides: str) -> None:
    board = browser.new_page(color_scheme=scheme)
    board.add_style_tag(content=assets()["palette.css"].content.decode())
    page.emulate_media(color_scheme=scheme)
    colours = """sides => { document.documentElement.dataset.sides = sides;
        const style = getComputedStyle(document.documentElement);
        return [style.getPropertyValue("--x"), style.getPropertyValue("--o")]; }"""
    assert page.evaluate(colours, sides) == board.evaluate(colours, sides)
    board.close()


MEASURED = """cell => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const { width, height } = range.getBoundingClientRect();
    return { text: cell.textContent, size: parseFloat(getComputedStyle(cell).fontSize), width, height,
             wide: cell.clientWidth, high: cell.clientHeight };
}"""


@pytest.mark.parametrize("width", [390, 1200])
def test_every_name_in_every_table_is_as_large_as_the_text_around_it(page: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    rated, crossed, compared = (page.locator("table").nth(index) for index in range(3))
    for table, names in ((rated, 3), (crossed, 3), (compared, 4)):
        cells = table.locator(".name")
        expect(cells).to_have_count(names)
        for cell in cells.all():
            found = cell.evaluate(MEASURED)
            assert found["text"] in ("a", "b", HOSTILE)
            assert found["size"] > 13
            assert found["size"] <= found["height"] <= found["high"]
            assert found["size"] / 3 * min(len(found["text"]), 20) <= found["width"] <= found["wide"]
    if width == 1200:
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SCREENSHOTS / "report.png", full_page=True)


def test_the_style_of_the_board_reaches_nothing_but_the_board(page: Any) -> None:
    reached = """css => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        const selectors = [...sheet.cssRules].flatMap(rule => rule.selectorText ?? []);
        const met = selector => [...document.querySelectorAll(selector)].filter(one => !one.closest("#board"));
        return [selectors.length, selectors.filter(selector => met(selector).length)];
    }"""
    rules, stray = page.evaluate(reached, board_style())
    assert rules > 50
    assert stray == []
