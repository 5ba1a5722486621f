"""Checks that R wins 4x4x4 tic-tac-toe with its book, by the rules alone: every reply of B's is replayed.

Nothing that found the wins is trusted. Whoever claims R's win names R's moves, a single one or a whole win by threats;
of the latter each move is checked to threaten a line and to leave B no line of its own, whatever B replies.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sttt.errors import IllegalPlacement, RefutedClaimError
from sttt.games.game import Result, Side
from sttt.games.qubic.position import Position, winning_squares
from sttt.games.qubic.symmetry import canonical
from sttt.games.qubic.text import format_position

Claimant = Callable[[Position], Sequence[int]]
"""Gives R's next moves in a position where R is to move: one, or all of a win by threats; none if it knows none."""


@dataclass
class CheckedReplies:
    """Counts of what was checked."""

    positions: int = 0
    """With R to move, those that symmetries carry into each other counted once."""
    threats: int = 0
    """Positions among them that are won by threats."""
    replies: int = 0
    """Replies of B's that were replayed."""
    pending: int = 0
    """Positions that are known to come."""


def check(claimant: Claimant) -> Iterator[CheckedReplies]:
    """Replay R's play from the empty cube on, yielding the same counts after each position.

    Raises `RefutedClaimError` for the first move that does not hold what the claim says.
    """
    checker = _Checker(claimant)
    while checker.pending:
        checker.step()
        yield checker.counts


class _Checker:
    def __init__(self, claimant: Claimant) -> None:
        self._claimant = claimant
        self.counts = CheckedReplies()
        self.pending = [Position()]
        self._seen = {canonical(Position())}

    def step(self) -> None:
        """Check one position, and note what B can make of R's move there."""
        position = self.pending.pop()
        moves = self._claimant(position)
        if not moves:
            raise _refuted(position, "there is no move for R")
        self.counts.positions += 1
        if len(moves) == 1:
            self._check_move(position, moves[0])
        else:
            self.counts.threats += 1
            self._check_threats(position, moves)
        self.counts.pending = len(self.pending)

    def _check_move(self, position: Position, square: int) -> None:
        """Replay every reply to a single move; each leads to a position to be checked, unless the move has won."""
        after = _played(position, square)
        if after.result is Result.X_WINS:
            return
        for reply in after.legal_placements():
            answered = after.play(reply)
            if answered.result:
                raise _refuted(answered, "the game is over and R has not won")
            self.counts.replies += 1
            key = canonical(answered)
            if key not in self._seen:
                self._seen.add(key)
                self.pending.append(answered)
        if not after.legal_placements():
            raise _refuted(after, "the cube is full and R has not won")

    def _check_threats(self, position: Position, moves: Sequence[int]) -> None:
        """Check that every move threatens, that B cannot win first, and that the last one threatens twice."""
        for square in moves:
            after = _played(position, square)
            if after.result is Result.X_WINS:
                return
            if winning_squares(after, Side.O):
                raise _refuted(after, "B completes a line before R does")
            self.counts.replies += len(after.legal_placements())
            completions = winning_squares(after, Side.X)
            if len(completions) > 1:
                return
            if not completions:
                raise _refuted(after, "a move of the win by threats does not threaten")
            position = after.play(completions[0])
        raise _refuted(position, "the win by threats ends without a win")


def _played(position: Position, square: int) -> Position:
    try:
        return position.play(square)
    except IllegalPlacement as error:
        raise _refuted(position, f"R's move breaks the rules: {error}") from error


def _refuted(position: Position, why: str) -> RefutedClaimError:
    return RefutedClaimError(f"R's win does not stand: {why}, in {format_position(position)}", ())
