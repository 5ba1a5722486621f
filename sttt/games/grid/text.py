"""The texts of grid games: the compact line, turns by row and column, the drawing; and the `Game` of them.

The compact form lists the squares row by row as ``x``, ``o``, ``.`` or, for a hole, ``#``, then a colon and the side to
move: ``o.x...x.........:x``. A turn is its row and column: ``2,3``.
"""

import re
from collections.abc import Callable, Hashable

from sttt.errors import PositionError
from sttt.games.game import ANY_GAMES_LEVELS, Cell, Game, Group, Shape, Side, Turn
from sttt.games.grid.position import G, Grid, GridPosition, enter_turn, rotations_and_reflections
from sttt.games.lines import masks_to_lines
from sttt.games.verdict import Verdict

_TURN = re.compile(r"\(?(?:([0-9]{1,2})[ ,]+([0-9]{1,2})|([0-9])([0-9]))\)?")


def cells_of(position: GridPosition) -> str:
    """List the squares row by row as ``x``, ``o``, ``.`` or ``#``."""
    kinds = ((position.x, "x"), (position.o, "o"), (position.GRID.holes, "#"))
    return "".join(
        next((mark for marks, mark in kinds if marks >> square & 1), ".") for square in range(position.GRID.size)
    )


def format_position(position: GridPosition) -> str:
    """Write the compact form."""
    return f"{cells_of(position)}:{position.side}"


def parse_cells(grid: Grid, cells: str) -> tuple[int, int]:
    """Read the squares of a compact form in either letter case, as x's and o's bitboards; raises `PositionError`."""
    cells = cells.lower()
    if len(cells) != grid.size:
        raise PositionError.of("grid.size", text=cells[:60], number=len(cells), size=grid.size)
    for square, cell in enumerate(cells):
        expected = "#" if grid.holes >> square & 1 else "xo."
        if cell not in expected:
            wanted = " or ".join(expected)
            raise PositionError.of("grid.cell", square=grid.name(square), text=cells, cell=cell, expected=wanted)
    x, o = (sum(1 << square for square, cell in enumerate(cells) if cell == mark) for mark in "xo")
    return x, o


def parse_turn(grid: Grid, name: str) -> Turn:
    """Read a square by row and column, such as ``2,3``, ``2 3``, ``23`` or ``(2,3)``; raises `PositionError`."""
    match = _TURN.fullmatch(name.strip())
    row, column = (int(number) - grid.first for number in match.groups() if number) if match else (-1, -1)
    if not (0 <= row < grid.rows and 0 <= column < grid.columns):
        last_row, last_column = grid.rows - 1 + grid.first, grid.columns - 1 + grid.first
        raise PositionError.of(
            "grid.square",
            text=name,
            first=grid.first,
            last_row=last_row,
            last_column=last_column,
            such=f"{last_row - 1},{last_column}",
        )
    return (row * grid.columns + column,)


def draw(position: GridPosition) -> str:
    """Draw the board with the numbers of its rows and columns; the last line says who is to move or has won."""
    grid = position.GRID
    cells = cells_of(position)
    width = len(str(max(grid.rows, grid.columns) - 1 + grid.first))
    rows = [["", *(str(column + grid.first) for column in range(grid.columns))]]
    rows += ([str(row + grid.first), *cells[row * grid.columns :][: grid.columns]] for row in range(grid.rows))
    return "\n".join([*(" ".join(f"{one:>{width}}" for one in row) for row in rows), _status(position)])


def _status(position: GridPosition) -> str:
    if position.result:
        winner = position.result.winner
        return f"{winner} has won" if winner else "nobody has won"
    return f"{position.side} to move"


def _shape_of(grid: Grid) -> Shape[GridPosition]:
    """Describe the board; nobody may place in its holes."""
    return Shape(
        cells=tuple(_cell(grid, square) for square in range(grid.size)),
        groups=(Group("board", tuple(range(grid.size))),),
        lines=masks_to_lines(grid.lines, range(grid.size)),
        bits=tuple(1 << square for square in range(grid.size)),
        bitboards=lambda position: (position.x, position.o),
        lines_lose=grid.lines_lose,
    )


def _cell(grid: Grid, square: int) -> Cell:
    row, column = divmod(square, grid.columns)
    placement = None if grid.holes >> square & 1 else square
    return Cell(x=column + 0.5, y=row + 0.5, label=grid.name(square), placement=placement)


def grid_game(  # noqa: PLR0913 - a field each
    name: str,
    title: str,
    kind: type[G],
    *,
    rules: tuple[str, ...],
    starts: Side = Side.X,
    levels: tuple[str, ...] = ANY_GAMES_LEVELS,
    canonical: Callable[[GridPosition], Hashable] | None = None,
    prove: Callable[[G, float, Verdict], Verdict] | None = None,
) -> Game[G]:
    """Return the game whose positions are of that kind; its symmetries are those of the board unless told."""

    def parse_position(compact: str) -> G:
        cells, _, side = compact.strip().lower().partition(":")
        if side not in {"x", "o"}:
            raise PositionError.of("grid.end", text=compact.strip()[:60], end=side)
        return kind.from_marks(*parse_cells(kind.GRID, cells), Side(side))

    return Game(
        name=name,
        title=title,
        start=lambda: kind(side=starts),
        enter_turn=enter_turn,
        parse_position=parse_position,
        format_position=format_position,
        parse_turn=lambda turn: parse_turn(kind.GRID, turn),
        format_turn=lambda turn: "+".join("--" if one is None else kind.GRID.name(one) for one in turn),
        draw=draw,
        canonical=canonical or rotations_and_reflections(kind.GRID).canonical_position,
        levels=levels,
        shape=_shape_of(kind.GRID),
        rules=rules,
        prove=prove,
    )
