"""Exact solving of 4x4 tic-tac-toe: within how many plies a side forces four in a line, if it can.

Both sides' marks are 16-bit bitboards, `own` those of the side to move. What makes it fast: a table under the 32
symmetries that keeps bounds, forced moves, and giving up where no line can be finished in time.
"""

from functools import cache

from sttt.games.four_by_four.game import LINES, SYMMETRIES, Position
from sttt.games.grid.outcome import table_verdict, worth
from sttt.games.grid.position import squares_of
from sttt.games.verdict import Verdict

ALL_SQUARES = 0xFFFF
MOST_PLIES = 16

_SQUARES = {line: squares_of(line) for line in LINES}
_WEIGHTS = (1, 4, 16, 64)
"""Weights of open lines in move ordering, by the number of own marks."""

_SINGLE = {1 << square: square for square in range(16)}


def completing(own: int, other: int) -> int:
    """Return the squares, as a bitboard, each of which completes a line of `own`."""
    found = 0
    for line in LINES:
        missing = line & ~own
        if missing in _SINGLE and not missing & other:
            found |= missing
    return found


class FourByFourSolver:
    """Says what every move leads to, and keeps what it learns for the next question."""

    def __init__(self) -> None:
        self.nodes = 0
        """Positions looked into so far."""
        self._wins: dict[int, int] = {}
        """Plies within which the side to move wins."""
        self._fails: dict[int, int] = {}
        """Plies within which it does not."""

    def outcome(self, own: int, other: int, move: int) -> int:
        """Return what a move of the side to move leads to: a win, a loss or a draw.

        That is n if it wins with its n-th ply from now, the move being the first; -n if the opponent wins with the
        n-th; 0 for a draw. Neither side may have won yet.
        """
        after = own | 1 << move
        if 1 << move & completing(own, other):
            return 1
        empty = (ALL_SQUARES & ~(after | other)).bit_count()
        if self.wins_within(other, after, empty):
            return -1 - next(plies for plies in range(1, empty + 1, 2) if self.wins_within(other, after, plies))
        if self._wins_by(after, other, empty + 1):
            return next(plies for plies in range(3, empty + 2, 2) if self._wins_by(after, other, plies))
        return 0

    def losing_replies(self, own: int, other: int) -> int:
        """Count the replies of `other` after which `own`, who has just moved, forces a win.

        Neither side may have won yet.
        """
        good = completing(other, own)
        replies = squares_of(ALL_SQUARES & ~(own | other | good))
        return sum(self.wins_within(own, other | 1 << reply, MOST_PLIES) for reply in replies)

    def wins_within(self, own: int, other: int, plies: int) -> bool:
        """Return whether the side to move forces a win within this many plies, its own next one included."""
        if completing(own, other):
            return plies >= 1
        if plies < 3 or not _in_reach(own, other, (plies + 1) // 2):
            return False
        stop = completing(other, own)
        if stop and stop not in _SINGLE:
            return False
        key = SYMMETRIES.canonical(own, other)
        if self._wins.get(key, MOST_PLIES + 1) <= plies:
            return True
        if self._fails.get(key, 0) >= plies:
            return False
        self.nodes += 1
        moves = [_SINGLE[stop]] if stop else _ordered(own, other)
        wins = any(self._wins_by(own | 1 << move, other, plies) for move in moves)
        (self._wins if wins else self._fails)[key] = plies
        return wins

    def _wins_by(self, own: int, other: int, plies: int) -> bool:
        """Return whether the side whose ply this was, the first of `plies`, wins against every reply.

        The other side must not have a line to complete at once.
        """
        threats = completing(own, other) if plies >= 3 else 0
        if threats:
            return threats not in _SINGLE or self.wins_within(own, other | threats, plies - 2)
        replies = _ordered(own, other)
        return bool(replies) and all(self.wins_within(own, other | 1 << reply, plies - 2) for reply in replies)


def _in_reach(own: int, other: int, moves: int) -> bool:
    """Return whether some line without a mark of `other` lacks at most `moves` marks of `own`."""
    return any(not line & other and (line & ~own).bit_count() <= moves for line in LINES)


def _ordered(own: int, other: int) -> list[int]:
    """Return the empty squares, those first that most and most advanced open lines of `own` run through."""
    promise = [0] * 16
    for line in LINES:
        if not line & other:
            weight = _WEIGHTS[(line & own).bit_count()]
            for square in _SQUARES[line]:
                promise[square] += weight
    return sorted(squares_of(ALL_SQUARES & ~(own | other)), key=promise.__getitem__, reverse=True)


@cache
def shared_solver() -> FourByFourSolver:
    """Return the solver of this process: what one game has taught it holds in every other."""
    return FourByFourSolver()


def prove(position: Position, _deadline: float, _known: Verdict) -> Verdict:
    """Return the exact value of an unfinished position with a turn that has it; it takes a second at most."""
    own, other = position.marks(position.side), position.marks(position.side.other)
    outcomes = {move: shared_solver().outcome(own, other, move) for move in position.legal_placements()}
    best = max(outcomes, key=lambda move: worth(outcomes[move]))
    return table_verdict(outcomes[best], position.side, (best,))
