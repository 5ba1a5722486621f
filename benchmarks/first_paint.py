"""How soon the page is there on a slow network: largest contentful paint, the board, and from a click to its mark.

`sttt serve` gives out the page, Chromium adds a latency to every request; the profile is empty each time. Printed are
medians in milliseconds.

    python benchmarks/first_paint.py --latency 20 800 --times 5
"""

import argparse
import os
import re
import shutil
import subprocess
from statistics import median

from playwright.sync_api import Browser, sync_playwright

PATIENCE = 120_000

WATCH = """
window.paints = [];
new PerformanceObserver((list) => {
  for (const { startTime, element } of list.getEntries()) paints.push([startTime, element?.id || element?.tagName]);
}).observe({ type: "largest-contentful-paint", buffered: true });
new MutationObserver(() => {
  if (!window.shown && document.querySelector(".cell.free")) window.shown = performance.now();
}).observe(document, { subtree: true, childList: true, attributes: true });
"""

CLICK = """() => new Promise((resolve) => {
  const cell = document.querySelector("[data-cell='40']");
  const began = performance.now();
  new MutationObserver(() => {
    if (document.querySelector("[data-cell='40'].x")) resolve(performance.now() - began);
  }).observe(document, { subtree: true, childList: true, attributes: true });
  cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""


def measure(browser: Browser, address: str, latency: int) -> tuple[float, float, float, str, int]:
    """Return milliseconds to the largest paint, to the board and from click to mark; what was painted; requests."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-US")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(WATCH)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    speed = {"downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", {"offline": False, "latency": latency, **speed})
    page.goto(address)
    page.wait_for_selector(".cell.free")
    before = len(asked)
    page.wait_for_timeout(500)
    found = page.evaluate("[paints.at(-1)[0], shown, paints.at(-1)[1]]")
    click = page.evaluate(CLICK)
    context.close()
    return found[0], found[1], click, str(found[2]), before


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--latency", type=int, nargs="+", default=[20, 800])
    parser.add_argument("--times", type=int, default=5)
    given = parser.parse_args()
    server = subprocess.Popen(["sttt", "serve", "--port", "0", "--searches", "1"], stdout=subprocess.PIPE, text=True)  # noqa: S607
    try:
        found = re.search(r"http://\S+", server.stdout.readline() if server.stdout else "")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for latency in given.latency:
                runs = [measure(browser, found[0] if found else "", latency) for _ in range(given.times)]
                paint, board, click = (median(run[part] for run in runs) for part in range(3))
                what = f"largest paint {paint:.0f} ({runs[-1][3]}), board {board:.0f}, click to mark {click:.0f}"
                print(f"latency {latency}: {what}, {runs[-1][4]} requests, load {os.getloadavg()[0]:.1f}", flush=True)
            browser.close()
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
