"""What a game's board looks like: the one description from which the browser and the terminal draw every game.

Lengths are in sides of a cell, from the board's top left corner to the right and down.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sttt.games.game import Side

Line = tuple[int, ...]
"""What must belong to one side, from end to end: cells by number, or groups where the groups have owners."""


@dataclass(frozen=True)
class Cell:
    """A square of the board."""

    x: float
    """Of its centre."""
    y: float
    label: str
    """Its name in the game's own notation."""
    placement: int | None
    """The placement that choosing it makes, None where nobody may ever place. Cells of one column may share theirs."""


@dataclass(frozen=True)
class Group:
    """Cells that are framed together: a little board, a layer."""

    label: str
    """What it is called, such as ``board 5``."""
    cells: tuple[int, ...]
    lines: tuple[Line, ...] = ()
    """The lines of cells that own it; none where groups have no owner."""


@dataclass(frozen=True)
class Shape:
    """The board of a game, and how to read a position of that game on it."""

    cells: tuple[Cell, ...]
    groups: tuple[Group, ...]
    """Every cell is in exactly one."""
    lines: tuple[Line, ...]
    """The lines that win: of groups if those can be owned, else of cells."""
    marks: Callable[[Any], tuple[Side | None, ...]]
    """Return what stands on each cell of a position."""
    owners: Callable[[Any], tuple[Side | None, ...]] | None = None
    """Return each group's owner; None for a game whose groups have none."""
    sides: tuple[str, str] = ("X", "O")
    """What people call the side X and the side O, such as their colours."""

    @property
    def width(self) -> float:
        """How far the board reaches to the right."""
        return max(cell.x for cell in self.cells) + 0.5

    @property
    def height(self) -> float:
        """How far the board reaches down."""
        return max(cell.y for cell in self.cells) + 0.5


def changed_cells(shape: Shape, before: Any, after: Any) -> tuple[int, ...]:
    """Return the cells whose marks differ: where the placements from one position to the other have landed."""
    pairs = zip(shape.marks(before), shape.marks(after), strict=True)
    return tuple(cell for cell, (old, new) in enumerate(pairs) if old is not new)


def winning_lines(shape: Shape, position: Any) -> tuple[Line, ...]:
    """Return the lines that the winner of a finished game has completed; none without a winner."""
    winner = position.result.winner if position.result else None
    if winner is None:
        return ()
    held: Sequence[Side | None] = shape.owners(position) if shape.owners else shape.marks(position)
    return tuple(line for line in shape.lines if all(held[place] is winner for place in line))


def masks_to_lines(masks: Iterable[int], places: Sequence[int]) -> tuple[Line, ...]:
    """Turn lines given as bit masks into lines over `places`, the one of bit 0 first."""
    return tuple(tuple(place for bit, place in enumerate(places) if mask >> bit & 1) for mask in masks)


def marks_of(x: int, o: int, bits: Iterable[int]) -> tuple[Side | None, ...]:
    """Return what two bitboards hold at each of these bits."""
    return tuple(Side.X if x & bit else Side.O if o & bit else None for bit in bits)
