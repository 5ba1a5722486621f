"""X's best move as CS 540's homework wants it searched, and the trace of that search.

O is MAX and X is MIN; children come in row-major order; the first of equal children is chosen. What the assignment's
sample runs leave open is fixed by the named constants here and by `sttt.games.three_by_four.FOUR_IN_A_ROW_WINS`.
"""

from adapter.cs540.board import format_rows
from sttt.games.game import Result, Side
from sttt.games.three_by_four import Position
from sttt.search.textbook import Worth
from sttt.search.traced import Conventions, Report, TracedAlphaBeta

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
    """Return the value of a position and the position behind its best move, itself if the game is over.

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
