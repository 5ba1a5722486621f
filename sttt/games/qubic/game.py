"""4x4x4 tic-tac-toe as the registries see it, and its board as it is drawn: layers z = 0 and 1 above z = 2 and 3."""

from sttt.entry_points import named
from sttt.games.game import Cell, Game, Group, Shape
from sttt.games.qubic import text
from sttt.games.qubic.position import BITS, LINES, Position, enter_turn, format_square
from sttt.games.qubic.symmetry import canonical

GAP = 1.0
"""Between two layers, in sides of a square: room for their names."""


def _shape() -> Shape[Position]:
    return Shape(
        cells=tuple(_cell(square) for square in range(64)),
        groups=tuple(Group(f"layer z={z}", tuple(range(16 * z, 16 * z + 16))) for z in range(4)),
        lines=LINES,
        bits=BITS,
        bitboards=lambda position: (position.x, position.o),
        sides=("Red", "Blue"),
    )


def _cell(square: int) -> Cell:
    x, y, z = square % 4, square // 4 % 4, square // 16
    return Cell(
        x=x + 0.5 + (4 + GAP) * (z % 2),
        y=y + 0.5 + (4 + GAP) * (z // 2),
        label=format_square(square),
        placement=square,
    )


GAME = Game(
    name="qubic",
    title="4x4x4 tic-tac-toe",
    start=Position,
    enter_turn=enter_turn,
    parse_position=text.parse_position,
    format_position=text.format_position,
    parse_turn=text.parse_turn,
    format_turn=text.format_turn,
    draw=text.draw,
    canonical=canonical,
    levels=(*(f"qubic-level-{level}" for level in range(1, 7)), "qubic"),
    shape=_shape(),
    known=named("sttt.games.qubic.book.known:known"),
    prove=named("sttt.games.qubic.book.known:prove"),
    rules=(
        "Four layers of 4x4 squares form a cube; a square is named by its coordinates x,y,z, each 0 to 3.",
        "Each side in turn marks one empty square, Red first.",
        "Four marks in a straight line win: along an axis, on a diagonal of a plane, or on one of the cube.",
        "When the cube is full without such a line, nobody has won.",
    ),
)
