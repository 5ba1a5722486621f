r"""The rules of 4x4x4 tic-tac-toe ("qubic"): four in a straight line of a cube of 64 squares win.

The sides place one mark in turn, R (`Side.X`) first, B (`Side.O`) second; a full cube without a line is a draw.
Source: CS4341, B term 2003, project 2.

Square ``x,y,z``, each 0..3, is bit ``16 z + 4 y + x`` of a 64-bit bitboard::

          z = 0             z = 1             z = 2             z = 3
     0  1  2  3  y=0   16 17 18 19       32 33 34 35       48 49 50 51
     4  5  6  7  y=1   20 21 22 23       36 37 38 39       52 53 54 55
     8  9 10 11  y=2   24 25 26 27       40 41 42 43       56 57 58 59
    12 13 14 15  y=3   28 29 30 31       44 45 46 47       60 61 62 63
    x=0 1  2  3
"""

from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import and_

from sttt.errors import IllegalPlacement, PositionError
from sttt.games.drawn import Drawn, read_placement
from sttt.games.game import Result, Side, Turn

ALL_SQUARES = (1 << 64) - 1
BITS = tuple(1 << square for square in range(64))


def _lines() -> tuple[tuple[int, ...], ...]:
    """Every straight line of four, as its squares in ascending order: in each axis it stands still or goes 0..3."""
    ways = ((0, 0, 0, 0), (1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 3, 3), (0, 1, 2, 3), (3, 2, 1, 0))
    lines = {
        tuple(sorted(16 * z + 4 * y + x for x, y, z in zip(*axes, strict=True))) for axes in product(ways, repeat=3)
    }
    return tuple(sorted(line for line in lines if len(set(line)) == 4))


LINES = _lines()
"""The 76 lines: 48 along an axis, 24 diagonals of a plane, 4 of the cube."""

LINE_MASKS = tuple(sum(BITS[square] for square in line) for line in LINES)

MASKS_THROUGH = tuple(tuple(mask for mask in LINE_MASKS if mask & bit) for bit in BITS)
"""For each square the masks of the 4 or 7 lines through it."""


@dataclass(frozen=True, slots=True)
class Position(Drawn):
    """Marks and, once there is a line, its owner. Build one with `from_marks` or `play`."""

    x: int = 0
    """Squares marked R, a 64-bit bitboard."""
    o: int = 0
    """Squares marked B."""
    winner: Side | None = None

    @classmethod
    def from_marks(cls, x: int, o: int) -> "Position":
        """Build a position from marks alone; raises `PositionError` for marks that no game can lead to."""
        _check_marks(x, o)
        for side, marks in ((Side.X, x), (Side.O, o)):
            if any(marks & mask == mask for mask in LINE_MASKS):
                return cls(x, o, side)
        return cls(x, o)

    @property
    def side(self) -> Side:
        """The side to move: R if both have as many marks."""
        return Side.X if self.x.bit_count() == self.o.bit_count() else Side.O

    @property
    def left(self) -> int:
        """Placements left in the turn: always one."""
        return 1

    @property
    def empty(self) -> int:
        """Empty squares, as a bitboard. A finished game keeps its empty squares."""
        return ALL_SQUARES & ~(self.x | self.o)

    @property
    def result(self) -> Result | None:
        """The result, or None while the game goes on."""
        if self.winner:
            return Result.win(self.winner)
        return None if self.empty else Result.DRAW

    def marks(self, side: Side) -> int:
        """Return `side`'s marks, a 64-bit bitboard."""
        return self.x if side is Side.X else self.o

    def legal_placements(self) -> tuple[int, ...]:
        """Every empty square in ascending order; none once the game is over."""
        return () if self.winner else squares(self.empty)

    def play(self, placement: int | str | None) -> "Position":
        """Mark a square for the side to move, by number or in the game's notation.

        Raises `IllegalPlacement` if the game is over, the square is not empty, or the placement is forfeited (`None`),
        and `PositionError` for other texts.
        """
        if isinstance(placement, str):
            return self.play(read_placement(self, placement))
        self._check(placement)
        square: int = placement  # type: ignore[assignment]  # None is refused above
        side = self.side
        marks = self.marks(side) | BITS[square]
        won = any(marks & mask == mask for mask in MASKS_THROUGH[square])
        winner = side if won else None
        return Position(marks, self.o, winner) if side is Side.X else Position(self.x, marks, winner)

    def _check(self, placement: int | None) -> None:
        if self.result:
            raise IllegalPlacement.of("over")
        if placement is None:
            raise IllegalPlacement.of("cube.forfeited")
        if not 0 <= placement <= 63:
            raise IllegalPlacement.of("off-board", square=placement, last=63)
        if not self.empty & BITS[placement]:
            raise IllegalPlacement.of("cube.occupied", square=format_square(placement))


def squares(bitboard: int) -> tuple[int, ...]:
    """List the set bits of a bitboard in ascending order."""
    return tuple(square for square, bit in enumerate(bin(bitboard)[:1:-1]) if bit == "1")


def winning_squares(position: Position, side: Side) -> tuple[int, ...]:
    """List the empty squares that complete a line of `side`'s."""
    marks, empty = position.marks(side), position.empty
    missing = (mask & ~marks for mask in LINE_MASKS)
    completing = {rest for rest in missing if rest & empty and not rest & (rest - 1)}
    return tuple(sorted(rest.bit_length() - 1 for rest in completing))


def _check_marks(x: int, o: int) -> None:
    if (x | o) & ~ALL_SQUARES:
        raise PositionError.of("cube.marks-off-board")
    if x & o:
        square = format_square(squares(x & o)[0])
        raise PositionError.of("both-marked", square=square)
    ahead = x.bit_count() - o.bit_count()
    if ahead not in (0, 1):
        raise PositionError.of("cube.counts", x=x.bit_count(), o=o.bit_count())
    last, other = (x, o) if ahead else (o, x)
    if any(other & mask == mask for mask in LINE_MASKS):
        raise PositionError.of("cube.line-before")
    held = [mask for mask in LINE_MASKS if last & mask == mask]
    if held and not reduce(and_, held):
        raise PositionError.of("cube.lines-at-once")


def enter_turn(position: Position, turn: Turn) -> tuple[Position, Turn]:
    """Enter a claimed turn; raises `IllegalPlacement`, which loses the game, for all but one empty square."""
    if len(turn) != 1:
        raise IllegalPlacement.of("cube.turn-length", number=len(turn))
    return position.play(turn[0]), turn


def format_square(square: int) -> str:
    """Write square 0..63 as ``x,y,z``."""
    return f"{square % 4},{square // 4 % 4},{square // 16}"
