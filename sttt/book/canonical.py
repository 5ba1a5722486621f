"""Positions that are the same for play, as one key: nine little-board classes up to the big board's symmetries."""

from dataclasses import dataclass

from sttt.games.super_ttt import Position
from sttt.games.super_ttt_symmetry import SYMMETRIES, Permutation
from sttt.kernel.class_position import BoardTurn, board_turns, reduced_classes, squares_for
from sttt.kernel.class_tables import ClassTables


@dataclass(frozen=True)
class Canonical:
    """A position seen from its key: turns go in and out as the classes that they make of the key's little boards."""

    key: str
    """The nine classes in the order of the key's little boards, joined by dots, then ``:`` and the side to move."""
    position: Position
    to: Permutation
    """Where the position's little boards stand in the key."""
    tables: ClassTables

    def board_turns(self, squares: tuple[int, ...]) -> tuple[BoardTurn, ...]:
        """Return what marking these squares does to the key's little boards."""
        changes = board_turns(self.position, squares, self.tables)
        return tuple(sorted((self.to[board], little, placements) for board, little, placements in changes))

    def squares(self, changes: tuple[BoardTurn, ...]) -> tuple[int, ...]:
        """Return squares of the position that do this to the key's little boards.

        Raises `LookupError` if there are none: the turn belongs to another position.
        """
        found: tuple[int, ...] = ()
        for board, little, placements in changes:
            found += squares_for(self.position, (self.to.index(board), little, placements), self.tables)
        return found


def canonical(position: Position, tables: ClassTables) -> Canonical:
    """Return the position's key and how it stands in it; positions with equal keys are the same for play."""
    classes = reduced_classes(position, tables)
    least, to = min((_moved(classes, to), to) for to in SYMMETRIES)
    return Canonical(f"{'.'.join(map(str, least))}:{position.side}", position, to, tables)


def _moved(classes: list[int], to: Permutation) -> list[int]:
    moved = [0] * 9
    for board, little in enumerate(classes):
        moved[to[board]] = little
    return moved
