"""The clock of a game: the terms, and what both sides have left."""

from dataclasses import dataclass

from sttt.games.game import Side


@dataclass(frozen=True)
class GameClock:
    """Wall-clock time for all decisions of a side; one that takes longer than what is left loses."""

    base: float
    """Seconds at the start of the game."""
    increment: float = 0.0
    """Seconds that come back after each decision."""


class Clocks:
    """What both sides have left; without a clock in the terms, nothing is counted."""

    def __init__(self, clock: GameClock | None) -> None:
        self._left = dict.fromkeys(Side, clock.base) if clock else {}
        self._increment = clock.increment if clock else 0.0

    def left(self, side: Side) -> float | None:
        """Return the seconds that a side has left, None without a clock."""
        return self._left.get(side)

    def charge(self, side: Side, seconds: float) -> None:
        """Take off what a decision took, and give the increment back."""
        if side in self._left:
            self._left[side] += self._increment - seconds
