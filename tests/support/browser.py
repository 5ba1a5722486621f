"""A real server and a real browser for the tests of the page: both run apart from the tests' own process."""

import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from support.command import STTT
from support.memory import no_memory_limit
from support.missing import missing, require_program

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--ignore-certificate-errors",
)
"""Chromium's flags: it runs as root in a container, and talks to nobody but our server.

A certificate of a test's own is accepted at once. Told so later, by Playwright's ``ignore_https_errors``, Chromium
begins each request anew, and some end with ``ERR_TOO_MANY_RETRIES``.
"""

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "microsoft-edge")
"""The browsers that do, those without a window to draw first."""

SCREENSHOTS = Path(__file__).parent.parent.parent / "build" / "screenshots"
"""Kept after the tests, in a folder that git ignores."""

PATIENCE = 150_000
"""Milliseconds until something that a page does not do fails a test."""


def expect(found: Any) -> Any:
    """Return Playwright's assertions about a page or what is found on it; they wait for `PATIENCE`."""
    from playwright.sync_api import expect as expect_of  # noqa: PLC0415 - the extra `test-core` has none

    expect_of.set_options(timeout=PATIENCE)
    return expect_of(found)


def violations(page: Any, *rules: str, context: str | None = None) -> list[Any]:
    """Return the rules of accessibility that a page breaks, of all or of some, in all of it or below a selector."""
    from axe_playwright_python.base import AXE_SCRIPT  # noqa: PLC0415 - the same
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - the same

    axe = Axe("() => true" if page.evaluate("typeof axe === 'object'") else AXE_SCRIPT)
    options = {"resultTypes": ["violations"], **({"runOnly": list(rules)} if rules else {})}
    found: list[Any] = axe.run(page, context=context, options=options).response["violations"]
    return found


def becomes(read: Callable[[], object], wanted: object) -> None:
    """Wait until what is read of a page is what is wanted: a page does most things a moment later."""
    until = time.monotonic() + PATIENCE / 1000
    while (found := read()) != wanted:
        if time.monotonic() > until:
            raise AssertionError(f"read {found!r}, wanted {wanted!r}")
        time.sleep(0.05)


class Server:
    """``sttt serve`` as a user starts it; can be killed and started again at the same port."""

    def __init__(self, *arguments: str, descriptors: int | None = None, log: Path | None = None) -> None:
        """`descriptors` are the most that it may have, `log` is where its standard error goes."""
        self._arguments = arguments
        self._descriptors = descriptors
        self._log = log
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        """Start it and wait until it says where it is."""
        port = self.address.rstrip("/").rpartition(":")[2] or "0"
        command = [STTT, "serve", "--port", port, *self._arguments]
        if self._descriptors:
            command = ["/bin/sh", "-c", f'ulimit -n {self._descriptors}; exec "$@"', "sh", *command]
        with self._log.open("a") if self._log else nullcontext() as errors:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert self._process.stdout
        self.address = self._process.stdout.readline().split()[4]

    def stop(self, sent: signal.Signals = signal.SIGTERM) -> int:
        """Stop it with a signal; return its exit status."""
        assert self._process
        assert self._process.stdout
        self._process.send_signal(sent)
        status = self._process.wait(timeout=150)
        self._process.stdout.close()
        return status

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None


@contextmanager
def served(*arguments: str, descriptors: int | None = None, log: Path | None = None) -> Iterator[Server]:
    """Run a server for as long as the block lasts."""
    server = Server(*arguments, descriptors=descriptors, log=log)
    server.start()
    try:
        yield server
    finally:
        if server.is_running:
            server.stop()


@contextmanager
def chromium() -> Iterator[Any]:
    """Run the first browser that is there, headless; tests take the fixture `browser`."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 - the same
    except ImportError:
        missing("Playwright is not installed")
    program = require_program(*BROWSERS)
    with no_memory_limit():
        playwright = sync_playwright().start()
    try:
        with no_memory_limit():
            browser = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        yield browser
        browser.close()
    finally:
        playwright.stop()
