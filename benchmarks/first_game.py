"""Count what a first visit takes to a first finished game: ``python benchmarks/first_game.py`` prints a table.

A new visitor opens the page, chooses the game and places marks by chance until it is over, against the opponent
that the page proposes. Clicks are those on the page, the choice of the game among them; words and controls are those
on the first screen.
"""

import random
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from sttt.players.registry import GAMES

sys.path.insert(0, str(Path(__file__).parent.parent / "docs"))
from make_pictures import launched, served

SIZE = {"width": 1440, "height": 900}
OVER = "() => !document.getElementById('ending').hidden"
MINE = "() => !document.getElementById('ending').hidden || document.querySelector('#board.open .cell.free')"
WORDS = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = (part) => part.checkVisibility() && part.getBoundingClientRect().width > 1
        && part.getBoundingClientRect().top < innerHeight;
    let words = 0;
    while (walker.nextNode()) {
        const part = walker.currentNode.parentElement;
        if (!part.closest("header, aside") || part.matches("option:not(:checked)")) continue;
        if (seen(part.closest("select") ?? part)) words += (walker.currentNode.data.match(/\\w+/g) ?? []).length;
    }
    return words;
}"""
CONTROLS = """() => [...document.querySelectorAll('button, select, summary')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 1 && box.top < innerHeight && one.checkVisibility();
}).length"""


def main() -> None:
    """Play the first game of each game, and print a line each."""
    print(f"{'game':14} {'controls':>8} {'words':>6} {'clicks':>6}  end")
    with served() as address, sync_playwright() as playwright:
        browser = launched(playwright)
        for name in GAMES.names():
            print(f"{name:14} " + "{:8} {:6} {:6}  {}".format(*first_game(browser, address, name)), flush=True)
        browser.close()


def first_game(browser: Browser, address: str, name: str) -> tuple[int, int, int, str]:
    """Return the controls and the words of the first screen, the clicks to the end, and what is said there."""
    page = browser.new_page(viewport=SIZE, reduced_motion="reduce", locale="en-US")
    page.goto(address)
    page.wait_for_selector(".cell.free")
    clicks = 0
    if page.input_value("#game") != name:
        page.select_option("#game", name)
        clicks += 1
    page.wait_for_function("name => document.documentElement.dataset.game === name", arg=name)
    controls, words = page.evaluate(CONTROLS), page.evaluate(WORDS)
    chance = random.Random(1)
    while True:
        page.wait_for_function(MINE)
        if page.evaluate(OVER):
            break
        before = page.locator("#board .cell:is(.x, .o)").count()
        free = page.locator("#board .cell.free")
        free.nth(chance.randrange(free.count())).click()
        clicks += 1
        page.wait_for_function(
            "count => document.querySelectorAll('#board .cell:is(.x, .o)').length > count", arg=before
        )
    said = page.inner_text("#status")
    page.close()
    return controls, words, clicks, said


if __name__ == "__main__":
    main()
