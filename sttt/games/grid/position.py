"""Games of one mark a turn on a grid, decided by a line: what four-by-four, three-by-four and 3x3 share.

Square ``(row, column)`` of a grid with c columns is bit ``c*row + column`` of a bitboard, for 4 x 4::

     0  1  2  3
     4  5  6  7
     8  9 10 11
    12 13 14 15
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from operator import getitem
from typing import ClassVar, Self, TypeVar

from sttt.errors import IllegalPlacement, PositionError
from sttt.games.drawn import Drawn, read_placement
from sttt.games.game import Result, Side, Turn
from sttt.games.lines import carried_masks

LAST_NUMBER = 99
"""Of a row or column, in the notation."""

_MEMORY = 1 << 18
"""Bitboards or positions of which an answer is kept: transpositions are many."""


Permutation = tuple[int, ...]
"""The square to which each square is carried: the mark on ``s`` then stands on ``to[s]``."""


@dataclass(frozen=True)
class Grid:
    """The board of a game: its size, its lines, and how people count its squares."""

    rows: int
    columns: int
    lines: tuple[int, ...]
    """Bitboards of the lines, each of which decides the game."""
    lines_lose: bool = False
    """True if the side that completes a line has lost, as in misère play; otherwise it has won."""
    holes: int = 0
    """Squares that nobody may mark, a bitboard."""
    spoilers: tuple[int, ...] = ()
    """For whoever has marked one of these bitboards in full, the lines within it do not count."""
    first: int = 1
    """The number of the first row and of the first column in the notation."""
    size: int = field(init=False)
    """Number of squares, holes included."""
    squares: int = field(init=False)
    """The squares that can be marked, as a bitboard."""
    has_line: Callable[[int], bool] = field(init=False, repr=False, compare=False)
    """Return whether a side with these marks, a bitboard, has completed a line that counts."""

    def __post_init__(self) -> None:
        """Derive what searches ask for at every node."""
        if max(self.rows, self.columns) + self.first - 1 > LAST_NUMBER:
            raise ValueError(f"a grid of {self.rows}x{self.columns}; expected no row or column after {LAST_NUMBER}")
        size = self.rows * self.columns
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "squares", (1 << size) - 1 & ~self.holes)
        object.__setattr__(self, "has_line", lru_cache(maxsize=_MEMORY)(self._completes_line))

    def _completes_line(self, marks: int) -> bool:
        spoilers = [spoiler for spoiler in self.spoilers if spoiler & marks == spoiler]
        return any(
            line & marks == line and not any(line & spoiler == line for spoiler in spoilers) for line in self.lines
        )

    def name(self, square: int) -> str:
        """Write a square as its row and column: ``2,3``."""
        row, column = divmod(square, self.columns)
        return f"{row + self.first},{column + self.first}"


@lru_cache(maxsize=_MEMORY)
def squares_of(bitboard: int) -> tuple[int, ...]:
    """List the set bits of a grid's bitboard in ascending order."""
    return tuple(square for square in range(bitboard.bit_length()) if bitboard >> square & 1)


@dataclass(frozen=True, slots=True)
class GridPosition(Drawn):
    """Marks and the side to move; each game has a subclass that names its grid."""

    GRID: ClassVar[Grid]

    x: int = 0
    """Squares marked X, a bitboard."""
    o: int = 0
    side: Side = Side.X

    @classmethod
    def from_marks(cls, x: int, o: int, side: Side) -> Self:
        """Build a position from marks; either side may have started or be ahead in marks.

        Raises `PositionError` if a square has two marks, or both sides have a line.
        """
        if x & o or (x | o) & ~cls.GRID.squares:
            raise PositionError.of("grid.two-marks")
        if cls.GRID.has_line(x) and cls.GRID.has_line(o):
            raise PositionError.of("grid.both-lost" if cls.GRID.lines_lose else "grid.both-won")
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
        has_line = self.GRID.has_line
        if has_line(self.x):
            return Result.O_WINS if self.GRID.lines_lose else Result.X_WINS
        if has_line(self.o):
            return Result.X_WINS if self.GRID.lines_lose else Result.O_WINS
        return None if self.empty else Result.DRAW

    def marks(self, side: Side) -> int:
        """Return `side`'s marks, a bitboard."""
        return self.x if side is Side.X else self.o

    def legal_placements(self) -> tuple[int, ...]:
        """Every empty square in ascending order, which is row-major; none once the game is over."""
        return () if self.result else squares_of(self.empty)

    def play(self, placement: int | str | None) -> Self:
        """Mark a square for the side to move, by number or in the game's notation. Nobody may pass.

        Raises `IllegalPlacement` if the game is over or the square cannot be marked, `PositionError` for other texts.
        """
        if isinstance(placement, str):
            return self.play(read_placement(self, placement))
        if placement is None or not 0 <= placement < self.GRID.size or not self.empty >> placement & 1 or self.result:
            raise _why_illegal(self, placement)
        if self.side is Side.X:
            return type(self)(self.x | 1 << placement, self.o, Side.O)
        return type(self)(self.x, self.o | 1 << placement, Side.X)


G = TypeVar("G", bound=GridPosition)


