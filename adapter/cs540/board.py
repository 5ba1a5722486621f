"""The board as CS 540 writes it, by rows, in ``X``, ``O``, ``_`` and ``#``, and X's best move as it wants it searched.

O is MAX and X is MIN; children come in row-major order; the first of equal children is chosen. What the assignment's
sample runs leave open is fixed by the named constants here and by `sttt.games.three_by_four.game.FOUR_IN_A_ROW_WINS`.
"""

from collections.abc import Sequence

from sttt.errors import PositionError, ProtocolError
from sttt.games.game import Result, Side, Turn
from sttt.games.grid.text import cells_of, parse_cells
from sttt.games.three_by_four.game import GAME, Position
from sttt.search.alpha_beta import Conventions, Report, TracedAlphaBeta, Worth

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


MINUS_INFINITY, PLUS_INFINITY = -2, 2
"""The first window, as the assignment says."""

FAIL_HARD = True
"""A node that is cut off returns beta (MAX) or alpha (MIN), and no node a value outside its window."""

CUT_WHEN_EQUAL = True
"""A node is cut off as soon as alpha >= beta; else only when alpha > beta."""

TRACE_FINISHED_ROOT = True
"""A board on which the game is over prints its own block before the solution, the board unchanged."""

WORTH: Worth[Position] = Worth(
    {Result.O_WINS: 1, Result.X_WINS: -1, Result.DRAW: 0}, evaluate=lambda _position: 0, maximizer=Side.O
)
"""The assignment's scores; nothing is ever estimated."""


def solve(position: Position, report: Report[Position] | None = None) -> tuple[int, Position]:
    """Return the value of a position and the position after its best move, itself if the game is over.

    `report` is told of every node as it returns.
    """
    if position.result and not TRACE_FINISHED_ROOT:
        report = None
    search = TracedAlphaBeta(WORTH, Conventions(FAIL_HARD, CUT_WHEN_EQUAL), report)
    value, placement = search.search(position, MINUS_INFINITY, PLUS_INFINITY)
    return value, position if placement is None else position.play(placement)


def format_node(position: Position, alpha: int, beta: int) -> str:
    """Write a node of the trace, without the last line break."""
    return f"{format_rows(position)}\nAlpha: {alpha} Beta: {beta}"
