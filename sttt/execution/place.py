"""The process that does a piece of work: its name on a cluster, and whether its machine has held it up."""

import threading
import time
from types import TracebackType
from typing import Self


class _Place:
    """The name of this process."""

    name: str | None = None


def place() -> str | None:
    """Return the name of this process as a worker of a cluster; None elsewhere."""
    return _Place.name


def name_place(name: str) -> None:
    """Name this process."""
    _Place.name = name


_TICK_SECONDS = 0.02


class HoldUps:
    """Watches, inside a `with` block, how long this process is not running although it would.

    A thread wakes up fifty times a second. It comes late where the process is stopped, its machine sleeps or is
    throttled, or others take the processor.
    """

    def __init__(self) -> None:
        self.longest = 0.0
        """Longest hold-up in seconds since this was last set to 0."""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def _watch(self) -> None:
        before = time.monotonic()
        while not self._over.wait(_TICK_SECONDS):
            now = time.monotonic()
            self.longest = max(self.longest, now - before - _TICK_SECONDS)
            before = now

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()
