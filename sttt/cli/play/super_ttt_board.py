r"""Super Tic-Tac-Toe's board at the terminal: every open square by its number, every little board by that on its frame.

::

    +---1---+---2---+---3---+
    | 1 2 3 | 1 X 3 | \   / |
    | 4 5 6 | 4 5 O |   X   |
    | 7 8 9 | 7 8 9 | /   \ |
    +---4---+---5---+---6---+
"""

from rich.text import Text

from sttt.cli.play.styles import OPEN_STYLE, SIDE_STYLES
from sttt.games.game import Side
from sttt.games.super_ttt import Position
from sttt.games.super_ttt_text import BIG_MARKS

Cell = tuple[str, str]
"""A character and its style."""


def draw_board(position: Position) -> Text:
    """Draw the board, the same number of characters for every position."""
    drawn = Text()
    for band in range(0, 9, 3):
        boards = range(band, band + 3)
        drawn.append("+" + "".join(f"---{board + 1}---+" for board in boards) + "\n")
        for row in range(3):
            drawn.append("|")
            for board in boards:
                drawn.append_text(_little_row(position, board, row)).append("|")
            drawn.append("\n")
    return drawn.append("+-------" * 3 + "+")


def _little_row(position: Position, board: int, row: int) -> Text:
    """Draw a little board's row, seven columns wide."""
    drawn = Text(" ")
    for column in range(3):
        square = 9 * board + 3 * row + column
        character, style = _big_mark(position, board, row, column) or _cell(position, square)
        drawn.append(character, style).append(" ")
    return drawn


def _big_mark(position: Position, board: int, row: int, column: int) -> Cell | None:
    owner = position.owner(board)
    return (BIG_MARKS[owner][row][column], SIDE_STYLES[owner]) if owner else None


def _cell(position: Position, square: int) -> Cell:
    for side in Side:
        if position.marks(side) >> square & 1:
            return side.upper(), SIDE_STYLES[side]
    return str(square % 9 + 1), OPEN_STYLE
