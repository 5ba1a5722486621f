"""Numbers from outside, bounded once where they enter; and moments turned into waits that every system can keep.

Whoever is given a number by a person, a file, a client or a stranger's program asks here whether it is one. Whoever
waits for a moment asks here for how long, and looks at the clock again afterwards.
"""

import math
import time
from contextlib import suppress
from operator import index
from typing import SupportsFloat, SupportsIndex

from sttt.errors import NumberError, shown

MOST_SECONDS = 10_000_000.0
"""The longest time limit, 115 days: nobody waits longer, and sums of such limits stay exact to the microsecond."""

MOST_COUNT = 2**62
"""The most nodes: what the compiled searches count with has 63 bits."""

MOST_DEPTH = 10**6
"""The most plies of a search; no game lasts as long."""

MOST_GAMES = 10**9
"""The most games of a series."""

MOST_SEED = 2**63 - 1
"""The largest seed, and `-MOST_SEED` the smallest: what an archive and other programs can keep."""

LONGEST_WAIT = 2_000_000.0
"""Seconds, 23 days: `epoll` and `poll` count milliseconds in 32 bits, which ends after 24.8 days."""


def wait_until(moment: float) -> float:
    """Return for how many seconds to wait for a moment on `time.monotonic` before looking at the clock again.

    That is nothing once it is over, and never more than `LONGEST_WAIT`, however far away it is.
    """
    return min(max(0.0, moment - time.monotonic()), LONGEST_WAIT)


def seconds(value: float, name: str) -> float:
    """Return a number of seconds above 0 and at most `MOST_SECONDS` as a float; raises `NumberError`."""
    number = _real(value)
    if not 0 < number <= MOST_SECONDS:
        raise NumberError(f"{name} is {shown(value)}; expected seconds above 0, at most {MOST_SECONDS:.0f}")
    return number


def seconds_or_none(value: float, name: str) -> float:
    """Return a number of seconds, or 0; otherwise as `seconds`."""
    return 0.0 if _real(value) == 0 else seconds(value, name)


def moment(value: float, name: str) -> float:
    """Return a moment on `time.monotonic`, which may be over or never come; raises `NumberError` for what is none."""
    number = _real(value)
    if math.isnan(number):
        raise NumberError(f"{name} is {shown(value)}; expected a moment on time.monotonic()")
    return number


def _real(value: object) -> float:
    """Return a real number as a float, an integer that is too large for one as infinity, and NaN for anything else."""
    if isinstance(value, bool) or not isinstance(value, float | int | SupportsFloat | SupportsIndex):
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf
    except (TypeError, ValueError):
        return math.nan


def whole(value: object, name: str) -> int:
    """Return a whole number, Python's or NumPy's, as Python's; nothing is rounded. Raises `NumberError`."""
    if isinstance(value, int | SupportsIndex) and not isinstance(value, bool):  # a protocol alone takes microseconds
        with suppress(TypeError):  # an array of several numbers, or of fractions
            return index(value)
    raise NumberError(f"{name} is {shown(value)}; expected a whole number")


def count(value: object, name: str, *, least: int = 1, most: int = MOST_COUNT) -> int:
    """Return a whole number from `least` to `most`; raises `NumberError`."""
    number = whole(value, name)
    if not least <= number <= most:
        raise NumberError(f"{name} is {shown(value)}; expected a whole number from {least} to {most}")
    return number


def efforts(nodes: object, depth: object) -> None:
    """Refuse limits of a search that are neither None nor whole numbers from 1 on with `NumberError`."""
    if nodes is not None:
        count(nodes, "nodes")
    if depth is not None:
        count(depth, "depth", most=MOST_DEPTH)


def seed(value: object, name: str = "seed") -> int:
    """Return a seed; raises `NumberError` for what is no whole number of 64 bits."""
    return count(value, name, least=-MOST_SEED, most=MOST_SEED)
