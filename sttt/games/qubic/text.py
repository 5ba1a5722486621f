"""4x4x4 tic-tac-toe in characters: squares, turns, the compact line, the drawing.

A square, and so a turn, is written as its three coordinates: ``0,1,1``.
"""

import re

from sttt.errors import PositionError, cut
from sttt.games.game import Side, Turn
from sttt.games.qubic.position import Position, format_square

MARKS = {Side.X: "R", Side.O: "B"}
"""The letters of the sides' marks: Red moves first, Blue second."""

COLOURS = {Side.X: "Red", Side.O: "Blue"}


def parse_square(name: str) -> int:
    """Read ``x,y,z``; raises `PositionError`."""
    if not re.fullmatch("[0-3],[0-3],[0-3]", name):
        raise PositionError.of("cube.square", text=name)
    x, y, z = (int(coordinate) for coordinate in name.split(","))
    return 16 * z + 4 * y + x


def format_turn(turn: Turn) -> str:
    """Write a turn: ``0,1,1``."""
    return "+".join("--" if square is None else format_square(square) for square in turn)


def parse_turn(name: str) -> Turn:
    """Read a turn; raises `PositionError`."""
    return (parse_square(name),)


def _cells(x: int, o: int) -> str:
    return "".join("R" if x >> square & 1 else "B" if o >> square & 1 else "." for square in range(64))


def format_position(position: Position) -> str:
    """Write the compact form: the four layers z = 0..3, each its 16 squares in the order of the bits.

    The start is ``................/................/................/................``. Who is to move follows from
    the marks.
    """
    cells = _cells(position.x, position.o)
    return "/".join(cells[start : start + 16] for start in range(0, 64, 16))


def parse_marks(compact: str) -> tuple[int, int]:
    """Read the compact form as R's and B's bitboards; raises `PositionError`.

    ``:x`` or ``:o`` may follow, for R or B to move; it has to agree with the marks.
    """
    marks, colon, to_move = compact.strip().upper().partition(":")
    layers = marks.split("/")
    cells = "".join(layers)
    side = "X" if cells.count("R") == cells.count("B") else "O"
    wrong = _what_is_wrong(layers)
    if colon and not wrong and to_move != side:
        wrong = PositionError.of("cube.end", text=f":{to_move}", side=f":{side.lower()}")
    if wrong:
        raise PositionError.of("position", text=cut(compact.strip(), 70), reason=wrong)
    x, o = (sum(1 << square for square, cell in enumerate(cells) if cell == mark) for mark in "RB")
    return x, o


def _what_is_wrong(layers: list[str]) -> PositionError | None:
    if len(layers) != 4:
        return PositionError.of("cube.layers.one" if len(layers) == 1 else "cube.layers.many", number=len(layers))
    for z, cells in enumerate(layers):
        if len(cells) != 16:
            return PositionError.of("cube.layer", layer=z, number=len(cells))
        for index, cell in enumerate(cells):
            if cell not in "RB.":
                return PositionError.of("cube.cell", square=format_square(16 * z + index), text=cell)
    return None


def draw(position: Position) -> str:
    """Draw the four layers side by side; the last line tells the side to move or the result."""
    cells = _cells(position.x, position.o)
    lines = ["      " + "".join(f"z={z}" + 13 * " " for z in range(4)).rstrip()]
    for y in range(4):
        rows = ("  ".join(cells[start : start + 4]) for start in range(4 * y, 64, 16))
        lines.append(f" y={y}  " + "   |  ".join(rows))
    lines.append("  x = " + "      ".join("0  1  2  3" for _ in range(4)))
    return "\n".join([*lines, _status(position)])


def _status(position: Position) -> str:
    if not position.result:
        return f"{MARKS[position.side]} to move"
    return f"{MARKS[position.winner]} has won" if position.winner else "nobody has won"


def parse_position(compact: str) -> Position:
    """Read the compact one-line form (`qubic_format_position`); raises `PositionError`."""
    return Position.from_marks(*parse_marks(compact))
