"""A question to a program of CS 6613 and its answer: the board in arguments, the move and the statistics in lines.

Arguments: sixteen squares row by row (``X``, ``O``, ``_``), the side to move, and the depth at which the search is cut
off, 0 for none. Answer, in this order: ``MOVE 2 3`` (row and column, from 1), ``VALUE 13``, ``CUTOFF yes`` or ``no``,
``DEPTH 4``, ``NODES 812``, ``MAX 57``, ``MIN 60``: how often pruning occurred within MAX-VALUE and MIN-VALUE.
X is MAX, actions come row by row, and the first best one is taken.
"""

from collections.abc import Sequence

from sttt.errors import PositionError, ProtocolError
from sttt.games.four_by_four.game import GAME, LINES, Position
from sttt.games.game import Result, Side, Turn
from sttt.games.grid.position import LineEvaluation
from sttt.games.grid.text import cells_of, parse_cells
from sttt.search.alpha_beta import AlphaBeta, Limit, Outcome, Worth

COLUMNS = Position.GRID.columns
_TO_COMPACT = str.maketrans("XO_", "xo.")
_FROM_COMPACT = str.maketrans("xo.", "XO_")

WORTH: Worth[Position] = Worth(
    {Result.X_WINS: 1000, Result.O_WINS: -1000, Result.DRAW: 0}, LineEvaluation(LINES, {3: 6, 2: 3, 1: 1})
)
"""The assignment's utility, and its Eval(s)."""


def read_question(arguments: Sequence[str]) -> tuple[Position, int]:
    """Return position and depth limit of a command line; raises `ProtocolError`."""
    size = Position.GRID.size
    if len(arguments) != size + 2:
        raise ProtocolError(f"{len(arguments)} arguments; expected {size} squares, X or O, and a depth")
    *squares, side, depth = arguments
    if side not in ("X", "O"):
        raise ProtocolError(f"the side is {side!r}; expected X or O")
    if not depth.isdecimal() or int(depth) > size:
        raise ProtocolError(f"the depth is {depth[:20]!r}; expected 0 to {size}")
    return _position(squares, Side.X if side == "X" else Side.O), int(depth)


def _position(squares: Sequence[str], side: Side) -> Position:
    if not set(squares) <= {"X", "O", "_"}:
        raise ProtocolError(f"the squares are {' '.join(squares)[:60]!r}; expected X, O or _ each")
    try:
        return Position.from_marks(*parse_cells(Position.GRID, "".join(squares).translate(_TO_COMPACT)), side)
    except PositionError as error:
        raise ProtocolError(str(error)) from error


def to_arguments(position: Position, depth: int) -> list[str]:
    """Return a question as arguments."""
    return [*cells_of(position).translate(_FROM_COMPACT), position.side.value.upper(), str(depth)]


def parse_position(text: str) -> Position:
    """Read sixteen squares and the side with white space between them; raises `ProtocolError`."""
    return read_question([*text.split(), "0"])[0]


def format_turn(turn: Turn) -> str:
    """Write a turn as row and column."""
    return GAME.format_turn(turn).replace(",", " ")


def search(position: Position, depth: int) -> Outcome:
    """Search as Figure 2 does, cut off at a depth; 0 for not at all."""
    return AlphaBeta(WORTH, Limit(depth) if depth else Limit()).search(position)


def answer_lines(outcome: Outcome) -> list[str]:
    """Return an answer's lines."""
    action = outcome.action
    move = "-" if action is None else f"{action // COLUMNS + 1} {action % COLUMNS + 1}"
    return [
        f"MOVE {move}",
        f"VALUE {outcome.value:.0f}",
        f"CUTOFF {'yes' if outcome.cutoff else 'no'}",
        f"DEPTH {outcome.max_depth}",
        f"NODES {outcome.nodes}",
        f"MAX {outcome.prune_max}",
        f"MIN {outcome.prune_min}",
    ]


LINES_OF_ANSWER = 7


def read_move(line: str, position: Position) -> int:
    """Return the placement of ``MOVE ROW COLUMN``; raises `ProtocolError`."""
    words = line.split()
    if len(words) != 3 or words[0] != "MOVE" or not all(word in ("1", "2", "3", "4") for word in words[1:]):
        raise ProtocolError(f"the first line is {line[:60]!a}; expected MOVE and row and column, such as MOVE 2 3")
    placement = (int(words[1]) - 1) * COLUMNS + int(words[2]) - 1
    if placement not in position.legal_placements():
        raise ProtocolError(f"the move is {words[1]} {words[2]}, which is not empty; expected an empty square")
    return placement
