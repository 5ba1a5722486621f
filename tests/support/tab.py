"""A tab of the page, as tests of what a player sees hold it."""

import re
from contextlib import nullcontext
from typing import Any

from support.browser import PATIENCE, Server, expect

USUAL = {
    "viewport": {"width": 1280, "height": 800},
    "reduced_motion": "reduce",
    "locale": "en-US",
    "service_workers": "block",
}
"""Playwright's options of a browser context: the worker that keeps the page would fetch all of it a second time."""

KEPT = {"service_workers": "allow"}
"""Those of a test of how the page is kept."""

GAMES = {
    "super-ttt": "turns=40.36_76.13_4.8_67.58_44.22_17.9_31.27_68.59",
    "qubic": "turns=21_22_42_41_0_63_12_3_9_30",
    "connect-four": "turns=3_3_3_2_2_4_4_1_5_5",
    "four-by-four": "turns=5_6_10_9_0_15",
    "three-by-four": "turns=5_6_9",
}
"""A game under way of each kind, as an address says it."""

SIZES = {"phone": (390, 844), "phone-side": (844, 390), "tablet": (820, 1180), "desk": (1280, 800), "hd": (1920, 1080)}
"""The screens that a page is looked at on: width and height."""


class Tab:
    """A tab of its own browser profile."""

    def __init__(self, browser: Any, server: Server, **how: Any) -> None:
        """Open an empty tab; `how` are Playwright's options of a browser context."""
        self.address = server.address
        self.context = browser.new_context(**USUAL | how)
        self.errors: list[str] = []
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)

    def open(self, game: str, turns: str = "") -> "Tab":
        """Open a game for two persons."""
        self.page.goto(f"{self.address}#game={game}&{turns}")
        self.page.wait_for_selector(".cell.free, .cell.x")
        self.page.evaluate("import('/static/main.js')")  # from now on keys are heard
        for side in "xo":
            asked = self.page.expect_response("**/api/view") if turns else nullcontext()
            with asked:  # what a test does next has the wire to itself
                self.page.select_option(f"#who-{side}", "person")
        return self

    def reads(self, selector: str, pattern: str) -> None:
        """Wait until an element's text has a match of the pattern."""
        expect(self.page.locator(selector)).to_have_text(re.compile(pattern, re.DOTALL))

    def badge(self, cell: int) -> str:
        """Return what a cell's badge says."""
        return str(self.page.locator(f"[data-cell='{cell}'] .badge text").text_content())