def _why_illegal(position: GridPosition, placement: int | None) -> IllegalPlacement:
    if position.result:
        return IllegalPlacement.of("over")
    if placement is None:
        return IllegalPlacement.of("grid.pass")
    if not 0 <= placement < position.GRID.size:
        return IllegalPlacement.of("grid.no-square", square=placement, last=position.GRID.size - 1)
    why = "grid.forbidden" if position.GRID.holes >> placement & 1 else "grid.taken"
    return IllegalPlacement.of(why, square=position.GRID.name(placement))


def enter_turn(position: G, turn: Turn) -> tuple[G, Turn]:
    """Enter a claimed turn; an illegal one raises `IllegalPlacement`, which loses the game."""
    if len(turn) != 1:
        raise IllegalPlacement.of("grid.turn-length", number=len(turn))
    return position.play(turn[0]), turn


def lines_in_a_row(rows: int, columns: int, length: int) -> tuple[int, ...]:
    """Return the bitboards of all lines of that many neighbouring squares: rows, columns, then both diagonals."""
    lines = []
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for row, column in product(range(rows), range(columns)):
            line = [(row + step * down, column + step * right) for step in range(length)]
            if all(0 <= r < rows and 0 <= c < columns for r, c in line):
                lines.append([r * columns + c for r, c in line])
    return rows_of(lines)


def rows_of(bitboards: Iterable[Iterable[int]]) -> tuple[int, ...]:
    """Return the bitboard of each list of squares."""
    return tuple(sum(1 << square for square in squares) for squares in bitboards)


class Symmetries:
    """Permutations of squares that carry winning lines into winning lines, tabulated by the bytes of both bitboards."""

    def __init__(self, permutations: Iterable[Permutation]) -> None:
        self.permutations = tuple(sorted(set(permutations)))
        self._size = len(self.permutations[0])
        self._tables = [_tables(to + tuple(self._size + square for square in to)) for to in self.permutations]

    def canonical(self, x: int, o: int) -> int:
        """Return x's and o's bitboards of the equal position that comes first, as one number."""
        marks = (x << self._size | o).to_bytes(len(self._tables[0]), "little")
        return min([sum(map(getitem, tables, marks)) for tables in self._tables])

    def canonical_position(self, position: GridPosition) -> Hashable:
        """Return what all equal positions have in common, the side to move included."""
        return self.canonical(position.x, position.o), position.side


def rotations_and_reflections(grid: Grid) -> Symmetries:
    """Return those that carry the board's lines, holes and spoilers into its lines, holes and spoilers."""
    marked = (grid.lines, (grid.holes,), grid.spoilers)
    return Symmetries(
        to for to in _turned(grid) if all(set(_carried(bitboards, to)) == set(bitboards) for bitboards in marked)
    )


def _turned(grid: Grid) -> Iterable[Permutation]:
    """Yield the ways to lay the board on itself, without regard to what is on it."""
    squares = list(product(range(grid.rows), range(grid.columns)))
    last_row, last_column = grid.rows - 1, grid.columns - 1
    for flip, mirror in product((False, True), repeat=2):
        to = [(last_row - row if flip else row, last_column - column if mirror else column) for row, column in squares]
        yield tuple(grid.columns * row + column for row, column in to)
        if grid.rows == grid.columns:
            yield tuple(grid.columns * column + row for row, column in to)


def _carried(bitboards: tuple[int, ...], to: Permutation) -> tuple[int, ...]:
    return rows_of([to[square] for square in squares_of(bitboard)] for bitboard in bitboards)


def _tables(to: Permutation) -> list[tuple[int, ...]]:
    """Return the bitboard to which each value of each byte is carried, the byte of the lowest squares first."""
    return [carried_masks(to[first : first + 8]) for first in range(0, len(to), 8)]


def line_counts(lines: tuple[int, ...], own: int, other: int) -> list[int]:
    """Return, indexed by n from 0, how many lines have exactly n of the marks `own` and none of `other`.

    Lines with no mark at all are not counted: entry 0 is 0.
    """
    counts = [0] * (1 + max(line.bit_count() for line in lines))
    for line in lines:
        marks = own & line
        if marks and not other & line:
            counts[marks.bit_count()] += 1
    return counts


class LineEvaluation:
    """The weighted counts of X's lines minus O's, the form of evaluation that both assignments print."""

    def __init__(self, lines: tuple[int, ...], weights: Mapping[int, int]) -> None:
        """Lines with n marks of one side and none of the other weigh ``weights[n]``, the others nothing."""
        self._lines = lines
        self._weights = [weights.get(count, 0) for count in range(1 + max(line.bit_count() for line in lines))]
        self._value = lru_cache(maxsize=_MEMORY)(self._weigh)

    def __call__(self, position: GridPosition) -> int:
        """Return the value of a position from X's point of view."""
        return self._value(position.x, position.o)

    def _weigh(self, x: int, o: int) -> int:
        weights = self._weights
        value = 0
        for line in self._lines:
            if x & line:
                if not o & line:
                    value += weights[(x & line).bit_count()]
            elif o & line:
                value -= weights[(o & line).bit_count()]
        return value
