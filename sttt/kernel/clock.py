"""The clock that the compiled loops look at."""

import time


def now() -> float:
    """Return `time.monotonic()`. Being interpreted, it also lets Ctrl-C in, which compiled code would keep out."""
    return time.monotonic()
