"""Counting the lines of a grid that only one side has marked, and evaluations that weigh these counts."""

from collections.abc import Mapping
from functools import lru_cache

from sttt.games.grid import GridPosition

_MEMORY = 1 << 18
"""Positions whose evaluation is kept: transpositions are many."""


def line_counts(lines: tuple[int, ...], own: int, other: int) -> list[int]:
    """Return, indexed by n from 0, how many lines have exactly n of the marks `own` and none of `other`.

    Lines with no mark at all are not counted: entry 0 is 0.
    """
    counts = [0] * (1 + max(line.bit_count() for line in lines))
    for line in lines:
        marks = own & line
        if marks and not other & line:
            counts[marks.bit_count()] += 1
    return counts


class LineEvaluation:
    """The weighted counts of X's lines minus O's, the form of evaluation that both assignments print."""

    def __init__(self, lines: tuple[int, ...], weights: Mapping[int, int]) -> None:
        """Lines with n marks of one side and none of the other weigh ``weights[n]``, the others nothing."""
        self._lines = lines
        self._weights = [weights.get(count, 0) for count in range(1 + max(line.bit_count() for line in lines))]
        self._value = lru_cache(maxsize=_MEMORY)(self._weigh)

    def __call__(self, position: GridPosition) -> int:
        """Return the value of a position from X's point of view."""
        return self._value(position.x, position.o)

    def _weigh(self, x: int, o: int) -> int:
        weights = self._weights
        value = 0
        for line in self._lines:
            if x & line:
                if not o & line:
                    value += weights[(x & line).bit_count()]
            elif o & line:
                value -= weights[(o & line).bit_count()]
        return value
