"""The rules of plain 3x3 tic-tac-toe, for the homework of CS4341 (B 2003); either side may have started."""

from sttt.games.grid import Grid, GridPosition
from sttt.games.super_ttt import LITTLE_LINES


class Position(GridPosition):
    """A position of 3x3 tic-tac-toe."""

    __slots__ = ()
    GRID = Grid(3, 3, LITTLE_LINES)
