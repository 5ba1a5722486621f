# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""Positions that O holds by disjoint groups of boards, each denied by the table of `denial`."""

from array import array

from sttt.games import claim
from sttt.games.super_ttt.certificate.denial import Denial
from sttt.games.super_ttt.certificate.moves import LINE_BIT, Moves
from sttt.games.super_ttt.certificate.order import IMPOSSIBLE
from sttt.games.super_ttt.position import LITTLE_LINES, squares

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

_BIT = (1, 2, 4, 8, 16, 32, 64, 128, 256)

DEAREST = cython.declare(cython.int, IMPOSSIBLE - 1)
EVER = cython.declare(cython.int, claim.EVER)


class HeldGroups:
    """Finds groups that deny X its lines in the positions that `moves` stands at."""

    def __init__(self, moves: Moves, denial: Denial) -> None:
        """Lay out the tables."""
        self.moves = moves
        self.boards_on = array("i", [board for line in LITTLE_LINES for board in squares(line)])
        self.line_bit = array("Q", LINE_BIT)
        self.bit = array("i", _BIT)
        self.kind = array("i", denial.kind)
        self.denied = array("B", denial.table)
        self.kind_at = array("i", [0] * 9)

    def bound(self, level: cython.int, turns: cython.int) -> cython.int:
        """Return the bound at which disjoint groups deny X every line that it could finish, 0 if there are none.

        Lines that no longer can be finished within `turns` turns need no group for that many.
        """
        x: cython.ulonglong = self.moves.word[2 * level]
        lines: cython.ulonglong = self.moves.lines(x, DEAREST)
        board: cython.int
        for board in range(9):
            self.kind_at[board] = self.kind[self.moves.cls[9 * level + board]]
            if self.kind_at[board] > 0 and self._is_denied(0, 0, self.kind_at[board]):
                lines &= ~self.moves.through[board]
        if self._deny(lines, 0):
            return -EVER
        if turns <= 4 and self._deny(lines & self.moves.lines(x, 2 * turns), 0):
            return -turns
        return 0

    def _deny(self, lines: cython.ulonglong, taken: cython.int) -> cython.bint:
        """Return whether each of the lines has a group of boards that are not taken yet."""
        rest: cython.ulonglong = lines
        line: cython.int = 0
        count: cython.int = 0
        at: cython.int
        i: cython.int
        j: cython.int
        group: cython.int
        while rest:  # each round clears the lowest bit that is set
            rest &= rest - 1
            count += 1
        if count == 0:
            return True
        if count > 4:  # nine boards make no more groups of two
            return False
        while not lines & self.line_bit[line]:
            line += 1
        lines &= ~self.line_bit[line]
        for at in range(3):
            i = self.boards_on[3 * line + at]
            j = self.boards_on[3 * line + (at + 1 if at < 2 else 0)]
            group = self.bit[i] | self.bit[j]
            if not taken & group and self._is_denied(0, self.kind_at[i], self.kind_at[j]):
                if self._deny(lines, taken | group):
                    return True
        i = self.boards_on[3 * line]
        j = self.boards_on[3 * line + 1]
        at = self.boards_on[3 * line + 2]
        group = self.bit[i] | self.bit[j] | self.bit[at]
        return (
            not taken & group
            and self._is_denied(self.kind_at[i], self.kind_at[j], self.kind_at[at])
            and self._deny(lines, taken | group)
        )

    def _is_denied(self, a: cython.int, b: cython.int, c: cython.int) -> cython.bint:
        """Look a group of kinds up; none of its boards may be one that X can never own."""
        least: cython.int = min(a, b, c)
        most: cython.int = max(a, b, c)
        b = a + b + c - least - most
        return self.denied[most * (most + 1) * (most + 2) // 6 + b * (b + 1) // 2 + least] != 0
