r"""The rules of Super Tic-Tac-Toe.

Nine little 3x3 boards form a big one. A turn is two placements on any empty squares of boards without an owner
(one, when a single square is left). A line of three owns a little board and closes it; three owned boards in a
row win; when every board is owned or full, nobody has won. Source: CSci 1901, Spring 2004, final project.

Square ``(b . l)``, both 1..9 in reading order, is bit ``9*(b-1) + (l-1)`` of an 81-bit bitboard::

     0  1  2 |  9 10 11 | 18 19 20          board 1 | board 2 | board 3
     3  4  5 | 12 13 14 | 21 22 23          --------+---------+--------
     6  7  8 | 15 16 17 | 24 25 26          board 4 | board 5 | board 6
    ---------+----------+---------          --------+---------+--------
    27 28 29 | 36 37 38 | 45 46 47          board 7 | board 8 | board 9
     ...
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Self

from sttt.errors import IllegalPlacement, PositionError
from sttt.games.drawn import Drawn, read_placement
from sttt.games.game import Result, Side, Turn

LITTLE_LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
"""The eight lines of a 3x3 board as nine-bit masks: rows, columns, diagonals. Also those of the big board."""

FULL = 0o777
ALL_SQUARES = (1 << 81) - 1

HAS_LINE = tuple(any(marks & line == line for line in LITTLE_LINES) for marks in range(512))
"""Indexed by a nine-bit mask: does it hold a line?"""

_BITS = tuple(1 << bit for bit in range(9))
_WHOLE_BOARD = tuple(FULL << 9 * board for board in range(9))
OWNED_SQUARES = tuple(sum(_WHOLE_BOARD[b] for b in range(9) if owned >> b & 1) for owned in range(512))
"""Indexed by a nine-bit mask of little boards: all their squares, as a bitboard."""


@dataclass(frozen=True, slots=True)
class Position(Drawn):
    """Marks, owners, the side to move and its placements left in the turn. Build one with `from_marks` or `play`.

    >>> position = Position().play_turn("55+51")
    >>> position.side, position.left
    (<Side.O: 'o'>, 2)
    """

    x: int = 0
    """Squares marked X, an 81-bit bitboard."""
    o: int = 0
    x_boards: int = 0
    """Little boards that X owns, a nine-bit mask."""
    o_boards: int = 0
    side: Side = Side.X
    left: int = 2

    @classmethod
    def from_marks(cls, x: int, o: int, side: Side, left: int | None = None) -> Self:
        """Build a position from marks alone; `left` defaults to a whole turn.

        Raises `PositionError` for marks that no game, not even one with forfeits, can lead to.
        """
        _check_marks(x, o)
        position = cls(x, o, _owned(x), _owned(o), side)
        _check_owners(position)
        whole_turn = _turn_length(position.open_squares)
        if left is None:
            left = whole_turn
        elif not 1 <= left <= whole_turn:
            raise PositionError.of("super.left", left=left, most=whole_turn)
        return replace(position, left=left)

    @property
    def open_squares(self) -> int:
        """Empty squares of little boards without an owner, as a bitboard. A finished game keeps its open squares."""
        return ALL_SQUARES & ~(self.x | self.o | OWNED_SQUARES[self.x_boards | self.o_boards])

    @property
    def result(self) -> Result | None:
        """The result, or None while the game goes on. There is no early end for a dead draw."""
        if HAS_LINE[self.x_boards]:
            return Result.X_WINS
        if HAS_LINE[self.o_boards]:
            return Result.O_WINS
        return None if self.open_squares else Result.DRAW

    def marks(self, side: Side) -> int:
        """Return `side`'s marks, an 81-bit bitboard."""
        return self.x if side is Side.X else self.o

    def boards(self, side: Side) -> int:
        """Return the little boards `side` owns, a nine-bit mask."""
        return self.x_boards if side is Side.X else self.o_boards

    def owner(self, board: int) -> Side | None:
        """Return the owner of little board 0..8, None while open or dead."""
        if self.x_boards >> board & 1:
            return Side.X
        return Side.O if self.o_boards >> board & 1 else None

    def is_dead(self, board: int) -> bool:
        """Return whether little board 0..8 is full without a line, so that nobody will ever own it."""
        full = (self.x | self.o) >> 9 * board & FULL == FULL
        return full and self.owner(board) is None

    def legal_placements(self) -> tuple[int, ...]:
        """Every open square in ascending order; none once the game is over."""
        return () if self.result else squares(self.open_squares)

    def play(self, placement: int | str | None) -> "Position":
        """Mark a square for the side to move, by number or as ``"55"``, or forfeit one placement (`None`, ``"--"``).

        Raises `IllegalPlacement` if the game is over or the square is not open, and `PositionError` for other texts.
        """
        if isinstance(placement, str):
            return self.play(read_placement(self, placement))
        if self.result:
            raise IllegalPlacement.of("over")
        if placement is None:
            return self._passed()
        self._check_open(placement)
        return self._marked(placement)._passed()

    def play_all(self, placements: Iterable[int]) -> "Position":
        """Play several placements in their order."""
        after = self
        for placement in placements:
            after = after.play(placement)
        return after

    def _check_open(self, square: int) -> None:
        if not 0 <= square <= 80:
            raise IllegalPlacement.of("off-board", square=square, last=80)
        if self.open_squares >> square & 1:
            return
        name = format_square(square)
        owner = self.owner(square // 9)
        if owner:
            raise IllegalPlacement.of("super.owned", square=name, board=square // 9 + 1, owner=owner.value)
        raise IllegalPlacement.of("super.occupied", square=name)

    def _marked(self, square: int) -> "Position":
        """Mark an open square, leaving side and placements left as they are."""
        x, o, x_boards, o_boards = self.x, self.o, self.x_boards, self.o_boards
        board = square // 9
        if self.side is Side.X:
            x |= 1 << square
            x_boards |= HAS_LINE[x >> 9 * board & FULL] << board
        else:
            o |= 1 << square
            o_boards |= HAS_LINE[o >> 9 * board & FULL] << board
        return Position(x, o, x_boards, o_boards, self.side, self.left)

    def _passed(self) -> "Position":
        """Use up one placement; the last one of a turn, or one that ends the game, hands the move over."""
        if self.left == 1 or self.result:
            return self._next_turn()
        return Position(self.x, self.o, self.x_boards, self.o_boards, self.side, 1)

    def _next_turn(self) -> "Position":
        left = _turn_length(self.open_squares)
        return Position(self.x, self.o, self.x_boards, self.o_boards, self.side.other, left)


def _turn_length(open_squares: int) -> int:
    """Placements in a turn that starts with these open squares: one when a single square is left, else two."""
    return 1 if open_squares.bit_count() == 1 else 2


def _owned(marks: int) -> int:
    return sum(HAS_LINE[marks >> 9 * board & FULL] << board for board in range(9))


def _check_marks(x: int, o: int) -> None:
    for name, marks in (("x", x), ("o", o)):
        if marks & ~ALL_SQUARES:
            raise PositionError.of("super.marks-off-board", side=name)
    if x & o:
        square = format_square(squares(x & o)[0])
        raise PositionError.of("both-marked", square=square)


def _check_owners(position: Position) -> None:
    """Refuse what play cannot reach: a closed board is never marked again, a won game ends with the turn."""
    for board in range(9):
        _check_board(board + 1, position.x >> 9 * board & FULL, position.o >> 9 * board & FULL)
    if HAS_LINE[position.x_boards] and HAS_LINE[position.o_boards]:
        raise PositionError.of("super.both-win")
    for side in Side:
        if not _completed_by(2, position.boards(side)):
            raise PositionError.of("super.boards-at-once", side=side.value)


def _check_board(number: int, x: int, o: int) -> None:
    if HAS_LINE[x] and HAS_LINE[o]:
        raise PositionError.of("super.board-of-both", board=number)
    if not (_completed_by(1, x) and _completed_by(1, o)):
        raise PositionError.of("super.lines-at-once", board=number)


@cache
def _completed_by(count: int, mask: int) -> bool:
    """Return whether the last `count` bits to come into a nine-bit mask can have completed every line it holds."""
    return any(not HAS_LINE[mask & ~sum(last)] for last in combinations(_BITS, count))


def squares(bitboard: int) -> tuple[int, ...]:
    """List the set bits of a bitboard in ascending order."""
    return tuple(square for square, bit in enumerate(bin(bitboard)[:1:-1]) if bit == "1")


def enter_turn(position: Position, turn: Turn) -> tuple[Position, Turn]:
    """Enter a claimed turn as the course's referee does, and return it as it counted.

    The referee validates both placements on the board before the turn and the second once more after the first. No
    square opens during a turn, so asking once, when its time has come, is the same: the second is dropped if its
    square has just been taken or its board just won. It is placed even after a winning first one.
    What is invalid or dropped is forfeited: it comes back as `None`, and the move passes all the same.
    """
    if position.result:
        raise IllegalPlacement.of("over.turn")
    spare = position.left
    counted: list[int | None] = []
    for placement in turn[:2]:
        if placement is not None and spare and _is_open(position, placement):
            position = position._marked(placement)
            spare -= 1
            counted.append(placement)
        else:
            counted.append(None)
    return position._next_turn(), tuple(counted)


def whole_turn(position: Position, placements: tuple[int, ...]) -> Turn:
    """Complete a turn that its first placement ends the game with.

    The referee still enters the second placement then, so it gets the first square that is open to the end; where
    there is none it is forfeited (`None`).
    """
    if len(placements) == position.left:
        return placements
    after = position.play(placements[0])
    return (placements[0], *(squares(after.open_squares) or (None,))[:1])


def _is_open(position: Position, square: int) -> bool:
    return 0 <= square <= 80 and bool(position.open_squares >> square & 1)


def format_square(square: int) -> str:
    """Write square 0..80 as its big and little index: ``0`` is ``11``, ``80`` is ``99``."""
    return f"{square // 9 + 1}{square % 9 + 1}"
