"""A real server and a real browser for the tests of the page: both run apart from the tests' own process."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright
from support.command import STTT

CHROMIUM = shutil.which("chromium")
"""Debian's browser."""

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Chromium's flags: it runs as root in a container, and talks to nobody but our server."""

SCREENSHOTS = Path(__file__).parent.parent.parent / "build" / "screenshots"
"""Kept after the tests, in a folder that git ignores."""


class Server:
    """``sttt serve`` as a user starts it; can be killed and started again at the same port."""

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        """Start it and wait until it says where it is."""
        port = self.address.rstrip("/").rpartition(":")[2] or "0"
        command = [STTT, "serve", "--port", port, *self._arguments]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        self.address = self._process.stdout.readline().split()[4]

    def stop(self, sent: signal.Signals = signal.SIGTERM) -> int:
        """Stop it with a signal; return its exit status."""
        assert self._process
        assert self._process.stdout
        self._process.send_signal(sent)
        status = self._process.wait(timeout=30)
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
def served(*arguments: str) -> Iterator[Server]:
    """Run a server for as long as the block lasts."""
    server = Server(*arguments)
    server.start()
    try:
        yield server
    finally:
        if server.is_running:
            server.stop()


@contextmanager
def chromium() -> Iterator[Any]:
    """Run a headless browser; skips the test where there is none, unless CI says that there must be one."""
    if CHROMIUM is None and os.environ.get("CI") != "true":
        pytest.skip("no chromium on the PATH: install Debian's package chromium to run the browser tests")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()
