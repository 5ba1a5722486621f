r"""The rules of Connect 4: seven columns of six cells, stones fall, four in a row win.

A placement is a column, 0 to 6; the stone takes the lowest empty cell of it. The first player (White in the
assignment) is X. A full board without a line is a draw. Source: CS4341, D 2001, project 2.

A cell is a bit of a bitboard, seven bits a column, the lowest row first; the seventh bit is never set, so that no
line of four wraps round::

     6 13 20 27 34 41 48     never set
     5 12 19 26 33 40 47     row 6
     4 11 18 25 32 39 46     row 5
     3 10 17 24 31 38 45     row 4
     2  9 16 23 30 37 44     row 3
     1  8 15 22 29 36 43     row 2
     0  7 14 21 28 35 42     row 1

The compact form of a position is the columns played, 1 to 7 in order: ``44444`` has five stones in the middle. The
start is the empty text.
"""

from dataclasses import dataclass, field

from sttt.errors import IllegalPlacement
from sttt.games.drawn import Drawn, read_placement
from sttt.games.game import Result, Side, Turn

COLUMNS, ROWS = 7, 6
STRIDE = ROWS + 1
"""Bits from a cell to its neighbour in the next column."""

BOTTOM = tuple(1 << STRIDE * column for column in range(COLUMNS))
"""The lowest cell of each column."""

COLUMN_CELLS = tuple(((1 << ROWS) - 1) * cell for cell in BOTTOM)
"""All cells of each column."""

BOARD = sum(COLUMN_CELLS)

DIRECTIONS = (1, STRIDE - 1, STRIDE, STRIDE + 1)
"""Bits from a cell to the next one of a line: vertical, falling, horizontal, rising."""

LINES = tuple(
    line
    for step in DIRECTIONS
    for start in range(STRIDE * COLUMNS)
    for line in [sum(1 << start + step * place for place in range(4))]
    if line & BOARD == line
)
"""The 69 lines of four."""


def has_line(stones: int) -> bool:
    """Return whether a bitboard holds four in a row."""
    for step in DIRECTIONS:
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


@dataclass(frozen=True, slots=True)
class Position(Drawn):
    """The stones of both sides. However the stones got there, equal boards are equal positions."""

    x: int = 0
    """Stones of the first player, a bitboard."""
    o: int = 0
    columns: tuple[int, ...] = field(default=(), compare=False)
    """The columns played, in order."""

    @property
    def filled(self) -> int:
        """All stones, as a bitboard."""
        return self.x | self.o

    @property
    def side(self) -> Side:
        """The side to move."""
        return Side.O if self.filled.bit_count() % 2 else Side.X

    @property
    def left(self) -> int:
        """A turn is one placement."""
        return 1

    @property
    def result(self) -> Result | None:
        """The result, or None while the game goes on."""
        last = self.side.other
        if has_line(self.stones(last)):
            return Result.win(last)
        return Result.DRAW if self.filled == BOARD else None

    def stones(self, side: Side) -> int:
        """Return `side`'s stones, a bitboard."""
        return self.x if side is Side.X else self.o

    def height(self, column: int) -> int:
        """Return how many stones lie in a column."""
        return (self.filled & COLUMN_CELLS[column]).bit_count()

    def legal_placements(self) -> tuple[int, ...]:
        """Every column that is not full; none once the game is over."""
        if self.result:
            return ()
        return tuple(column for column in range(COLUMNS) if self.height(column) < ROWS)

    def play(self, placement: int | str | None) -> "Position":
        """Drop a stone of the side to move into a column, by its number from 0 on or as written, ``"1"`` to ``"7"``.

        Raises `IllegalPlacement`, also for no placement (`None`), and `PositionError` for other texts.
        """
        if isinstance(placement, str):
            return self.play(read_placement(self, placement))
        if self.result:
            raise IllegalPlacement.of("over.stone")
        if placement is None:
            raise IllegalPlacement.of("drop.none")
        if not 0 <= placement < COLUMNS:
            raise IllegalPlacement.of("drop.off-board", column=placement + 1, last=COLUMNS)
        if self.height(placement) == ROWS:
            raise IllegalPlacement.of("drop.full", column=placement + 1)
        cell = (self.filled + BOTTOM[placement]) & COLUMN_CELLS[placement]
        x, o = (self.x | cell, self.o) if self.side is Side.X else (self.x, self.o | cell)
        return Position(x, o, (*self.columns, placement))


def enter_turn(position: Position, turn: Turn) -> tuple[Position, Turn]:
    """Drop the one stone of a turn. Whatever else a turn claims costs the game: raises `IllegalPlacement`."""
    if len(turn) != 1:
        raise IllegalPlacement.of("drop.turn-length", number=len(turn))
    return position.play(turn[0]), turn


def mirrored(stones: int) -> int:
    """Return a bitboard with left and right exchanged."""
    return sum((stones >> STRIDE * column & (1 << STRIDE) - 1) << STRIDE * (6 - column) for column in range(COLUMNS))


def canonical(position: Position) -> tuple[int, int]:
    """Return the same value for a position and its mirror image, and for no other."""
    return min((position.x, position.o), (mirrored(position.x), mirrored(position.o)))
