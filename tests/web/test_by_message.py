"""Games by message: two browsers that share nothing but links."""

import hashlib
import re
from collections.abc import Iterator
from typing import Any

import pytest
from support.browser import Server, expect, served, violations
from support.tab import Tab

CODES = {60: "79a4aaeff5407ad3", 700: "a1b5886e28ccd412"}
"""Of texts of these lengths, the code that the package qrcode 8 makes (level L, mask 0), as the start of a SHA-256."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--searches", "1") as running:
        yield running


@pytest.mark.parametrize(("game", "first", "second"), [("four-by-four", "X", "O"), ("three-by-four", "O", "X")])
def test_a_link_carries_the_game_to_and_fro(browser: Any, server: Server, game: str, first: str, second: str) -> None:
    one, two = (Tab(browser, server) for _ in range(2))
    one.open(game)
    one.page.click("#friend")
    one.page.click("[data-message='begin']")
    one.reads("#message", f"you are {first}")
    one.page.click("[data-cell='3']")
    link = one.page.locator("#message-link").input_value()
    one.page.click("[data-cell='0']")
    one.reads("#explain", "your friend's turn")
    assert one.page.locator("#hint").is_disabled()
    two.page.goto(link)
    two.reads("#message", f"you are {second}")
    two.reads("#explain", "Your turn")
    two.page.click("[data-cell='5']")
    back = two.page.locator("#message-link").input_value()
    one.page.reload()  # the tab was closed meanwhile
    one.page.goto(back)
    one.reads("#place", "2 / 2")
    one.reads("#message", f"you are {first}")
    assert one.page.locator("#earlier").is_hidden()  # it is the same game
    one.page.goto(link)  # one's own old link changes nothing
    one.reads("#place", "2 / 2")
    one.reads("#message", f"you are {first}")
    one.page.click("[data-cell='6']")
    expect(one.page.locator("#message-link")).to_have_value(re.compile("turns=3_5_6"))
    one.page.click("#message summary")
    assert one.page.locator("#message svg.code").is_visible()
    assert violations(one.page, context="#message") == []
    assert one.errors == two.errors == []


@pytest.mark.parametrize(("game", "first", "second"), [("four-by-four", "X", "O"), ("three-by-four", "O", "X")])
def test_whoever_lets_the_friend_begin_sends_the_first_link(
    browser: Any, server: Server, game: str, first: str, second: str
) -> None:
    one, two = (Tab(browser, server) for _ in range(2))
    one.open(game)
    one.page.click("#friend")
    one.page.click("[data-message='follow']")
    one.reads("#message", f"you are {second}")
    one.reads("#explain", "Send the link")
    two.page.goto(one.page.locator("#message-link").input_value())
    two.reads("#message", f"you are {first}")
    two.page.click("[data-cell='3']")
    expect(two.page.locator("#message-link")).to_have_value(re.compile("turns=3$"))


@pytest.mark.parametrize(("length", "wanted"), CODES.items())
def test_a_code_is_what_another_encoder_makes(tab: Tab, length: int, wanted: str) -> None:
    tab.open("four-by-four")
    text = ("https://example.org/demo/#game=super-ttt&turns=" + "40.36_76.13_" * 90)[:length]
    path = tab.page.evaluate("async (text) => (await import('/static/qr.js')).code(text).path", text)
    assert hashlib.sha256(path.encode()).hexdigest()[:16] == wanted
