"""Symmetries of a grid's board: permutations of its squares that carry winning lines into winning lines.

A permutation ``to`` says that what stood on square ``s`` stands on ``to[s]`` afterwards.
"""

from collections.abc import Hashable, Iterable

from sttt.games.grid import GridPosition

Permutation = tuple[int, ...]


class Symmetries:
    """A group of permutations, tabulated by the two bytes of a bitboard."""

    def __init__(self, permutations: Iterable[Permutation]) -> None:
        self.permutations = tuple(sorted(set(permutations)))
        self._tables = [(_table(to, 0), _table(to, 8)) for to in self.permutations]

    def canonical(self, x: int, o: int) -> int:
        """Return x's and o's bitboards of the equal position that comes first, as one number."""
        x_low, x_high, o_low, o_high = x & 255, x >> 8, o & 255, o >> 8
        return min([(low[x_low] | high[x_high]) << 16 | low[o_low] | high[o_high] for low, high in self._tables])

    def canonical_position(self, position: GridPosition) -> Hashable:
        """Return what all equal positions have in common, the side to move included."""
        return self.canonical(position.x, position.o), position.side


def _table(to: Permutation, shift: int) -> list[int]:
    """Return where the squares of each byte go, the byte's first square being `shift`."""
    bits = [1 << to[square] if square < len(to) else 0 for square in range(shift, shift + 8)]
    return [sum(bit for index, bit in enumerate(bits) if byte >> index & 1) for byte in range(256)]
