"""Meetings of two players in a tournament, what came of them, and the course's points for it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sttt.games.game import Result, Side

WIN_POINTS = 2
DRAW_POINTS = 1
"""A loss is worth nothing. Source: CS4341, project of 2001."""


@dataclass(frozen=True)
class Meeting:
    """Two players who are to meet in so many games; the first plays X in the first of them."""

    first: str
    second: str
    games: int
    before: int = 0
    """Games that the two have had in the same round, an even number: they go on with the openings that follow."""


@dataclass(frozen=True)
class Outcome:
    """Who played whom, and the result; None for a game without one."""

    x: str
    o: str
    result: Result | None
    start: str = ""
    """The starting position in compact form."""

    def points(self, player: str) -> int:
        """Return what the game is worth to one of its two players."""
        if self.result is None:
            return 0
        winner = self.result.winner
        if winner is None:
            return DRAW_POINTS
        return WIN_POINTS if player == (self.x if winner is Side.X else self.o) else 0


@dataclass(frozen=True)
class Met:
    """A meeting that is over."""

    meeting: Meeting
    outcomes: tuple[Outcome, ...]

    def points(self, player: str) -> int:
        """Return one player's points."""
        return sum(outcome.points(player) for outcome in self.outcomes)

    @property
    def winner(self) -> str | None:
        """The player with more points, None if both have as many."""
        first, second = self.points(self.meeting.first), self.points(self.meeting.second)
        if first == second:
            return None
        return self.meeting.first if first > second else self.meeting.second


@dataclass(frozen=True)
class Standing:
    """A player's games, counted."""

    player: str
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> int:
        """The course's points."""
        return WIN_POINTS * self.won + DRAW_POINTS * self.drawn


def standings(players: Sequence[str], outcomes: Iterable[Outcome]) -> list[Standing]:
    """Rank the players by points, then by games won, then in the order in which they are given."""
    counts = {player: Counter[int]() for player in players}
    for outcome in outcomes:
        if outcome.result is not None:
            for player in (outcome.x, outcome.o):
                counts[player][outcome.points(player)] += 1
    table = [Standing(name, count[WIN_POINTS], count[DRAW_POINTS], count[0]) for name, count in counts.items()]
    return sorted(table, key=lambda one: (-one.points, -one.won))
