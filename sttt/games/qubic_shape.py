"""The cube as it is drawn: its four layers of sixteen squares side by side, two and two."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sttt.games.game import Side
from sttt.games.qubic_text import COLOURS, format_square
from sttt.games.shape import Cell, Group, Line, Shape

if TYPE_CHECKING:
    from sttt.games.qubic import Position

GAP = 0.6
"""Between the frames of two layers, in sides of a square."""


def shape_of(lines: Iterable[Line]) -> Shape:
    """Describe the cube in which these lines win."""
    return Shape(
        cells=tuple(_cell(square) for square in range(64)),
        groups=tuple(Group(f"layer z={z}", tuple(range(16 * z, 16 * z + 16))) for z in range(4)),
        lines=tuple(lines),
        marks=_marks,
        sides=(COLOURS[Side.X], COLOURS[Side.O]),
    )


def _cell(square: int) -> Cell:
    layer, (y, x) = square // 16, divmod(square % 16, 4)
    return Cell(
        x=(4 + GAP) * (layer % 2) + x + 0.5,
        y=(4 + GAP) * (layer // 2) + y + 0.5,
        label=format_square(square),
        placement=square,
    )


def _marks(position: "Position") -> tuple[Side | None, ...]:
    return tuple(
        Side.X if position.x >> square & 1 else Side.O if position.o >> square & 1 else None for square in range(64)
    )
