"""The symmetries of Super Tic-Tac-Toe: 8 of the big board, and 8 of each little board independently of the others.

A symmetry of a 3x3 board is a permutation ``to`` of 0..8: what stood on square ``s`` stands on ``to[s]`` afterwards.
"""

from dataclasses import dataclass, replace
from itertools import product

from sttt.games.lines import carried_masks
from sttt.games.super_ttt.position import Position

Permutation = tuple[int, ...]

CanonicalMarks = tuple[tuple[tuple[int, int], ...], str, int]
"""X's and O's marks of the nine little boards, the side to move and its placements left."""


def _symmetries() -> tuple[Permutation, ...]:
    """Each as flips of row and column, then perhaps the transposition; the identity first."""
    found = []
    for transpose, flip_row, flip_column in product((False, True), repeat=3):
        to = []
        for row, column in product(range(3), repeat=2):
            r = 2 - row if flip_row else row
            c = 2 - column if flip_column else column
            to.append(3 * c + r if transpose else 3 * r + c)
        found.append(tuple(to))
    return tuple(found)


SYMMETRIES = _symmetries()
"""The eight symmetries of a 3x3 board."""

IDENTITY = SYMMETRIES[0]

_FULL = 0o777


def permute_mask(mask: int, to: Permutation) -> int:
    """Move the bits of a nine-bit mask."""
    return sum(1 << to[square] for square in range(9) if mask >> square & 1)


@dataclass(frozen=True)
class Symmetry:
    """A symmetry of the whole game: `little[b]` acts inside little board `b`, then `big` moves the boards."""

    big: Permutation = IDENTITY
    little: tuple[Permutation, ...] = (IDENTITY,) * 9

    def square(self, square: int) -> int:
        """Where square 0..80 goes."""
        board, inner = divmod(square, 9)
        return 9 * self.big[board] + self.little[board][inner]

    def position(self, position: Position) -> Position:
        """Return the position after the symmetry; side to move and placements left stay."""
        return replace(
            position,
            x=self._marks(position.x),
            o=self._marks(position.o),
            x_boards=permute_mask(position.x_boards, self.big),
            o_boards=permute_mask(position.o_boards, self.big),
        )

    def _marks(self, marks: int) -> int:
        moved = 0
        for board in range(9):
            inner = permute_mask(marks >> 9 * board & _FULL, self.little[board])
            moved |= inner << 9 * self.big[board]
        return moved


def canonical(position: Position) -> CanonicalMarks:
    """Return the same value for exactly those positions that a `Symmetry` carries into each other.

    Owners follow from the marks; squares are compared, not what they are worth (the book does that).
    """
    boards = [
        min(zip(_IMAGES[position.x >> 9 * board & _FULL], _IMAGES[position.o >> 9 * board & _FULL], strict=True))
        for board in range(9)
    ]
    least = min(tuple(boards[board] for board in to) for to in SYMMETRIES)
    return least, position.side, position.left


_IMAGES = tuple(zip(*map(carried_masks, SYMMETRIES), strict=True))
"""Indexed by a nine-bit mask: what each of the eight symmetries makes of it."""
