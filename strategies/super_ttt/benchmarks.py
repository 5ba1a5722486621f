"""The two players of the course that all are graded against: `random`, and `offensive` with its flaws.

`offensive` takes centres, then builds lines, and never blocks.

It looks twice at a copy of the board, once for each placement, and marks some of its choices on the copy. A look
may set both placements at once; the second look then overrides what the first one set.
"""

from strategies.any_game import UniformPlayer
from sttt.games import game
from sttt.games.game import Turn
from sttt.games.super_ttt.position import FULL, OWNED_SQUARES, Position, enter_turn, squares
from sttt.players.player import Decision, Limits, Strategy


class RandomPlayer(UniformPlayer):
    """Draws a start among the nine little boards and takes the next open one from there; the same inside it.

    In any other game every legal placement is equally likely.
    """

    def choose(self, position: game.Position, limits: Limits) -> Decision:
        """Draw each placement of the turn, the second on the board as the first leaves it, even if that has won."""
        if not isinstance(position, Position):
            return super().choose(position, limits)
        turn = [self._draw(position.open_squares)]
        if position.left == 2:
            after, _ = enter_turn(position, tuple(turn))
            turn.append(self._draw(after.open_squares))
        return Decision(tuple(turn), reason="random")

    def _draw(self, open_squares: int) -> int | None:
        """Draw an open square; None, a forfeited placement, if there is none."""
        if not open_squares:
            return None
        open_boards = sum(1 << board for board in range(9) if open_squares >> 9 * board & FULL)
        board = self._next_from(self._random.randrange(9), open_boards)
        return 9 * board + self._next_from(self._random.randrange(9), open_squares >> 9 * board & FULL)

    @staticmethod
    def _next_from(start: int, mask: int) -> int:
        """Return the first set bit of a nine-bit mask at or, going round, after `start`."""
        return min(squares(mask), key=lambda bit: (bit - start) % 9)


SUMMARY = "the course's random player; in any other game any legal placement, all equally likely"

RANDOM = Strategy("random", SUMMARY, None, RandomPlayer)


CENTRE = 4
CENTRE_ORDER = (4, 7, 1, 8, 6, 2, 3, 5, 0)
"""Little boards in the order in which it takes their centres: 5 8 2 9 7 3 4 6 1."""

OPENING_SQUARES = 8
"""With fewer squares filled it takes centres."""

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))


class OffensivePlayer:
    """Never blocks; see the module's docstring. Nothing is random: the same turns always follow the same turns."""

    def choose(self, position: Position, limits: Limits) -> Decision:  # noqa: ARG002 - it needs no limits
        """Choose as the course's player does, which may be a forfeited placement while squares are open."""
        copy = _Copy(position)
        copy.look(0)
        copy.look(1)
        return Decision(_fit(copy.turn, position.left), reason="offensive")

    def close(self) -> None:
        """Nothing to let go of."""


def _fit(turn: list[int | None], left: int) -> Turn:
    """Drop what does not fit into the turn: a one-placement turn keeps the placement that is not null."""
    chosen = [square for square in turn if square is not None]
    return tuple(chosen[:1]) or (None,) if left == 1 else tuple(turn)


class _Copy:
    """Its private board, an owned little board filled by its owner: empty squares, own marks, the turn so far."""

    def __init__(self, position: Position) -> None:
        self.empty = position.open_squares
        own_boards, other_boards = position.boards(position.side), position.boards(position.side.other)
        self.own = position.marks(position.side) & ~OWNED_SQUARES[other_boards] | OWNED_SQUARES[own_boards]
        self.turn: list[int | None] = [None, None]

    def look(self, which: int) -> None:
        """Choose the first (0) or second (1) placement."""
        if 81 - self.empty.bit_count() < OPENING_SQUARES:
            centres = (9 * board + CENTRE for board in CENTRE_ORDER)
            centre = next(filter(self._is_empty, centres), None)
            if centre is not None:
                self.turn[which] = self._mark(centre)
                return
        elif self._complete_column():
            return
        self.turn[which] = self._opposite() if which else self._pair()
        if self.turn[which] is None:
            self.turn[which] = self._mark_first_open()

    def _complete_column(self) -> bool:
        """Go for the third board of a column it takes two boards of to be its own, by their first squares."""
        for board in range(6):
            if self._is_own(9 * board) and self._is_own(9 * (board + 3)):
                self._fill(board + 6 if board <= 3 else board - 3)
                return True
        return False

    def _fill(self, board: int) -> None:
        """Choose both placements in a board's first empty row or column, else the first two open squares anywhere.

        For the pair of boards 4 and 7 it means board 10, which does not exist and so has no empty row or column.
        """
        for line in ROWS + COLUMNS if board < 9 else ():
            squares = [9 * board + inner for inner in line]
            if all(self._is_empty(square) for square in squares):
                self.turn = [squares[1], squares[0]]
                return
        self.turn = [self._mark_first_open(), self._mark_first_open()]

    def _pair(self) -> int | None:
        """Return a square that makes a line with an own centre and an empty square opposite; it is not marked."""
        for board in range(9):
            if not self._is_own(9 * board + CENTRE):
                continue
            for inner in range(9):
                if self._is_empty(9 * board + inner) and self._is_empty(9 * board + 8 - inner):
                    return 9 * board + 8 - inner
        return None

    def _opposite(self) -> int | None:
        first = self.turn[0]
        if first is None:
            return None
        board, inner = divmod(first, 9)
        square = 9 * board + 8 - inner
        return square if self._is_empty(square) else None

    def _mark_first_open(self) -> int | None:
        return self._mark((self.empty & -self.empty).bit_length() - 1) if self.empty else None

    def _mark(self, square: int) -> int:
        self.empty &= ~(1 << square)
        self.own |= 1 << square
        return square

    def _is_empty(self, square: int) -> bool:
        return bool(self.empty >> square & 1)

    def _is_own(self, square: int) -> bool:
        return bool(self.own >> square & 1)


OFFENSIVE = Strategy(
    "offensive",
    "the course's moderately good player; it never blocks",
    "super-ttt",
    lambda _seed: OffensivePlayer(),
)
