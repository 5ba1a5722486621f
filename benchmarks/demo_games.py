"""How well and how fast the demo plays: games between two players of it in Chromium, with the network cut.

The folder comes from `python docs/make_demo.py`. It is given out by a web server until the browser has kept it; then
the server is stopped and the browser is set offline, and all games are played on the page. Printed are the seconds to
the board and to the first turn of an engine, on a first visit and on a later one, and who has won how often. `--slower`
slows the page's own thread down by a factor; Python, in a worker, keeps its speed.

    python benchmarks/demo_games.py --games 20 --player alpha-beta --against offensive --seconds 1
"""

import argparse
import os
import shutil
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

FOLDER = Path(__file__).parent.parent / "build" / "extra" / "demo"
PATIENCE = 600_000


class Quiet(SimpleHTTPRequestHandler):
    """Gives out files."""

    def log_message(self, *_: object) -> None:
        """Say nothing of requests."""


def first_turn(page: Page, address: str) -> None:
    """Open the page, play X's first turn, and print the seconds to the board and to O's marks."""
    began, used = time.monotonic(), processor_seconds(page)
    page.goto(address)
    page.wait_for_selector(".cell.free", timeout=PATIENCE)
    board = time.monotonic() - began
    page.click("[data-cell='40']")
    page.click("[data-cell='36']")
    page.wait_for_selector(".cell.o >> nth=1", timeout=PATIENCE)
    first = time.monotonic() - began
    used = processor_seconds(page) - used
    when = f"board after {board:.1f} s, an engine's first turn after {first:.1f} s"
    print(f"load {os.getloadavg()[0]:.1f}: {when} and {used:.1f} s of processor time", flush=True)


def processor_seconds(page: Page) -> float:
    """Return the processor time of all processes of the browser."""
    browser = page.context.browser
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo") if browser else {"processInfo": []}
    return sum(process["cpuTime"] for process in found["processInfo"])


def play(page: Page, x: str, o: str, seconds: str) -> str:
    """Play a game and return who has won it: x, o or draw."""
    for side in ("x", "o"):
        page.select_option(f"#who-{side}", "person")
    page.click("#new")
    expect(page.locator("#place")).to_have_text("0 / 0")
    for side, player in (("o", o), ("x", x)):  # nobody moves before the seats are taken
        page.select_option(f"#who-{side}", player)
        page.select_option(f"#time-{side}", seconds)
    page.wait_for_selector("html[data-turn='draw'], #review:not([hidden])", timeout=PATIENCE)
    return str(page.evaluate("document.documentElement.dataset.turn"))


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--game", default="super-ttt")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--player", default="alpha-beta")
    parser.add_argument("--against", default="offensive")
    parser.add_argument("--seconds", default="1")
    parser.add_argument("--slower", type=float, default=1)
    given = parser.parse_args()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=given.folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        program = shutil.which("chromium") or shutil.which("chromium-headless-shell")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        context = browser.new_context(reduced_motion="reduce", locale="en-US")
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": given.slower})
        address = f"http://127.0.0.1:{server.server_port}/"
        first_turn(page, address)
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        server.shutdown()
        server.server_close()
        context.set_offline(True)
        page.evaluate("() => [localStorage, sessionStorage].forEach((storage) => storage.clear())")
        first_turn(page, address)
        page.select_option("#game", given.game)
        page.select_option("#pace", "0")
        score = {given.player: 0, given.against: 0, "draw": 0}
        for number in range(given.games):
            sides = {"x": given.player, "o": given.against} if number % 2 else {"x": given.against, "o": given.player}
            began = time.monotonic()
            winner = play(page, sides["x"], sides["o"], given.seconds)
            score[sides.get(winner, "draw")] += 1
            print(
                f"game {number + 1}: {sides['x']} - {sides['o']}: {winner}, {time.monotonic() - began:.0f} s",
                flush=True,
            )
        print(score)
        browser.close()


if __name__ == "__main__":
    main()
