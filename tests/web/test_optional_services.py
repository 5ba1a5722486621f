"""The page in a browser that refuses what a page may do without: the property itself throws."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.browser import Server, expect, served
from support.tab import KEPT, Tab

OF_THE_WINDOW = [
    *("localStorage", "sessionStorage", "indexedDB", "caches", "Notification", "AudioContext", "matchMedia"),
    *("ResizeObserver", "BroadcastChannel", "Worker", "SharedWorker"),
]
"""Without those that Playwright itself needs in the page."""
OF_THE_NAVIGATOR = [
    *("serviceWorker", "clipboard", "languages", "share", "storage", "locks", "permissions", "wakeLock", "vibrate"),
]

REFUSE = """
const refuse = (owner, name) =>
  Object.defineProperty(owner, name, { configurable: true, get() { throw new DOMException(name, "SecurityError"); } });
for (const name of WINDOW) refuse(globalThis, name);
for (const name of NAVIGATOR) refuse(navigator, name);
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "1") as running:
        yield running


def plays(browser: Any, server: Server, window: list[str], navigator: list[str]) -> None:
    """Place a mark, switch a sound on, and undo, with these services refused; nothing is thrown."""
    tab = Tab(browser, server, **KEPT)
    try:
        tab.context.add_init_script(REFUSE.replace("WINDOW", str(window)).replace("NAVIGATOR", str(navigator)))
        tab.open("four-by-four")
        tab.page.click("#rules")
        tab.page.click("#sound")
        tab.page.keyboard.press("Escape")
        tab.page.click("[data-cell='3']")
        expect(tab.page.locator("[data-cell='3'].x, [data-cell='3'] .x").first).to_be_visible()
        tab.reads("#place", "1 / 1")
        tab.page.click("#undo")
        tab.reads("#place", "0 / 1")
        assert tab.errors == [], (window, navigator)
    finally:
        tab.context.close()


def test_the_page_plays_where_every_optional_service_is_refused(browser: Any, server: Server) -> None:
    plays(browser, server, OF_THE_WINDOW, OF_THE_NAVIGATOR)


@pytest.mark.parametrize("name", OF_THE_WINDOW[:8])
def test_the_page_plays_where_one_service_of_the_window_is_refused(browser: Any, server: Server, name: str) -> None:
    plays(browser, server, [name], [])


@pytest.mark.parametrize("name", OF_THE_NAVIGATOR[:3])
def test_the_page_plays_where_one_service_of_the_navigator_is_refused(browser: Any, server: Server, name: str) -> None:
    plays(browser, server, [], [name])


def test_a_language_is_kept_by_the_address_where_storage_is_refused(browser: Any, server: Server) -> None:
    tab = Tab(browser, server, **KEPT)
    tab.context.add_init_script(REFUSE.replace("WINDOW", '["localStorage"]').replace("NAVIGATOR", "[]"))
    tab.open("four-by-four")
    tab.page.click("#rules")
    tab.page.select_option("#language", "de")
    expect(tab.page.locator("html")).to_have_attribute("lang", "de")
    assert tab.errors == []
    tab.context.close()
