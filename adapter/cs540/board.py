"""The board as CS 540 writes it: ``X``, ``O``, ``_`` and ``#``, row by row, with blanks between them."""

from collections.abc import Sequence

from sttt.errors import PositionError, ProtocolError
from sttt.games.game import Side, Turn
from sttt.games.grid_text import cells_of, parse_cells
from sttt.games.three_by_four import GAME, Position

_COLUMNS = Position.GRID.columns
_TO_COMPACT = str.maketrans("XO_", "xo.")
_FROM_COMPACT = str.maketrans("xo.", "XO_")


def read_squares(squares: Sequence[str]) -> Position:
    """Return the position with X to move that twelve squares describe; raises `ProtocolError`.

    Any number of marks will do: the assignment's states need not come from good play, nor from a game at all.
    """
    for number, square in enumerate(squares):
        name = Position.GRID.name(number) if number < Position.GRID.size else f"number {number + 1}"
        if square not in {"X", "O", "_", "#"}:
            raise ProtocolError(f"square {name} is {square!r}; expected X, O, _ or, for (1,0) alone, #")
    try:
        return Position.from_marks(*parse_cells(Position.GRID, "".join(squares).translate(_TO_COMPACT)), Side.X)
    except PositionError as error:
        raise ProtocolError(str(error)) from error


def format_rows(position: Position) -> str:
    """Write the three rows, a line each."""
    cells = cells_of(position).translate(_FROM_COMPACT)
    return "\n".join(" ".join(cells[start : start + _COLUMNS]) for start in range(0, len(cells), _COLUMNS))


def to_arguments(position: Position) -> list[str]:
    """Return the position as the twelve arguments."""
    return list(cells_of(position).translate(_FROM_COMPACT))


def parse_position(text: str) -> Position:
    """Read twelve squares with white space between them, X to move; raises `ProtocolError`."""
    return read_squares(text.split())


def format_turn(turn: Turn) -> str:
    """Write a turn as the assignment names squares: ``(0,3)``."""
    return f"({GAME.format_turn(turn)})"
