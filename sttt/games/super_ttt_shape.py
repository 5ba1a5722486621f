"""The board of Super Tic-Tac-Toe as it is drawn: nine framed boards of nine squares, with a gap between the frames."""

from typing import TYPE_CHECKING

from sttt.games.game import Side
from sttt.games.shape import Cell, Group, Shape, marks_of, masks_to_lines
from sttt.games.super_ttt_text import format_square

if TYPE_CHECKING:
    from sttt.games.super_ttt import Position

GAP = 0.4
"""Between the frames of two little boards, in sides of a square."""

_BITS = tuple(1 << square for square in range(81))


def shape_of(lines: tuple[int, ...]) -> Shape:
    """Describe the board whose little boards, and which itself, are won by these lines (nine-bit masks)."""
    return Shape(
        cells=tuple(_cell(square) for square in range(81)),
        groups=tuple(_little_board(board, lines) for board in range(9)),
        lines=masks_to_lines(lines, range(9)),
        marks=_marks,
        owners=_owners,
    )


def _cell(square: int) -> Cell:
    board, little = divmod(square, 9)
    return Cell(
        x=_along(board % 3, little % 3),
        y=_along(board // 3, little // 3),
        label=format_square(square),
        placement=square,
    )


def _along(board: int, little: int) -> float:
    return (3 + GAP) * board + little + 0.5


def _little_board(board: int, lines: tuple[int, ...]) -> Group:
    squares = range(9 * board, 9 * board + 9)
    return Group(f"board {board + 1}", tuple(squares), masks_to_lines(lines, squares))


def _marks(position: "Position") -> tuple[Side | None, ...]:
    return marks_of(position.x, position.o, _BITS)


def _owners(position: "Position") -> tuple[Side | None, ...]:
    return tuple(position.owner(board) for board in range(9))
