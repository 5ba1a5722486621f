"""Checks by the rules alone whether a side wins: by replaying a claimed win, or by trying every turn of both sides.

A claimant's turns are replayed against every turn of the other side. Nothing that found the win is trusted. What a
claimant says counts for nothing but the placements that it makes; every turn that the rules allow the other side is
answered, forfeited placements included, until the game is over.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from sttt.errors import IllegalPlacement, RefutedClaimError
from sttt.games.game import P, Position, Result, Side, Turn

Claimant = Callable[[P, int], Sequence[int]]
"""Gives the claimant's turn, as placements, in a position that it claims to win within this many of its own turns."""


@dataclass
class Replayed:
    """Counts of the replay: positions in which the claimant moved, and turns of the other side."""

    positions: int = 0
    replies: int = 0


def verify_win(
    position: P, side: Side, turns: int, claimant: Claimant[P], replayed: Replayed | None = None
) -> Replayed:
    """Replay the claim that `side` wins within `turns` of its own turns, the one it is in included.

    Counts in `replayed`, for who wants to look on, and returns it. Raises `RefutedClaimError` with the first line of
    play that does not end in a win.
    """
    counts = Replayed() if replayed is None else replayed
    _Replay(side, claimant, counts).check(position, turns, ())
    return counts


class _Replay(Generic[P]):
    """One claim's replay. Positions shown to be won are remembered, each with the turns that they were shown for."""

    def __init__(self, side: Side, claimant: Claimant[P], counts: Replayed) -> None:
        self._side = side
        self._claimant = claimant
        self._counts = counts
        self._won: dict[P, int] = {}

    def check(self, position: P, turns: int, line: Turn) -> Turn:
        """Check that the claimant wins within `turns`; `line` has led here. Return its turn if it moved at all."""
        if position.result:
            if position.result.winner is not self._side:
                raise self._refuted(f"the game ends in {_named(position.result)}", line)
        elif turns < 1:
            raise self._refuted("it has no turn left and has not won", line)
        elif position.side is not self._side:
            self._check_every_reply(position, turns, line)
        elif self._won.get(position, turns + 1) > turns:
            return self._check_claimed_turn(position, turns, line)
        return ()

    def _check_claimed_turn(self, position: P, turns: int, line: Turn) -> Turn:
        """Play the claimant's turn and check what is after it."""
        turn = tuple(self._claimant(position, turns))
        self._counts.positions += 1
        self.check(self._played(position, turn, line), turns - 1, line + turn)
        self._won[position] = turns
        return turn

    def _check_every_reply(self, position: P, turns: int, line: Turn) -> None:
        """Check all replies. A turn that won against one of them is tried first against the next."""
        winning: list[Turn] = []
        for after, reply in whole_turns(position, forfeits=True).items():
            self._counts.replies += 1
            if not any(self._wins_with(after, turn) for turn in winning):
                turn = self.check(after, turns, line + reply)
                if turn and self._wins_with(after, turn):
                    winning.append(turn)

    def _wins_with(self, position: P, turn: Turn) -> bool:
        """Return whether the claimant may play the turn and wins with it at once."""
        try:
            for placement in turn:
                position = position.play(placement)
        except IllegalPlacement:
            return False
        return position.result is not None and position.result.winner is self._side

    def _played(self, position: P, turn: Turn, line: Turn) -> P:
        """Return the position after a whole turn of the claimant's; a winning placement may end it early."""
        if not turn:
            raise self._refuted("it knows no turn", line)
        for index, placement in enumerate(turn):
            if position.side is not self._side:
                raise self._refuted(f"it plays {len(turn)} placements where its turn has {index}", line)
            try:
                position = position.play(placement)
            except IllegalPlacement as error:
                raise self._refuted(f"it breaks the rules: {error}", line + turn[:index]) from error
        if position.side is self._side and not position.result:
            raise self._refuted(f"it plays {len(turn)} placements of a longer turn", line + turn)
        return position

    def _refuted(self, why: str, line: Turn) -> RefutedClaimError:
        played = " ".join("--" if placement is None else str(placement) for placement in line) or "none"
        return RefutedClaimError(
            f"the win claimed for {self._side} does not stand: {why}; placements played: {played}", line
        )


def _named(result: Result) -> str:
    return f"a win of {result.winner}" if result.winner else "a draw"


class Exhaustive(Generic[P]):
    """Plain minimax over whole turns without forfeits, with a memory of positions. One object per side."""

    def __init__(self, side: Side) -> None:
        """`side` is the one whose wins are looked for."""
        self._side = side
        self._wins: dict[P, int] = {}
        """Turns within which the side wins."""
        self._holds: dict[P, int] = {}
        """Turns within which it does not."""

    @property
    def positions(self) -> int:
        """Number of different positions that were decided."""
        return len(self._wins.keys() | self._holds.keys())

    def ever_wins(self, position: P) -> bool:
        """Return whether the side wins at all: a turn of its own takes at least one placement."""
        return self.wins_within(position, len(position.legal_placements()))

    def wins_within(self, position: P, turns: int) -> bool:
        """Return whether the side wins within `turns` own turns, the current one included, whatever the other does."""
        if position.result:
            return position.result.winner is self._side
        if turns < 1:
            return False
        if self._wins.get(position, turns + 1) <= turns:
            return True
        if self._holds.get(position, 0) >= turns:
            return False
        wins = self._try_every_turn(position, turns)
        (self._wins if wins else self._holds)[position] = turns
        return wins

    def _try_every_turn(self, position: P, turns: int) -> bool:
        if position.side is self._side:
            return any(self.wins_within(after, turns - 1) for after in whole_turns(position))
        return all(self.wins_within(after, turns) for after in whole_turns(position))


def whole_turns(position: P, *, forfeits: bool = False) -> dict[P, Turn]:
    """Return each position after a whole turn of the side to move, with the first of the turns that lead to it.

    Orders of placements that lead to equal positions count once. With `forfeits`, placements may also be forfeited.
    The game must not be over.
    """
    side = position.side
    found: dict[P, Turn] = {}
    unfinished: dict[P, Turn] = {position: ()}
    while unfinished:
        further: dict[P, Turn] = {}
        for before, turn in unfinished.items():
            for placement in _choices(before, forfeits):
                after = before.play(placement)
                whole = after.result is not None or after.side is not side
                (found if whole else further).setdefault(after, (*turn, placement))
        unfinished = further
    return found


def _choices(position: Position, forfeits: bool) -> Turn:  # noqa: FBT001 - handed on
    placements = position.legal_placements()
    return (*placements, None) if forfeits else placements
