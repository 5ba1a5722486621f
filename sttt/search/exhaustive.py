"""Whether a side can force a win, by trying every whole turn of both sides: for positions with few placements left."""

from typing import Generic, TypeVar

from sttt.games.game import Position, Side
from sttt.search.turns import whole_turns

P = TypeVar("P", bound=Position)


class Exhaustive(Generic[P]):
    """Plain minimax over whole turns without forfeits, with a memory of the positions met. One object per side."""

    def __init__(self, side: Side) -> None:
        """`side` is the one whose wins are looked for."""
        self._side = side
        self._wins: dict[P, int] = {}
        """Turns within which the side wins."""
        self._holds: dict[P, int] = {}
        """Turns within which it does not."""

    @property
    def positions(self) -> int:
        """How many different positions were decided."""
        return len(self._wins.keys() | self._holds.keys())

    def ever_wins(self, position: P) -> bool:
        """Whether the side wins at all: a turn of its own takes at least one placement."""
        return self.wins_within(position, len(position.legal_placements()))

    def wins_within(self, position: P, turns: int) -> bool:
        """Whether the side wins within `turns` of its own turns, the one it is in included, whatever the other does."""
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
