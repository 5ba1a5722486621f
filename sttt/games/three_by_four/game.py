"""The rules of 3x4 tic-tac-toe with a hole: three in a line win, O starts. Source: CS 540-1, homework 5.

Squares are counted from (0,0) as the assignment does::

     0  1  2  3
     #  5  6  7
     8  9 10 11
"""

from sttt.entry_points import named
from sttt.games.game import Side
from sttt.games.grid.position import Grid, GridPosition, lines_in_a_row, rotations_and_reflections, rows_of
from sttt.games.grid.text import grid_game

HOLE = 4
"""Square (1,0)."""

FOUR_IN_A_ROW_WINS = False
"""True if a row full of one side's marks, which holds two lines of three, wins; the assignment's note denies it."""


class Position(GridPosition):
    """A position of 3x4 tic-tac-toe."""

    __slots__ = ()
    GRID = Grid(
        rows=3,
        columns=4,
        lines=tuple(line for line in lines_in_a_row(3, 4, 3) if not line >> HOLE & 1),
        holes=1 << HOLE,
        spoilers=() if FOUR_IN_A_ROW_WINS else rows_of([range(4), range(8, 12)]),
        first=0,
    )


SYMMETRIES = rotations_and_reflections(Position.GRID)
"""The hole leaves one reflection: top and bottom row exchanged."""

GAME = grid_game(
    "three-by-four",
    "3x4 tic-tac-toe with a hole",
    Position,
    starts=Side.O,
    levels=("three-by-four-level-1", "three-by-four-level-2", "three-by-four-perfect"),
    prove=named("sttt.games.three_by_four.solver:prove"),
    rules=(
        "O starts. Each side in turn marks one empty square, named by its row 0 to 2 and column 0 to 3.",
        "Nobody may mark the square (1,0).",
        "Three marks in a line win: in a row, a column or on a diagonal, side by side.",
        "Four marks of one side that fill a whole row are no such line.",
        "When the board is full without a line, nobody has won.",
    ),
)
