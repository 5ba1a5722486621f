"""The rules of plain 3x3 tic-tac-toe, for the homework of CS4341 (B 2003); either side may have started.

It is no registered game: the homework's search trees are all that is made of it.
"""

from sttt.games.grid.position import Grid, GridPosition, lines_in_a_row
from sttt.games.grid.text import grid_game

LINES = lines_in_a_row(3, 3, 3)
"""The 3 rows, 3 columns and 2 diagonals as bitboards."""


class Position(GridPosition):
    """A position of 3x3 tic-tac-toe."""

    __slots__ = ()
    GRID = Grid(3, 3, LINES)


GAME = grid_game(
    "three-by-three",
    "3x3 tic-tac-toe",
    Position,
    levels=(),
    rules=("Each side in turn marks one empty square. Three marks in a row, a column or on a diagonal win.",),
)
