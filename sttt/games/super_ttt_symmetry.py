"""The symmetries of Super Tic-Tac-Toe: 8 of the big board, and 8 of each little board independently of the others.

A symmetry of a 3x3 board is a permutation ``to`` of 0..8: what stood on square ``s`` stands on ``to[s]`` afterwards.
"""

from dataclasses import dataclass
from itertools import product

from sttt.games.super_ttt import FULL, Position

Permutation = tuple[int, ...]


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
        return Position(
            self._marks(position.x),
            self._marks(position.o),
            permute_mask(position.x_boards, self.big),
            permute_mask(position.o_boards, self.big),
            position.side,
            position.left,
        )

    def _marks(self, marks: int) -> int:
        moved = 0
        for board in range(9):
            inner = permute_mask(marks >> 9 * board & FULL, self.little[board])
            moved |= inner << 9 * self.big[board]
        return moved
