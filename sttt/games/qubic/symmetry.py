"""The 192 symmetries of the 4x4x4 cube of squares: every permutation of squares that carries lines into lines.

They are the 48 of a cube, each together with one of the four ways to renumber the coordinates 0..3 of all axes at
once that keep lines straight and do not merely reverse them: opposite coordinates (0 and 3, 1 and 2) stay opposite.
Source: R. Silver, "The group of automorphisms of the game of 3-dimensional ticktacktoe", American Mathematical
Monthly 74 (1967), 247-254.
"""

from collections.abc import Hashable, Sequence
from itertools import permutations, product

from sttt.games.qubic.position import BITS, Position, squares

Permutation = tuple[int, ...]
"""The square to which each square is carried: the mark on ``s`` then stands on ``to[s]``."""

_RENUMBERINGS = ((0, 1, 2, 3), (1, 0, 3, 2), (0, 2, 1, 3), (1, 3, 0, 2))
"""One of each pair of renumberings that are each other's reverse."""


def _symmetries() -> tuple[Permutation, ...]:
    """Each as a renumbering, then reversals of axes, then a permutation of the axes; the identity first."""
    found = []
    for axes, flips, new in product(permutations(range(3)), product((0, 3), repeat=3), _RENUMBERINGS):
        to = []
        for z, y, x in product(range(4), repeat=3):
            moved = [new[old] ^ flip for old, flip in zip((x, y, z), flips, strict=True)]
            to.append(moved[axes[0]] + 4 * moved[axes[1]] + 16 * moved[axes[2]])
        found.append(tuple(to))
    return tuple(found)


SYMMETRIES = _symmetries()


def canonical(position: Position) -> Hashable:
    """Return the same of positions that the 192 symmetries carry into each other."""
    return to_canonical(position)[:2]


def to_canonical(position: Position) -> tuple[int, int, Permutation]:
    """Return the least marks that a symmetry carries the position's into, x before o, and that symmetry."""
    images = _images(position.x)
    x = min(images)
    o = squares(position.o)
    return x, *min(
        (sum(BITS[to[square]] for square in o), to) for image, to in zip(images, SYMMETRIES, strict=True) if image == x
    )


def _images(marks: int) -> Sequence[int]:
    """Return what each symmetry carries a bitboard into."""
    if not marks:
        return [0] * len(SYMMETRIES)
    return list(map(sum, zip(*(_IMAGES[square] for square in squares(marks)), strict=True)))


_IMAGES = tuple(tuple(map(BITS.__getitem__, to)) for to in zip(*SYMMETRIES, strict=True))
"""The images of all squares under each symmetry."""
