"""The order of positions by the order of their classes, seen from every side: slow and obvious."""

from collections.abc import Sequence

from sttt.games.super_ttt.classes.order import is_as_good
from sttt.games.super_ttt.symmetry import SYMMETRIES


def at_most(one: Sequence[int], two: Sequence[int]) -> bool:
    """Say whether X is at most as well off with nine classes as with others, whichever way these are turned."""
    return any(all(is_as_good(two[to[board]], one[board]) for board in range(9)) for to in SYMMETRIES)
