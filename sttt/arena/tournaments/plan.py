"""The plan of a tournament: everything that decides which games it consists of, in a form that can be stored."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from sttt.arena.play.answer import Terms
from sttt.arena.statistics.sprt import Sprt
from sttt.games.game import Result, Side


class Format(StrEnum):
    """The format of a tournament: which players meet."""

    ROUND_ROBIN = "round-robin"
    """Each player meets each other player."""
    GAUNTLET = "gauntlet"
    """The first player meets each of the others."""
    KNOCKOUT = "knockout"
    """The winner of each meeting advances to the next round, up to a final; sections may decide the places in it."""


@dataclass(frozen=True)
class Knockout:
    """The terms of a knockout."""

    final_games: int
    """Number of games of the final."""
    sections: int = 0
    """Number of round robins that decide the places in the knockout; 0 if every player has one."""
    qualifiers: int = 4
    """Number of players who qualify from each section."""


@dataclass(frozen=True)
class Plan:
    """A tournament to be played. Equal plans consist of the same games and, if limited by nodes, of the same turns."""

    game: str
    format: Format
    players: tuple[str, ...]
    """Names of the players in the order of their seeding, each once."""
    games: int
    """Number of games of each meeting of two players or, with `in_all`, of all meetings together."""
    random_turns: int
    """Number of random turns before the players begin; games 2k and 2k + 1 of a meeting share them, sides swapped."""
    terms: Terms
    seed: int
    build: str
    """The build that runs: `sttt.execution.provenance.provenance` as text."""
    in_all: bool = False
    """True if `games` are distributed among the meetings, in pairs; never in a knockout."""
    knockout: Knockout | None = None
    """Terms of the knockout; None in other formats."""
    sprt: Sprt | None = None
    """Hypotheses of a sequential test that ends a meeting early; None for meetings of all games, as in a knockout."""

    def to_json(self) -> dict[str, Any]:
        """Return the plan as plain JSON values, from which `sttt.execution.foreign.read_json` restores it."""
        data = asdict(self) | {"players": list(self.players)}
        return {key: value for key, value in data.items() if value is not None}

    def differences(self, other: "Plan") -> list[str]:
        """Describe the differences from another plan, such as ``seed 1, not 2``."""
        mine, others = _flat(self.to_json()), _flat(other.to_json())
        keys = dict.fromkeys([*mine, *others])
        return [f"{key} {mine.get(key)}, not {others.get(key)}" for key in keys if mine.get(key) != others.get(key)]


def _flat(data: Mapping[str, Any]) -> dict[str, Any]:
    """Flatten nested dictionaries, and join lists to texts."""
    flat: dict[str, Any] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            flat |= _flat(value)
        else:
            flat[key.replace("_", " ")] = ", ".join(value) if isinstance(value, list) else value
    return flat


WIN_POINTS = 2
DRAW_POINTS = 1
"""Points for a draw; a loss is worth nothing. Source: CS4341, project of 2001."""


@dataclass(frozen=True)
class Meeting:
    """A number of games between two players; the first plays X in the first of them."""

    first: str
    second: str
    games: int
    before: int = 0
    """Number of earlier games of the two in the same round, always even; the openings continue after theirs."""


@dataclass(frozen=True)
class GameOutcome:
    """The players and the result of a game."""

    x: str
    o: str
    result: Result | None
    start: str = ""
    """Starting position in compact form."""

    def points(self, player: str) -> int:
        """Return the points of the game for one of its two players."""
        if self.result is None:
            return 0
        winner = self.result.winner
        if winner is None:
            return DRAW_POINTS
        return WIN_POINTS if player == (self.x if winner is Side.X else self.o) else 0


@dataclass(frozen=True)
class MeetingResult:
    """A finished meeting."""

    meeting: Meeting
    outcomes: tuple[GameOutcome, ...]

    def points(self, player: str) -> int:
        """Return the points of one player in the meeting."""
        return sum(outcome.points(player) for outcome in self.outcomes)

    @property
    def winner(self) -> str | None:
        """The player with more points; None if both have equally many."""
        first, second = self.points(self.meeting.first), self.points(self.meeting.second)
        if first == second:
            return None
        return self.meeting.first if first > second else self.meeting.second


@dataclass(frozen=True)
class Standing:
    """A player's numbers of games won, drawn and lost."""

    player: str
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """Number of games."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> int:
        """Points as the course counts them."""
        return WIN_POINTS * self.won + DRAW_POINTS * self.drawn


def standings(players: Sequence[str], outcomes: Iterable[GameOutcome]) -> list[Standing]:
    """Rank the players by points, then by games won, then in the given order."""
    counts = {player: Counter[int]() for player in players}
    for outcome in outcomes:
        if outcome.result is not None:
            for player in (outcome.x, outcome.o):
                counts[player][outcome.points(player)] += 1
    table = [Standing(name, count[WIN_POINTS], count[DRAW_POINTS], count[0]) for name, count in counts.items()]
    return sorted(table, key=lambda one: (-one.points, -one.won))
