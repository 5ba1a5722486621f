"""The rules of plain 3x3 tic-tac-toe, for the homework of CS4341 (B 2003); either side may have started.

It is no registered game: the homework's search trees are all that is made of it.
"""

from sttt.games.game import Side
from sttt.games.grid import Grid, GridPosition
from sttt.games.grid_symmetry import Symmetries
from sttt.games.grid_text import grid_game
from sttt.games.super_ttt import LITTLE_LINES
from sttt.games.super_ttt_symmetry import SYMMETRIES


class Position(GridPosition):
    """A position of 3x3 tic-tac-toe."""

    __slots__ = ()
    GRID = Grid(3, 3, LITTLE_LINES)


GAME = grid_game(
    "three-by-three",
    "3x3 tic-tac-toe",
    Position,
    starts=Side.X,
    canonical=Symmetries(SYMMETRIES).canonical_position,
    levels=(),
    rules=("Each side in turn marks one empty square. Three marks in a row, a column or on a diagonal win.",),
)
