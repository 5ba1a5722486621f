"""The speed of the running machine, to compare it with others that have the same code."""

import time

from sttt.games.game import Position
from sttt.players import registry
from sttt.search.tree import perft

WINDOWS = 4
"""Measurements of which the best counts: in the others something else may have run."""
WINDOW_SECONDS = 0.12
"""Wall-clock time of each; longer than the slices in which a throttled machine runs and waits."""
VALID_SECONDS = 60.0
"""Seconds after which it is measured again: other programs come and go."""

_measured: dict[str, tuple[float, float]] = {}
"""When a game's was measured on `time.monotonic`, and what it was."""


def speed(game: str) -> float:
    """Return how often the rules of a game list all its positions after two placements, times a second."""
    now = time.monotonic()
    when, found = _measured.get(game, (now, 0.0))
    if not found or now - when > VALID_SECONDS:
        start = registry.game(game).start()
        found = max(_measure(start) for _ in range(WINDOWS))
        _measured[game] = now, found
    return found


def _measure(start: Position) -> float:
    times, begun = 0, time.monotonic()
    while (spent := time.monotonic() - begun) < WINDOW_SECONDS:
        perft(start, 2)
        times += 1
    return times / spent
