"""The costs of the eight big lines of a side, packed into one 64-bit word, a byte a line.

Line `n` of `LITTLE_LINES` is byte `n`; its value is the sum of its three boards' costs, at most 96, so that adding
a threshold never carries into the next byte and one mask answers a question about all eight lines::

    byte    7   6   5   4   3   2   1   0
    line  357 159 369 258 147 789 456 123
"""

from functools import cache

from sttt.games.game import Side
from sttt.games.super_ttt import FULL, LITTLE_LINES, Position
from sttt.kernel.little_boards import IMPOSSIBLE, cost

ONES = 0x0101010101010101
HIGH = 0x8080808080808080
"""The high bit of every byte: how the answers to "which lines" are marked."""

LINE_BIT = tuple(HIGH & (0xFF * 256**line) for line in range(8))
"""Indexed by big line: the high bit of its byte."""

LINES_THROUGH = tuple(
    sum(LINE_BIT[line] for line, boards in enumerate(LITTLE_LINES) if boards >> board & 1) for board in range(9)
)
"""Indexed by little board: the high bits of the big lines that run through it."""

CONTRIBUTION = tuple(
    tuple((LINES_THROUGH[board] // 0x80) * board_cost for board_cost in range(IMPOSSIBLE + 1)) for board in range(9)
)
"""Indexed by little board and its cost: what it adds to the word."""

_ABOVE = tuple(ONES * (127 - threshold) for threshold in range(IMPOSSIBLE))


def lines_within(word: int, threshold: int) -> int:
    """Return the high bits of the lines whose cost is at most `threshold` (below `IMPOSSIBLE`)."""
    return HIGH & ~(word + _ABOVE[threshold])


def pack(little_costs: list[int]) -> int:
    """Pack the line costs that nine little boards' costs add up to."""
    return sum(CONTRIBUTION[board][little_cost] for board, little_cost in enumerate(little_costs))


def unpack(word: int) -> list[int]:
    """Return the eight line costs; `IMPOSSIBLE` or more means that the line can no longer be won."""
    return [word // 256**line % 256 for line in range(8)]


@cache
def cheapest(word: int) -> int:
    """Return the cost of the cheapest line."""
    return min(unpack(word))


def little_costs(position: Position, side: Side) -> list[int]:
    """Return the cost of each little board for `side`, `IMPOSSIBLE` where it has none."""
    own, other = position.marks(side), position.marks(side.other)
    return [cost(own >> 9 * board & FULL, other >> 9 * board & FULL) for board in range(9)]


def line_costs(position: Position, side: Side) -> tuple[int | None, ...]:
    """Return the costs of the eight big lines for `side` in the order of `LITTLE_LINES`, None where impossible."""
    costs = unpack(pack(little_costs(position, side)))
    return tuple(None if line_cost >= IMPOSSIBLE else line_cost for line_cost in costs)
