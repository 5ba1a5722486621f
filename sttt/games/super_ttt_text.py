"""Super Tic-Tac-Toe in characters: squares, turns, the compact line, the s-expression board, the drawing.

A square ``(b . l)`` is written as its two digits, ``55`` for the centre of the centre board. A turn is its
placements joined by ``+``, with ``--`` for a forfeited one: ``55+51``, ``55+--``.
"""

import re
from typing import TYPE_CHECKING

from sttt.errors import PositionError
from sttt.games.game import Side, Turn

if TYPE_CHECKING:
    from sttt.games.super_ttt import Position

_COMPACT = re.compile(r"(?P<boards>[xo.]{9}(?:/[xo.]{9}){8}):(?P<side>[xo])(?P<left>[12])")
_TURN = re.compile(r"(?:[1-9]{2}|--)(?:\+(?:[1-9]{2}|--))?")
_BIG_MARKS = {Side.X: ("\\ /", " X ", "/ \\"), Side.O: ("/-\\", "| |", "\\-/")}


def format_square(square: int) -> str:
    """Write square 0..80 as its big and little index: ``0`` is ``11``, ``80`` is ``99``."""
    return f"{square // 9 + 1}{square % 9 + 1}"


def parse_square(name: str) -> int:
    """Read a square's two digits; raises `PositionError`."""
    if not re.fullmatch("[1-9][1-9]", name):
        raise PositionError(f"{name!r} is not a square; expected big and little index 1 to 9, such as 55")
    return 9 * (int(name[0]) - 1) + int(name[1]) - 1


def format_turn(turn: Turn) -> str:
    """Write a turn: ``55+51``."""
    return "+".join("--" if square is None else format_square(square) for square in turn)


def parse_turn(name: str) -> Turn:
    """Read a turn of one or two placements; raises `PositionError`."""
    if not _TURN.fullmatch(name):
        raise PositionError(f"{name!r} is not a turn; expected one or two placements, such as 55+51 or 55+--")
    return tuple(None if part == "--" else parse_square(part) for part in name.split("+"))


def marks_of(x: int, o: int) -> list[str]:
    """List the squares 0..80 as ``x``, ``o`` or ``.``."""
    return ["x" if x >> square & 1 else "o" if o >> square & 1 else "." for square in range(81)]


def format_position(position: "Position") -> str:
    """Write the compact form: nine boards of nine squares in reading order, side to move, placements left.

    The start is ``........./........./........./........./........./........./........./........./.........:x2``.
    """
    cells = "".join(marks_of(position.x, position.o))
    boards = "/".join(cells[start : start + 9] for start in range(0, 81, 9))
    return f"{boards}:{position.side}{position.left}"


def parse_marks(compact: str) -> tuple[int, int, Side, int]:
    """Read the compact form as x's and o's bitboards, side to move and placements left; raises `PositionError`."""
    match = _COMPACT.fullmatch(compact.strip().lower())
    if not match:
        raise PositionError(
            f"{_shorten(compact)!r} is not a position; expected nine boards of nine squares (x, o or .) "
            "joined by '/', then ':', the side to move and its placements left, such as ':x2'"
        )
    cells = match["boards"].replace("/", "")
    x, o = (sum(1 << square for square in range(81) if cells[square] == mark) for mark in "xo")
    return x, o, Side(match["side"]), int(match["left"])


def _shorten(given: str) -> str:
    return given if len(given) <= 60 else given[:57] + "..."


def format_sexpr(position: "Position") -> str:
    """Write the marks as the course's referee builds its board: ``(big (little x () ...) ...)``, on one line."""
    cells = ["()" if mark == "." else mark for mark in marks_of(position.x, position.o)]
    little = (f"(little {' '.join(cells[start : start + 9])})" for start in range(0, 81, 9))
    return f"(big {' '.join(little)})"


def draw(position: "Position") -> str:
    """Draw the position in eleven lines, an owned board as its owner's big mark, with side to move or result."""
    cells = marks_of(position.x, position.o)
    lines = []
    for band in range(0, 9, 3):
        if band:
            lines.append("-------+-------+-------")
        for row in range(3):
            parts = (" ".join(_little_row(position, cells, board, row)) for board in range(band, band + 3))
            lines.append(" " + " | ".join(parts))
    return "\n".join([*lines, _status(position)])


def _little_row(position: "Position", cells: list[str], board: int, row: int) -> str:
    owner = position.owner(board)
    if owner:
        return _BIG_MARKS[owner][row]
    start = 9 * board + 3 * row
    return "".join(cells[start : start + 3])


def _status(position: "Position") -> str:
    if position.result:
        winner = position.result.winner
        return f"{winner} has won" if winner else "nobody has won"
    return f"{position.side} to move, {position.left} placement{'s' if position.left == 2 else ''} left"
