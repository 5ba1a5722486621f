"""Little boards up to symmetry: what the rule layer needs to know of one, without naming squares.

The reflections and rotations of each little board act independently of everything else, so one
representative per symmetry class is enough.
"""

from functools import cache

from sttt.games.super_ttt import FULL, HAS_LINE, LITTLE_LINES
from sttt.games.super_ttt_symmetry import SYMMETRIES, permute_mask

IMPOSSIBLE = 32
"""The cost of a board that can no longer be won: three such costs still fit the seven bits of a packed byte."""

_PERMUTED = tuple(tuple(permute_mask(mask, to) for mask in range(512)) for to in SYMMETRIES)


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
        after = (class_of(x | bit, o) if side == 0 else class_of(x, o | bit) for bit in _bits(empty & useful or empty))
        return tuple(dict.fromkeys(after))


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        found.append(mask & -mask)
        mask &= mask - 1
    return found


_interned: dict[tuple[int, int], LittleBoard] = {}


@cache
def class_of(x: int, o: int) -> LittleBoard:
    """Return the class of the little board with these nine-bit masks of X's and O's marks."""
    key = min((permuted[x], permuted[o]) for permuted in _PERMUTED)
    if key not in _interned:
        _interned[key] = LittleBoard(*key)
    return _interned[key]
