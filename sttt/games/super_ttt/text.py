"""Super Tic-Tac-Toe in characters: squares, turns, the compact line, the s-expression board, the drawing.

A square ``(b . l)`` is written as its two digits, ``55`` for the centre of the centre board. A turn is its
placements joined by ``+``, with ``--`` for a forfeited one: ``55+51``, ``55+--``.
"""

import re

from sttt.errors import PositionError, cut
from sttt.games.game import Side, Turn
from sttt.games.super_ttt.position import Position, format_square

_TURN = re.compile(r"(?:[1-9]{2}|--)(?:\+(?:[1-9]{2}|--))?")
BIG_MARKS = {Side.X: ("\\ /", " X ", "/ \\"), Side.O: ("/-\\", "| |", "\\-/")}
"""The drawing of an owned little board, row by row."""


def parse_square(name: str) -> int:
    """Read a square's two digits; raises `PositionError`."""
    if not re.fullmatch("[1-9][1-9]", name):
        raise PositionError.of("super.square", text=name)
    return 9 * (int(name[0]) - 1) + int(name[1]) - 1


def format_turn(turn: Turn) -> str:
    """Write a turn: ``55+51``."""
    return "+".join("--" if square is None else format_square(square) for square in turn)


def parse_turn(name: str) -> Turn:
    """Read a turn of one or two placements; raises `PositionError`."""
    if not _TURN.fullmatch(name):
        raise PositionError.of("super.turn", text=name)
    return tuple(None if part == "--" else parse_square(part) for part in name.split("+"))


def parse_squares(name: str) -> tuple[int, ...]:
    """Read the squares of a turn, forfeited placements left out; raises `PositionError`."""
    return tuple(square for square in parse_turn(name) if square is not None)


def marks_of(x: int, o: int) -> list[str]:
    """List the squares 0..80 as ``x``, ``o`` or ``.``."""
    return ["x" if x >> square & 1 else "o" if o >> square & 1 else "." for square in range(81)]


def format_position(position: Position) -> str:
    """Write the compact form: nine boards of nine squares in reading order, side to move, placements left.

    The start is ``........./........./........./........./........./........./........./........./.........:x2``.
    """
    cells = "".join(marks_of(position.x, position.o))
    boards = "/".join(cells[start : start + 9] for start in range(0, 81, 9))
    return f"{boards}:{position.side}{position.left}"


def parse_position(compact: str) -> Position:
    """Read the compact one-line form (`super_ttt_format_position`); raises `PositionError`."""
    return Position.from_marks(*parse_marks(compact))


def parse_marks(compact: str) -> tuple[int, int, Side, int]:
    """Read the compact form as x's and o's bitboards, side to move and placements left; raises `PositionError`."""
    if not compact.strip():
        raise PositionError.of("super.empty")
    boards, _, turn = compact.strip().lower().partition(":")
    cells = boards.split("/")
    wrong = _wrong_boards(cells) or _wrong_turn(turn)
    if wrong:
        raise PositionError.of("position", text=cut(compact.strip(), 60), reason=wrong)
    x, o = (sum(1 << square for square, cell in enumerate("".join(cells)) if cell == mark) for mark in "xo")
    return x, o, Side(turn[0]), int(turn[1])


def _wrong_boards(boards: list[str]) -> PositionError | None:
    """Say what is wrong with the nine boards of a compact form, if anything is."""
    if len(boards) != 9:
        return PositionError.of(f"super.boards.{_one_or_many(len(boards))}", number=len(boards))
    for number, cells in enumerate(boards, 1):
        if len(cells) != 9:
            return PositionError.of(f"super.squares.{_one_or_many(len(cells))}", board=number, number=len(cells))
        for index, cell in enumerate(cells, 1):
            if cell not in "xo.":
                return PositionError.of("super.cell", square=f"{number}{index}", text=cell)
    return None


def _wrong_turn(turn: str) -> PositionError | None:
    if re.fullmatch("[xo][12]", turn):
        return None
    return PositionError.of("super.end", text=cut(turn, 60))


def _one_or_many(number: int) -> str:
    return "one" if number == 1 else "many"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def format_sexpr(position: Position) -> str:
    """Write the marks as the course's referee builds its board: ``(big (little x () ...) ...)``, on one line."""
    cells = ["()" if mark == "." else mark for mark in marks_of(position.x, position.o)]
    little = (f"(little {' '.join(cells[start : start + 9])})" for start in range(0, 81, 9))
    return f"(big {' '.join(little)})"


def draw(position: Position) -> str:
    """Draw the position, an owned board as its owner's big mark; the last line tells the side to move or the result."""
    cells = marks_of(position.x, position.o)
    lines = []
    for band in range(0, 9, 3):
        if band:
            lines.append("-------+-------+-------")
        for row in range(3):
            parts = (" ".join(_little_row(position, cells, board, row)) for board in range(band, band + 3))
            lines.append(" " + " | ".join(parts))
    return "\n".join([*lines, _status(position)])


def _little_row(position: Position, cells: list[str], board: int, row: int) -> str:
    owner = position.owner(board)
    if owner:
        return BIG_MARKS[owner][row]
    start = 9 * board + 3 * row
    return "".join(cells[start : start + 3])


def _status(position: Position) -> str:
    if position.result:
        winner = position.result.winner
        return f"{winner} has won" if winner else "nobody has won"
    return f"{position.side} to move, {_count(position.left, 'placement')} left"
