"""The speed of the running machine, to compare it with others that have the same code."""

import time

from sttt.players import registry
from sttt.search.tree import perft

MEASURED_SECONDS = 0.3
"""Wall-clock time of a measurement; long beside the slices in which a throttled machine runs and waits."""
VALID_SECONDS = 60.0
"""Seconds after which it is measured again: other programs come and go."""

_measured: dict[str, tuple[float, float]] = {}
"""When a game's was measured on `time.monotonic`, and what it was."""


def speed(game: str) -> float:
    """Return how often the rules of a game list all its positions after two placements, times a second."""
    now = time.monotonic()
    when, found = _measured.get(game, (now, 0.0))
    if not found or now - when > VALID_SECONDS:
        start, times = registry.game(game).start(), 0
        while time.monotonic() - now < MEASURED_SECONDS:
            perft(start, 2)
            times += 1
        found = times / (time.monotonic() - now)
        _measured[game] = now, found
    return found
