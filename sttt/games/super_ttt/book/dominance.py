"""The worth of a position that follows from the known worth of others: X is at least, or at most, as well off in it.

If each little board of a position is at least as good for X as the one in its place in another, X wins at least as
soon, for any strategy can be copied; if each is at most as good, X does not win where it does not win in the other
(``docs/certificate.md``, "Why dominated turns may be left out"). A position's places may be turned and reflected.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from itertools import combinations
from operator import or_

from sttt.games.game import Side
from sttt.games.super_ttt.classes.order import is_as_good
from sttt.games.super_ttt.classes.tables import raw_index
from sttt.games.super_ttt.classes.view import BoardTurn, ClassView
from sttt.games.super_ttt.position import FULL
from sttt.games.super_ttt.symmetry import SYMMETRIES, Permutation

Classes = Sequence[int]
"""Nine classes of little boards that matter to both sides."""


class Comparable:
    """Numbered positions, such that those at most, or at least, as good for X as another one are found at once.

    Sets of positions are the bits of a number.
    """

    def __init__(self, positions: Iterable[Classes]) -> None:
        """Start with these positions; the first has number 0."""
        self._having: list[defaultdict[int, int]] = [defaultdict(int) for _ in range(9)]
        for number, classes in enumerate(positions):
            for having, little in zip(self._having, classes, strict=True):
                having[little] |= 1 << number

    def at_most(self, classes: Classes, among: int) -> int:
        """Return those of `among` in which X is at most as well off."""
        return self._where(classes, among, is_as_good)

    def at_least(self, classes: Classes, among: int) -> int:
        """Return those of `among` in which X is at least as well off."""
        return self._where(classes, among, lambda little, other: is_as_good(other, little))

    def _where(self, classes: Classes, among: int, compares: Callable[[int, int], bool]) -> int:
        for having, little in zip(self._having, classes, strict=True):
            among &= reduce(or_, (some for other, some in having.items() if compares(little, other)), 0)
            if not among:
                break
        return among


def images(classes: Classes) -> list[tuple[tuple[int, ...], Permutation]]:
    """Return the classes as they stand after each symmetry of the big board, with the board in each place."""
    return [(tuple(classes[board] for board in at), at) for at in SYMMETRIES]


def copied(view: ClassView, turn: Iterable[BoardTurn]) -> tuple[int, ...]:
    """Return squares of a turn that makes each little board at least as good for its player as `turn` says.

    Raises `LookupError` if there are none, which the order rules out where the position is as good before.
    """
    return tuple(square for change in turn for square in _squares(view, *change))


def _squares(view: ClassView, board: int, wanted: int, placements: int) -> tuple[int, ...]:
    side = view.position.side
    own, other = (view.position.marks(one) >> 9 * board & FULL for one in (side, side.other))
    empty = [square for square in range(9) if not (own | other) >> square & 1]
    for count in range(placements + 1):
        for chosen in combinations(empty, count):
            marked = own | sum(2**square for square in chosen)
            x, o = (marked, other) if side is Side.X else (other, marked)
            little = view.tables.class_of[raw_index(x, o)]
            better, worse = (little, wanted) if side is Side.X else (wanted, little)
            if is_as_good(better, worse):
                return tuple(9 * board + square for square in chosen)
    raise LookupError(f"no {placements} placements on little board {board + 1} are as good as class {wanted}")
