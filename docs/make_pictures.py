"""Make the pictures of the README and of these pages from the real program: ``python docs/make_pictures.py``.

A browser photographs what ``sttt serve`` shows; what commands print at a terminal becomes SVG. Needs Debian's
``chromium``, playwright and Pillow (the extra ``docs``), and no network. Given the folder of a class that has been run,
such as that of ``benchmarks/class_of_forty.py``, it photographs the pages of the class and no others.
"""

import io
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Browser, Playwright, ViewportSize, sync_playwright
from rich.console import Console
from rich.text import Text

from sttt.players.player import Limits
from sttt.players.registry import game, make_player

IMAGES = Path(__file__).parent / "images"
STTT = Path(sys.executable).with_name("sttt")
COLOURS = 96
"""In a picture's palette: the page has few colours, and such a picture weighs a third of one with all of them."""
SIZE = {"width": 1180, "height": 760}
FILMED = ("super-ttt", "budget-10k", 40)
"""The game that is shown turn by turn, its player, and how many turns at most."""
FRAME = {"width": 560, "height": 860}
LOOKS = (
    (1920, 1080, "light"),
    (1920, 1080, "dark"),
    (820, 1180, "light"),
    (844, 390, "dark"),
    (390, 844, "light"),
    (390, 844, "dark"),
)
"""Desk, tablet and phone: width, height and colours in which each game is photographed for one picture."""
LOOK_HEIGHT = 400

GAMES = {"super-ttt": ("budget-1k", 9), "connect-four": ("mcts-1k", 14), "qubic": ("qubic-blocks", 14)}
"""Who plays how many turns of each game until its picture is taken."""
OTHERS = {"four-by-four": ("mcts-100", 7), "three-by-four": ("mcts-100", 4)}
"""The same for games that are only in the pictures of all looks."""

GROUP = "toad"
"""The group of the class of forty that is shown why it lost."""

COMMANDS = {
    "analyze": (
        "analyze --nodes 200000 "
        "xx......./oo......./........./........./....x..../........./........./........./.........:o2"
    ),
    "solve": "solve ox..x.x../ox..oo.xx/x...x..../..o.x.o.x/x.....x../ox.o.o.x./xo....o../o.oxx.xo./o.o..xoo.:x1",
}
"""What is printed in a picture."""


def main() -> None:
    """Make them all, or those of the class in a folder."""
    IMAGES.mkdir(exist_ok=True)
    if len(sys.argv) > 1:
        with sync_playwright() as playwright:
            draw_class(launched(playwright), Path(sys.argv[1]).resolve() / "results")
        return
    for name, command in COMMANDS.items():
        draw_output(name, command.split())
    with served() as address, sync_playwright() as playwright:
        browser = launched(playwright)
        for name, (player, turns) in GAMES.items():
            save(photograph(browser, f"{address}#{link(name, moves(name, player, turns))}", SIZE), f"{name}.png")
        for name, (player, turns) in (GAMES | OTHERS).items():
            draw_looks(browser, f"{address}#{link(name, moves(name, player, turns))}", name)
        draw_film(browser, address)
        browser.close()


def launched(playwright: Playwright) -> Browser:
    """Return a running browser, the one with windows or the one without."""
    program = shutil.which("chromium") or shutil.which("chromium-headless-shell")
    return playwright.chromium.launch(
        executable_path=program, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    )


@contextmanager
def served() -> Iterator[str]:
    """Run ``sttt serve`` at a free port; give its address."""
    with subprocess.Popen([STTT, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True) as running:
        try:
            yield re.findall(r"http://\S+", running.stdout.readline() if running.stdout else "")[0]
        finally:
            running.terminate()


def moves(name: str, player_name: str, turns: int) -> list[str]:
    """Return the first turns of a player against itself, as an address has them."""
    rules, player = game(name), make_player(player_name, seed=7)
    position, played = rules.start(), []
    while len(played) < turns and not position.result:
        turn = player.choose(position, Limits()).turn
        position, _ = rules.enter_turn(position, turn)
        played.append(".".join(str(square) for square in turn if square is not None))
    player.close()
    return played


def link(name: str, played: Sequence[str]) -> str:
    """Return the end of an address that shows a game after these turns."""
    return urlencode({"game": name, "turns": "_".join(played)})


def photograph(
    browser: Browser, address: str, size: ViewportSize, colours: Literal["light", "dark"] = "light", part: str = "body"
) -> Image.Image:
    """Return what a page shows, or a part of it."""
    context = browser.new_context(viewport=size, reduced_motion="reduce", color_scheme=colours)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("[data-cell].x")
    for offer in page.get_by_role("button", name="No thanks").all():
        offer.click()
    page.wait_for_load_state("networkidle")
    page.evaluate("scrollTo(0, 0)")
    shot = page.screenshot() if part == "body" else page.locator(part).first.screenshot()
    context.close()
    return Image.open(io.BytesIO(shot)).convert("RGB")


def save(picture: Image.Image, name: str) -> None:
    """Save a picture in few colours."""
    picture.quantize(COLOURS).save(IMAGES / name, optimize=True)


def draw_looks(browser: Browser, address: str, name: str) -> None:
    """Save a game on desk, tablet and phone, light and dark, side by side."""
    looks = [photograph(browser, address, {"width": w, "height": h}, colours) for w, h, colours in LOOKS]
    looks = [look.resize((round(look.width * LOOK_HEIGHT / look.height), LOOK_HEIGHT)) for look in looks]
    sheet = Image.new("RGB", (sum(look.width for look in looks) + 10 * (len(looks) - 1), LOOK_HEIGHT), "white")
    left = 0
    for look in looks:
        sheet.paste(look, (left, 0))
        left += look.width + 10
    sheet.save(IMAGES / f"looks-{name}.webp", quality=80)


def draw_film(browser: Browser, address: str) -> None:
    """Save a game, a picture a turn."""
    name, player, turns = FILMED
    played = moves(name, player, turns)
    games = [f"{address}#{link(name, played[:count])}" for count in range(1, len(played) + 1)]
    frames = [photograph(browser, one, FRAME, part="#board").quantize(COLOURS) for one in games]
    times = [900] * (len(frames) - 1) + [4000]  # milliseconds
    frames[0].save(IMAGES / "game.gif", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)


def draw_class(browser: Browser, results: Path) -> None:
    """Save the top of the class's page, and of why a group lost its games."""
    page = browser.new_page(viewport={"width": 1100, "height": 900})
    page.goto((results / "index.html").as_uri())
    save(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), "class.png")
    page.set_viewport_size({"width": 1100, "height": 700})
    page.goto((results / "groups" / GROUP / "index.html").as_uri())
    page.get_by_role("heading", name="Why games were lost").evaluate("heading => scrollTo(0, heading.offsetTop - 30)")
    save(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), "class-group.png")


def draw_output(name: str, arguments: Sequence[str]) -> None:
    """Save what a command prints, below the command itself."""
    done = subprocess.run([STTT, *arguments], capture_output=True, text=True, check=True)
    console = Console(record=True, width=100, file=io.StringIO())
    console.print(Text(f"$ sttt {' '.join(arguments)}\n\n{done.stdout}"))
    drawn = re.sub(r"@font-face \{.*?\}", "", console.export_svg(title="sttt"), flags=re.DOTALL)  # from elsewhere
    (IMAGES / f"{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
