"""Costs: the fewest placements that win a little board or a big line, and what lines are worth by their costs.

Little boards come as classes under their eight symmetries: the reflections and rotations of each act independently of
everything else, so that one representative is enough.

The costs of the eight big lines of a side are packed into one 64-bit word, a byte a line. Line `n` of `LITTLE_LINES`
is byte `n`; its value is the sum of its three boards' costs, at most 96, so that adding a threshold never carries into
the next byte and one mask answers a question about all eight lines::

    byte    7   6   5   4   3   2   1   0
    line  357 159 369 258 147 789 456 123
"""

from functools import cache

from sttt.games.game import Side
from sttt.games.lines import carried_masks
from sttt.games.super_ttt.position import FULL, HAS_LINE, LITTLE_LINES, Position
from sttt.games.super_ttt.symmetry import SYMMETRIES

IMPOSSIBLE = 32
"""The cost of a board that can no longer be won: three such costs still fit the seven bits of a packed byte."""

_PERMUTED = tuple(map(carried_masks, SYMMETRIES))


@cache
def cost(own: int, other: int) -> int:
    """Return the fewest placements that win a little board for the side with marks `own`, the opponent passing.

    Both are nine-bit masks; 0 when it is won, `IMPOSSIBLE` when no line is free of the opponent's marks.
    """
    if HAS_LINE[other]:
        return IMPOSSIBLE
    free = [line for line in LITTLE_LINES if not line & other]
    return min((3 - (line & own).bit_count() for line in free), default=IMPOSSIBLE)


class LittleBoard:
    """A class of little boards under the eight symmetries; there is one object per class, made when first met.

    `costs` are X's and O's, `open_squares` is how many squares may still be marked.
    """

    __slots__ = ("_successors", "costs", "marks", "open_squares")

    def __init__(self, x: int, o: int) -> None:
        self.marks = (x, o)
        self.costs = (cost(x, o), cost(o, x))
        self.open_squares = 0 if HAS_LINE[x] or HAS_LINE[o] else (FULL & ~(x | o)).bit_count()
        self._successors: list[tuple[LittleBoard, ...] | None] = [None, None]

    def successors(self, side: int) -> tuple["LittleBoard", ...]:
        """Return the distinct classes after one mark of X's (0) or O's (1); none when the board is closed.

        Marks on no line that either side could still complete change nothing: they come only when there is no other.
        """
        known = self._successors[side]
        if known is None:
            known = self._successors[side] = self._find_successors(side)
        return known

    def _find_successors(self, side: int) -> tuple["LittleBoard", ...]:
        if not self.open_squares:
            return ()
        x, o = self.marks
        empty = FULL & ~(x | o)
        useful = 0
        for line in LITTLE_LINES:
            if not (line & x and line & o):
                useful |= line
        after = (
            little_board_of(x | bit, o) if side == 0 else little_board_of(x, o | bit)
            for bit in _bits(empty & useful or empty)
        )
        return tuple(dict.fromkeys(after))


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        found.append(mask & -mask)
        mask &= mask - 1
    return found


_interned: dict[tuple[int, int], LittleBoard] = {}


@cache
def little_board_of(x: int, o: int) -> LittleBoard:
    """Return the class of the little board with these nine-bit masks of X's and O's marks."""
    # Reflections and rotations of one little board touch no big line, so that the least image stands for all eight.
    key = min((permuted[x], permuted[o]) for permuted in _PERMUTED)
    if key not in _interned:
        _interned[key] = LittleBoard(*key)
    return _interned[key]


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


WEIGHTS = (0, 1200, 800, 260, 120, 52, 22, 10, 5, 3)
"""Indexed by a line's cost: falling steeply, for a line is worth what it still lets its owner threaten."""

TEMPO = 60
"""The value of being the side to move."""


@cache
def lines_value(word: int) -> int:
    """Return the worth of a side's packed line costs, in points; impossible lines are worth nothing."""
    return sum(WEIGHTS[line_cost] for line_cost in unpack(word) if line_cost < len(WEIGHTS))
