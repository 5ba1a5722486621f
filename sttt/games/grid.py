"""Games of one mark a turn on a small grid, won by a line: what four-by-four, three-by-four and 3x3 share.

Square ``(row, column)`` of a grid with c columns is bit ``c*row + column`` of a bitboard, for 4 x 4::

     0  1  2  3
     4  5  6  7
     8  9 10 11
    12 13 14 15
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Self

from sttt.errors import IllegalPlacement, PositionError
from sttt.games.game import Result, Side, Turn

MOST_SQUARES = 16
"""The winning marks of a grid are a table with an entry for every bitboard."""


@dataclass(frozen=True)
class Grid:
    """The board of a game: its size, its winning lines, and how people count its squares."""

    rows: int
    columns: int
    lines: tuple[int, ...]
    """Bitboards of the lines, each of which wins."""
    holes: int = 0
    """Squares that nobody may mark, a bitboard."""
    spoilers: tuple[int, ...] = ()
    """Whoever has marked one of these bitboards in full has not won by the lines within it."""
    first: int = 1
    """The number of the first row and of the first column in the notation."""
    size: int = field(init=False)
    """How many squares there are, holes included."""
    squares: int = field(init=False)
    """The squares that can be marked, as a bitboard."""
    wins: bytes = field(init=False, repr=False, compare=False)
    """Indexed by one side's bitboard: whether it has won."""

    def __post_init__(self) -> None:
        """Derive what searches ask for at every node."""
        size = self.rows * self.columns
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "squares", (1 << size) - 1 & ~self.holes)
        object.__setattr__(self, "wins", _winning(self.lines, self.spoilers, size))

    def name(self, square: int) -> str:
        """Write a square as its row and column: ``2,3``."""
        row, column = divmod(square, self.columns)
        return f"{row + self.first},{column + self.first}"


def _winning(lines: tuple[int, ...], spoilers: tuple[int, ...], size: int) -> bytes:
    if size > MOST_SQUARES:
        raise ValueError(f"a grid of {size} squares; expected at most {MOST_SQUARES}")
    table = bytearray(1 << size)
    for line in lines:
        around = [spoiler for spoiler in spoilers if spoiler & line == line]
        for marks in _supersets(line, size):
            if not any(marks & spoiler == spoiler for spoiler in around):
                table[marks] = True
    return bytes(table)


def _supersets(mask: int, size: int) -> Iterable[int]:
    """Yield every bitboard of a grid that contains the mask."""
    free = (1 << size) - 1 & ~mask
    more = free
    while more:
        yield mask | more
        more = (more - 1) & free
    yield mask


@lru_cache(maxsize=1 << MOST_SQUARES)
def squares_of(bitboard: int) -> tuple[int, ...]:
    """List the set bits of a grid's bitboard in ascending order."""
    return tuple(square for square in range(MOST_SQUARES) if bitboard >> square & 1)


@dataclass(frozen=True, slots=True)
class GridPosition:
    """Marks and the side to move; each game has a subclass that names its grid."""

    GRID: ClassVar[Grid]

    x: int = 0
    """Squares marked X, a bitboard."""
    o: int = 0
    side: Side = Side.X

    @classmethod
    def from_marks(cls, x: int, o: int, side: Side) -> Self:
        """Build a position from marks; either side may have started or be ahead in marks.

        Raises `PositionError` if a square has two marks, or both sides have won.
        """
        if x & o or (x | o) & ~cls.GRID.squares:
            raise PositionError("a square has two marks, or a hole one; expected at most one mark a square")
        if cls.GRID.wins[x] and cls.GRID.wins[o]:
            raise PositionError("both x and o have won; expected at most one winner")
        return cls(x, o, side)

    @property
    def left(self) -> int:
        """A turn is a single placement."""
        return 1

    @property
    def empty(self) -> int:
        """The squares that can still be marked, as a bitboard."""
        return self.GRID.squares & ~(self.x | self.o)

    @property
    def result(self) -> Result | None:
        """The result, or None while the game goes on."""
        wins = self.GRID.wins
        if wins[self.x]:
            return Result.X_WINS
        if wins[self.o]:
            return Result.O_WINS
        return None if self.empty else Result.DRAW

    def marks(self, side: Side) -> int:
        """Return `side`'s marks, a bitboard."""
        return self.x if side is Side.X else self.o

    def legal_placements(self) -> tuple[int, ...]:
        """Every empty square in ascending order, which is row-major; none once the game is over."""
        return () if self.result else squares_of(self.empty)

    def play(self, placement: int | None) -> Self:
        """Mark a square for the side to move. Nobody may pass.

        Raises `IllegalPlacement` if the game is over or the square cannot be marked.
        """
        if placement is None or not 0 <= placement < MOST_SQUARES or not self.empty >> placement & 1 or self.result:
            raise IllegalPlacement(_why_illegal(self, placement))
        if self.side is Side.X:
            return type(self)(self.x | 1 << placement, self.o, Side.O)
        return type(self)(self.x, self.o | 1 << placement, Side.X)


def _why_illegal(position: GridPosition, placement: int | None) -> str:
    if position.result:
        return "the game is over; expected no further placement"
    if placement is None:
        return "nobody may pass; expected an empty square"
    if not 0 <= placement < position.GRID.size:
        return f"there is no square {placement}; expected 0 to {position.GRID.size - 1}"
    if position.GRID.holes >> placement & 1:
        return f"square {position.GRID.name(placement)} is forbidden to both sides; expected an empty one"
    return f"square {position.GRID.name(placement)} is taken; expected an empty one"


def enter_turn(position: GridPosition, turn: Turn) -> tuple[GridPosition, Turn]:
    """Enter a claimed turn; an illegal one raises `IllegalPlacement`, which loses the game."""
    if len(turn) != 1:
        raise IllegalPlacement(f"a turn of {len(turn)} placements; expected one")
    return position.play(turn[0]), turn


def rows_of(bitboards: Iterable[Iterable[int]]) -> tuple[int, ...]:
    """Return the bitboard of each list of squares."""
    return tuple(sum(1 << square for square in squares) for squares in bitboards)
