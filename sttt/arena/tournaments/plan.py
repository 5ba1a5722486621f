"""The plan of a tournament: everything that decides which games it consists of, in a form that can be kept."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from sttt.arena.play.answer import Terms
from sttt.games.game import Result, Side


class Format(StrEnum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"
    """Everybody meets everybody else."""
    GAUNTLET = "gauntlet"
    """The first player meets each of the others."""
    KNOCKOUT = "knockout"
    """Who wins a meeting goes on to the next round, up to a final; sections may play for the places in it."""


@dataclass(frozen=True)
class Knockout:
    """What only a knockout needs to know."""

    final_games: int
    """Games of the final."""
    sections: int = 0
    """Round robins that are played for the places in the knockout; without any, everybody is in it."""
    qualifiers: int = 4
    """How many of each section go on."""


@dataclass(frozen=True)
class Plan:
    """A tournament to be played. Equal plans consist of the same games; limited by nodes, of the same turns."""

    game: str
    format: Format
    players: tuple[str, ...]
    """In the order of their seeding, each once."""
    games: int
    """Games of each meeting of two players or, with `in_all`, of all meetings together."""
    random_turns: int
    """Random turns before the players begin; each two games of a meeting share theirs, sides swapped."""
    terms: Terms
    seed: int
    build: str
    """What is running: `sttt.execution.provenance.provenance`, as text."""
    in_all: bool = False
    """Whether `games` are dealt out to the meetings, in pairs; never in a knockout."""
    knockout: Knockout | None = None
    """Present exactly when that is the format."""

    def to_json(self) -> dict[str, Any]:
        """Return the plan as plain JSON values, of which `sttt.execution.foreign` makes it again."""
        data = asdict(self) | {"players": list(self.players)}
        return {key: value for key, value in data.items() if value is not None}

    def differences(self, other: "Plan") -> list[str]:
        """Say in which points this plan differs from another, as ``seed 1, not 2``."""
        mine, others = _flat(self.to_json()), _flat(other.to_json())
        keys = dict.fromkeys([*mine, *others])
        return [f"{key} {mine.get(key)}, not {others.get(key)}" for key in keys if mine.get(key) != others.get(key)]


def _flat(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is nested together with the rest, lists as text."""
    flat: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            flat |= _flat(value)
        else:
            flat[key.replace("_", " ")] = ", ".join(value) if isinstance(value, list) else value
    return flat


WIN_POINTS = 2
DRAW_POINTS = 1
"""A loss is worth nothing. Source: CS4341, project of 2001."""


@dataclass(frozen=True)
class Meeting:
    """Two players who are to meet in a number of games; the first plays X in the first of them."""

    first: str
    second: str
    games: int
    before: int = 0
    """Games that the two have had in the same round, an even number: they go on with the openings that follow."""


@dataclass(frozen=True)
class GameOutcome:
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
class MeetingResult:
    """A meeting that is over."""

    meeting: Meeting
    outcomes: tuple[GameOutcome, ...]

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


def standings(players: Sequence[str], outcomes: Iterable[GameOutcome]) -> list[Standing]:
    """Rank the players by points, then by games won, then in the order in which they are given."""
    counts = {player: Counter[int]() for player in players}
    for outcome in outcomes:
        if outcome.result is not None:
            for player in (outcome.x, outcome.o):
                counts[player][outcome.points(player)] += 1
    table = [Standing(name, count[WIN_POINTS], count[DRAW_POINTS], count[0]) for name, count in counts.items()]
    return sorted(table, key=lambda one: (-one.points, -one.won))
