"""The rules of 3x4 tic-tac-toe with a hole: three in a line win, O starts. Source: CS 540-1, homework 5.

Squares are counted from (0,0) as the assignment does::

     0  1  2  3
     #  5  6  7
     8  9 10 11
"""

from itertools import product

from sttt.games.game import Side
from sttt.games.grid import Grid, GridPosition, rows_of
from sttt.games.grid_symmetry import Symmetries
from sttt.games.grid_text import grid_game

HOLE = 4
"""Square (1,0)."""

FOUR_IN_A_ROW_WINS = False
"""Whether a row full of one side's marks, which holds two lines of three, wins. The assignment's note denies it."""

_STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


def _lines() -> tuple[int, ...]:
    """Return every three consecutive squares along a row, column or diagonal that miss the hole."""
    lines = []
    for (row, column), (down, right) in product(product(range(3), range(4)), _STEPS):
        squares = [(row + step * down, column + step * right) for step in range(3)]
        if all(0 <= r < 3 and 0 <= c < 4 for r, c in squares):
            lines.append([4 * r + c for r, c in squares])
    return rows_of(line for line in lines if HOLE not in line)


class Position(GridPosition):
    """A position of 3x4 tic-tac-toe."""

    __slots__ = ()
    GRID = Grid(
        rows=3,
        columns=4,
        lines=_lines(),
        holes=1 << HOLE,
        spoilers=() if FOUR_IN_A_ROW_WINS else rows_of([range(4), range(8, 12)]),
        first=0,
    )


SYMMETRIES = Symmetries(
    [tuple(range(12)), tuple(4 * (2 - row) + column for row, column in product(range(3), range(4)))]
)
"""The hole leaves one reflection: top and bottom row exchanged."""

GAME = grid_game(
    "three-by-four",
    "3x4 tic-tac-toe with a hole",
    Position,
    starts=Side.O,
    canonical=SYMMETRIES.canonical_position,
    levels=("three-by-four-easy", "three-by-four-perfect"),
    rules=(
        "O starts. Each side in turn marks one empty square, named by its row 0 to 2 and column 0 to 3.",
        "Nobody may mark the square (1,0).",
        "Three marks in a line win: in a row, a column or on a diagonal, side by side.",
        "Four marks of one side that fill a whole row are no such line.",
        "When the board is full without a line, nobody has won.",
    ),
)
