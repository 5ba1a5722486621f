"""The board of a grid game as it is drawn: one frame, a cell a square."""

from sttt.games.game import Side
from sttt.games.grid import Grid, GridPosition
from sttt.games.shape import Cell, Group, Shape, masks_to_lines


def shape_of(grid: Grid) -> Shape:
    """Describe the board; nobody may place in its holes."""
    return Shape(
        cells=tuple(_cell(grid, square) for square in range(grid.size)),
        groups=(Group("board", tuple(range(grid.size))),),
        lines=masks_to_lines(grid.lines, range(grid.size)),
        marks=_marks,
    )


def _cell(grid: Grid, square: int) -> Cell:
    row, column = divmod(square, grid.columns)
    placement = None if grid.holes >> square & 1 else square
    return Cell(x=column + 0.5, y=row + 0.5, label=grid.name(square), placement=placement)


def _marks(position: GridPosition) -> tuple[Side | None, ...]:
    return tuple(
        next((side for side in Side if position.marks(side) >> square & 1), None)
        for square in range(position.GRID.size)
    )
