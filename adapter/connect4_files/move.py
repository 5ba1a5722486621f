"""Moves as the assignment writes them, ``(W C 1)``, and everything that can be wrong with one."""

import re

from sttt.errors import IllegalPlacement, ProtocolError
from sttt.games.connect_four import COLUMNS, ROWS, Position, board_lines
from sttt.games.game import Side, Turn

COLORS = {Side.X: "W", Side.O: "B"}
COLUMN_NAMES = "ABCDEFG"

LONGEST = 64
"""Characters of a file that holds one move; what is longer is none."""

_MOVE = re.compile(r"\(\s*([A-Za-z])\s+([A-Za-z])\s+(-?\d+)\s*\)")


def format_move(position: Position, column: int) -> str:
    """Write the move of the side to move that drops a stone into a column."""
    return f"({COLORS[position.side]} {COLUMN_NAMES[column]} {position.height(column) + 1})"


def is_complete(text: str) -> bool:
    """Whether a file's text may be a whole move, or never will be one; a move that is still written ends too early."""
    return text.rstrip().endswith(")") or len(text) > LONGEST


def read_move(text: str, position: Position) -> int:
    """Return the column of a move of the side to move.

    Raises `ProtocolError` for text that is no move, and `IllegalPlacement` for a move that is none here; the message
    names the move and the error: malformed, wrong colour, out of range, column full, occupied, lower cells unoccupied.
    """
    shown = " ".join(text[:LONGEST].split())
    found = _MOVE.fullmatch(text.strip())
    if not found:
        raise ProtocolError(f"the move {shown!r} is malformed; expected (COLOR COLUMN ROW) such as (W C 1)")
    color, name, row = found[1].upper(), found[2].upper(), int(found[3])
    wrong = _wrong_color(color, position) or _out_of_range(name, row) or _wrong_row(name, row, position)
    if wrong:
        raise IllegalPlacement(f"the move {shown} is illegal: {wrong}")
    return COLUMN_NAMES.index(name)


def _wrong_color(color: str, position: Position) -> str | None:
    expected = COLORS[position.side]
    return None if color == expected else f"wrong colour: it is the turn of {expected}"


def _out_of_range(name: str, row: int) -> str | None:
    if name in COLUMN_NAMES and 1 <= row <= ROWS:
        return None
    return f"out of range: columns are A to {COLUMN_NAMES[COLUMNS - 1]}, rows 1 to {ROWS}"


def _wrong_row(name: str, row: int, position: Position) -> str | None:
    height = position.height(COLUMN_NAMES.index(name))
    if height == ROWS:
        return f"column {name} is full"
    if row <= height:
        return f"space {name}{row} is occupied"
    if row > height + 1:
        return f"lower spaces unoccupied: the lowest empty one of column {name} is {name}{height + 1}"
    return None


def format_turn(turn: Turn) -> str:
    """Write a turn by its column alone, as no position says its colour and row."""
    return " ".join("-" if column is None else COLUMN_NAMES[column] for column in turn)


def parse_position(text: str) -> Position:
    """Read a game so far as its moves in order, ``(W D 1) (B D 2)``; raises `ProtocolError`."""
    position = Position()
    rest = text.strip()
    if _MOVE.sub("", rest).strip():
        raise ProtocolError(f"{rest[:LONGEST]!r} is no game so far; expected moves such as (W D 1) (B D 2)")
    for found in _MOVE.finditer(rest):
        try:
            position = position.play(read_move(found[0], position))
        except IllegalPlacement as error:
            raise ProtocolError(str(error)) from error
    return position


def draw(position: Position) -> str:
    """Draw the board with the assignment's colours and names."""
    return "\n".join(board_lines(position, ("W", "B"), COLUMN_NAMES))


def outcome(position: Position) -> str:
    """Say how a finished game ended."""
    winner = position.result.winner if position.result else None
    return f"{COLORS[winner]} has won" if winner else "the game is a draw"
