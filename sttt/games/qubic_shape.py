"""The board of 4x4x4 tic-tac-toe as it is drawn: its four layers, z = 0 and 1 above z = 2 and 3."""

from typing import TYPE_CHECKING

from sttt.games.game import Side
from sttt.games.qubic_text import format_square
from sttt.games.shape import Cell, Group, Line, Shape, marks_of

if TYPE_CHECKING:
    from sttt.games.qubic import Position

GAP = 1.0
"""Between two layers, in sides of a square: room for their names."""

_BITS = tuple(1 << square for square in range(64))


def shape_of(lines: tuple[Line, ...]) -> Shape:
    """Describe the board that these lines of squares win."""
    return Shape(
        cells=tuple(_cell(square) for square in range(64)),
        groups=tuple(Group(f"layer z={z}", tuple(range(16 * z, 16 * z + 16))) for z in range(4)),
        lines=lines,
        marks=_marks,
        sides=("Red", "Blue"),
    )


def _cell(square: int) -> Cell:
    x, y, z = square % 4, square // 4 % 4, square // 16
    return Cell(
        x=x + 0.5 + (4 + GAP) * (z % 2),
        y=y + 0.5 + (4 + GAP) * (z // 2),
        label=format_square(square),
        placement=square,
    )


def _marks(position: "Position") -> tuple[Side | None, ...]:
    return marks_of(position.x, position.o, _BITS)
