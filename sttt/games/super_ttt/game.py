"""Super Tic-Tac-Toe as the registries see it, and its board as it is drawn.

The board is nine framed boards of nine squares, with a gap between the frames.
"""

from sttt.entry_points import named
from sttt.games.game import Cell, Game, Group, Shape
from sttt.games.lines import masks_to_lines
from sttt.games.super_ttt import text
from sttt.games.super_ttt.position import LITTLE_LINES, Position, enter_turn, format_square
from sttt.games.super_ttt.symmetry import canonical

GAP = 0.4
"""Between the frames of two little boards, in sides of a square."""


def shape_of(lines: tuple[int, ...]) -> Shape[Position]:
    """Describe the board whose little boards, and which itself, are won by these lines (nine-bit masks)."""
    return Shape(
        cells=tuple(_cell(square) for square in range(81)),
        groups=tuple(_little_board(board, lines) for board in range(9)),
        lines=masks_to_lines(lines, range(9)),
        bits=tuple(1 << square for square in range(81)),
        bitboards=lambda position: (position.x, position.o),
        owners=lambda position: tuple(position.owner(board) for board in range(9)),
    )


def _cell(square: int) -> Cell:
    board, little = divmod(square, 9)
    return Cell(
        x=_along(board % 3, little % 3),
        y=_along(board // 3, little // 3),
        label=format_square(square),
        placement=square,
    )


def _along(board: int, little: int) -> float:
    return (3 + GAP) * board + little + 0.5


def _little_board(board: int, lines: tuple[int, ...]) -> Group:
    squares = range(9 * board, 9 * board + 9)
    return Group(f"board {board + 1}", tuple(squares), masks_to_lines(lines, squares))


GAME = Game[Position](
    name="super-ttt",
    title="Super Tic-Tac-Toe",
    start=Position,
    enter_turn=enter_turn,
    parse_position=text.parse_position,
    format_position=text.format_position,
    parse_turn=text.parse_turn,
    format_turn=text.format_turn,
    draw=text.draw,
    canonical=canonical,
    levels=(*(f"super-ttt-level-{level}" for level in range(1, 8)), "alpha-beta"),
    shape=shape_of(LITTLE_LINES),
    known=named("sttt.games.super_ttt.book.known:known"),
    prove=named("sttt.games.super_ttt.analysis.proving:prove"),
    rules=(
        "Nine little boards of nine squares form the big board. X plays first.",
        "A turn is two marks on any empty squares: in one little board or in two.",
        "Three marks in a row, column or diagonal win a little board. It is closed from then on.",
        "A little board that fills up without three in a row belongs to nobody.",
        "Three won little boards in a row, column or diagonal win the game at once.",
        "When every little board is won or full and nobody has such a row, the game is a draw.",
        "If only one open square is left when a turn begins, that turn is a single mark.",
    ),
)
