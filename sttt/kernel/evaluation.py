"""The evaluation: what a side's big lines are worth, by how few placements each still needs."""

from functools import cache

from sttt.kernel.line_costs import unpack

WEIGHTS = (0, 1200, 800, 260, 120, 52, 22, 10, 5, 3)
"""Indexed by a line's cost: falling steeply, for a line is worth what it still lets its owner threaten."""

TEMPO = 60
"""What it is worth to be the side to move."""


@cache
def lines_value(word: int) -> int:
    """Return the worth of a side's packed line costs, in points; impossible lines are worth nothing."""
    return sum(WEIGHTS[line_cost] for line_cost in unpack(word) if line_cost < len(WEIGHTS))
