r"""The board as `sttt play` shows it: every open square by its number, every little board by its number on the frame.

::

    +---1---+---2---+---3---+
    | 1 2 3 | 1 X 3 | \   / |
    | 4 5 6 | 4 5 O |   X   |
    | 7 8 9 | 7 8 9 | /   \ |
    +---4---+---5---+---6---+
"""

from collections.abc import Collection

from rich.text import Text

from sttt.games.game import Side
from sttt.games.super_ttt import Position
from sttt.games.super_ttt_text import BIG_MARKS

SIDE_STYLES = {Side.X: "bold red", Side.O: "bold cyan"}
_OPEN_STYLE = "dim"
_NEW_STYLE = "reverse"

Cell = tuple[str, str]
"""A character and its style."""


def draw_board(position: Position, new: Collection[int]) -> Text:
    """Draw the board, the squares of `new` (the turn just played) stressed where the terminal can."""
    drawn = Text()
    for band in range(0, 9, 3):
        boards = range(band, band + 3)
        drawn.append("+" + "".join(f"---{board + 1}---+" for board in boards) + "\n")
        for row in range(3):
            drawn.append("|")
            for board in boards:
                drawn.append_text(_little_row(position, board, row, new)).append("|")
            drawn.append("\n")
    return drawn.append("+-------" * 3 + "+")


def _little_row(position: Position, board: int, row: int, new: Collection[int]) -> Text:
    """Draw a little board's row, seven columns wide."""
    drawn = Text(" ")
    for column in range(3):
        square = 9 * board + 3 * row + column
        character, style = _big_mark(position, board, row, column) or _cell(position, square)
        drawn.append(character, f"{style} {_NEW_STYLE}" if square in new else style).append(" ")
    return drawn


def _big_mark(position: Position, board: int, row: int, column: int) -> Cell | None:
    owner = position.owner(board)
    return (BIG_MARKS[owner][row][column], SIDE_STYLES[owner]) if owner else None


def _cell(position: Position, square: int) -> Cell:
    for side in Side:
        if position.marks(side) >> square & 1:
            return side.upper(), SIDE_STYLES[side]
    return str(square % 9 + 1), _OPEN_STYLE
