"""What those meet who do not see the page, or need its contrast: axe finds nothing wrong with any of its states."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.browser import Server, expect, served, violations
from support.tab import GAMES, SIZES, Tab


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "2") as running:
        yield running


def wrong(tab: Tab, *rules: str) -> list[tuple[str, str]]:
    """Return what axe finds wrong with what is on the screen, by these rules or all; of an open dialog alone."""
    dialog = "dialog[open]" if tab.page.locator("dialog[open]").count() else None
    found = violations(tab.page, *rules, context=dialog)
    return [(violation["id"], violation["nodes"][0]["html"]) for violation in found]


def wrong_by_day_and_night(tab: Tab) -> list[tuple[str, str]]:
    """Return what is wrong in light colours, and with the contrast in dark ones: nothing else depends on them."""
    found = wrong(tab)
    tab.page.emulate_media(color_scheme="dark")
    found += wrong(tab, "color-contrast")
    tab.page.emulate_media(color_scheme="light")
    return found


@pytest.mark.parametrize("game", list(GAMES))
def test_axe_finds_nothing_wrong_with_any_game(browser: Any, server: Server, game: str) -> None:
    tab = Tab(browser, server).open(game, GAMES[game])
    for button in ("truth", "threats"):
        tab.page.click(f"#{button}")
    expect(tab.page.locator("#known-list li")).not_to_have_count(0)
    for size in ("desk", "phone", "phone-side"):
        tab.page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
        assert (size, wrong_by_day_and_night(tab)) == (size, [])
        for dialog in ("rules", "shelf-open", "friend", "files") if size == "phone" else ():
            tab.page.click(f"#{dialog}")
            assert (size, dialog, wrong_by_day_and_night(tab)) == (size, dialog, [])
            tab.page.keyboard.press("Escape")
    tab.context.close()


def test_axe_finds_nothing_wrong_with_first_steps_evaluation_and_review(browser: Any, server: Server) -> None:
    tab = Tab(browser, server).open("three-by-four")
    tab.reads("#coach", "New here")
    assert ("offer", wrong_by_day_and_night(tab)) == ("offer", [])
    tab.page.locator("#coach button").first.click()
    tab.reads("#coach", "Step 1 of 5")
    assert ("step", wrong_by_day_and_night(tab)) == ("step", [])
    tab.page.get_by_role("button", name="Leave").click()
    tab.page.click("#analysis")
    tab.reads("#verdict", r"\d|Proven")
    assert ("evaluation", wrong_by_day_and_night(tab)) == ("evaluation", [])
    tab.page.click("#analysis")
    for cell in (5, 0, 6, 1, 7):  # the row is complete
        tab.page.click(f"[data-cell='{cell}']")
    tab.reads("#status", "has won")
    assert ("ended", wrong_by_day_and_night(tab)) == ("ended", [])
    tab.page.click("#review")
    expect(tab.page.locator("#review-pane textarea")).to_be_visible()
    assert ("review", wrong_by_day_and_night(tab)) == ("review", [])
    tab.context.close()


def test_axe_finds_nothing_wrong_with_a_room(browser: Any, tmp_path: Path) -> None:
    with served("--searches", "1", "--rooms", str(tmp_path)) as server:
        tab = Tab(browser, server).open("connect-four")
        tab.page.click("#friend")
        tab.page.select_option("#room-clock", "5")
        assert ("form", wrong_by_day_and_night(tab)) == ("form", [])
        tab.page.click("#room-create")
        expect(tab.page.locator("#friend-link")).to_be_visible()
        assert ("links", wrong_by_day_and_night(tab)) == ("links", [])
        tab.page.keyboard.press("Escape")
        expect(tab.page.locator("#room [data-act='resign']")).to_be_visible()
        assert ("room", wrong_by_day_and_night(tab)) == ("room", [])
        tab.context.close()
