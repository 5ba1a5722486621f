"""The course's `random` player: a random little board and square, then the next open ones in reading order."""

from random import Random

from sttt.games.super_ttt import FULL, Position, enter_turn, squares
from sttt.players import Decision, Limits, Strategy


class RandomPlayer:
    """Draws a start among the nine little boards and takes the next open one from there; the same inside it."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, position: Position, limits: Limits) -> Decision:  # noqa: ARG002 - it needs no limits
        """Draw each placement of the turn, the second on the board as the first leaves it, even if that has won."""
        turn = [self._draw(position.open_squares)]
        if position.left == 2:
            after, _ = enter_turn(position, tuple(turn))
            turn.append(self._draw(after.open_squares))
        return Decision(tuple(turn), reason="random")

    def close(self) -> None:
        """Nothing to let go of."""

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


STRATEGY = Strategy("random", "the course's random player", "super-ttt", RandomPlayer)
