"""Photograph every game on every screen: ``python docs/make_looks.py [GAME ...]`` fills ``build/looks``.

A first visit, the middle of a game and its end, each from a phone to a wall, in light and in dark colours: one picture
each, and a sheet with all screens of one moment. Needs what `make_pictures.py` needs.
"""

import io
import sys
from pathlib import Path

from make_pictures import launched, link, moves, served
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from sttt.players.registry import GAMES, levels

FOLDER = Path(__file__).parent.parent / "build" / "looks"
SIZES = ((390, 844), (844, 390), (820, 1180), (1440, 900), (3840, 2160))
COLOURS = ("light", "dark")
MOMENTS = {"first": 0, "middle": 7, "end": 200}
"""What is photographed, and after how many turns at most."""
TALL = 560
"""Pixels of a screen on a sheet."""


def main() -> None:
    """Photograph the games named, or all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as playwright:
        browser = launched(playwright)
        for name in sys.argv[1:] or GAMES.names():
            for moment, turns in MOMENTS.items():
                draw(browser, address, name, moment, moves(name, _player(name), turns))
        browser.close()


def _player(name: str) -> str:
    """Return the level that plays against itself in the pictures."""
    found = levels(GAMES.find(name))
    return found[len(found) // 3].name


def draw(browser: Browser, address: str, name: str, moment: str, played: list[str]) -> None:
    """Save what one moment of a game looks like on all screens."""
    shots = [
        shot(browser, f"{address}#{link(name, played)}" if played else address, name, size, colours)
        for colours in COLOURS
        for size in SIZES
    ]
    for picture, (colours, size) in zip(shots, ((c, s) for c in COLOURS for s in SIZES), strict=True):
        picture.save(FOLDER / f"{name}-{moment}-{size[0]}x{size[1]}-{colours}.png")
    small = [picture.resize((round(picture.width * TALL / picture.height), TALL)) for picture in shots]
    rows = [small[: len(SIZES)], small[len(SIZES) :]]
    sheet = Image.new("RGB", (sum(one.width + 10 for one in rows[0]), 2 * TALL + 10), "gray")
    for top, row in enumerate(rows):
        left = 0
        for one in row:
            sheet.paste(one, (left, top * (TALL + 10)))
            left += one.width + 10
    sheet.save(FOLDER / f"{name}-{moment}.png")


def shot(browser: Browser, address: str, name: str, size: tuple[int, int], colours: str) -> Image.Image:
    """Return what the page shows to somebody who has never been there."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="reduce",
        color_scheme="dark" if colours == "dark" else "light",
    )
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("[data-cell].x" if "#" in address else "[data-cell].free")
    if "#" not in address:
        _choose(page, name)
    page.wait_for_load_state("networkidle")
    page.evaluate("scrollTo(0, 0)")
    taken = page.screenshot()
    context.close()
    return Image.open(io.BytesIO(taken)).convert("RGB")


def _choose(page: Page, name: str) -> None:
    page.select_option("#game", name)
    page.wait_for_function("name => document.documentElement.dataset.game === name", arg=name)


if __name__ == "__main__":
    main()
