"""Connect 4 as the registries see it, and its board as it is drawn."""

from sttt.entry_points import named
from sttt.games.connect_four import text
from sttt.games.connect_four.position import COLUMNS, LINES, ROWS, STRIDE, Position, canonical, enter_turn
from sttt.games.game import Cell, Game, Group, Shape
from sttt.games.lines import masks_to_lines


def _shape() -> Shape[Position]:
    cells = [STRIDE * column + row for column in range(COLUMNS) for row in range(ROWS)]
    places = {cell: place for place, cell in enumerate(cells)}
    return Shape(
        cells=tuple(
            Cell(column + 0.5, ROWS - row - 0.5, f"{'ABCDEFG'[column]}{row + 1}", column)
            for column, row in (divmod(cell, STRIDE) for cell in cells)
        ),
        groups=(Group("board", tuple(range(len(cells)))),),
        lines=masks_to_lines(LINES, [places.get(bit, 0) for bit in range(STRIDE * COLUMNS)]),
        bits=tuple(1 << cell for cell in cells),
        bitboards=lambda position: (position.x, position.o),
        sides=("Red", "Yellow"),
    )


GAME = Game(
    name="connect-four",
    title="Connect 4",
    start=Position,
    enter_turn=enter_turn,
    parse_position=text.parse_position,
    format_position=text.format_position,
    parse_turn=text.parse_turn,
    format_turn=text.format_turn,
    draw=text.draw,
    canonical=canonical,
    levels=(*(f"connect-four-level-{level}" for level in range(1, 7)), "connect-four"),
    shape=_shape(),
    known=named("sttt.games.connect_four.book.known:known"),
    prove=named("sttt.games.connect_four.book.known:prove"),
    rules=(
        "Seven columns of six cells. Red, who is X, starts; the sides drop one stone each in turn.",
        "A stone falls to the lowest empty cell of its column. A full column takes no more.",
        "Four stones of a side in a row win: vertically, horizontally or on a diagonal.",
        "When the board is full without such a row, the game is a draw.",
    ),
)
