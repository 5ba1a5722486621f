"""A match summed up: what each of the two players made of its games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sttt.arena.head_to_head import HeadToHead
from sttt.arena.match import side_of_first
from sttt.arena.statistics import Interval, Seated, Tally, failures, faulty_turns, mean_turns, slowest_turn, tally
from sttt.games.game import Side
from sttt.games.record import GameRecord


@dataclass(frozen=True)
class PlayerSummary:
    """One player's games, per side and together."""

    name: str
    as_x: Tally
    as_o: Tally
    both: Tally
    slowest_turn: float | None
    """Seconds of wall-clock time."""
    faulty_turns: int
    failures: dict[str, int]
    """Games lost by failing to answer, per ending."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        tallies = {key: tally_json(getattr(self, key)) for key in ("as_x", "as_o", "both")}
        return {"name": self.name, **tallies, **self._details()}

    def _details(self) -> dict[str, Any]:
        return {"slowest_turn": self.slowest_turn, "faulty_turns": self.faulty_turns, "failures": self.failures}


def summarize_player(name: str, seated: Seated) -> PlayerSummary:
    """Sum up the games of one player."""
    return PlayerSummary(
        name,
        as_x=tally(game for game in seated if game[1] is Side.X),
        as_o=tally(game for game in seated if game[1] is Side.O),
        both=tally(seated),
        slowest_turn=slowest_turn(seated),
        faulty_turns=faulty_turns(seated),
        failures={ending.value: count for ending, count in sorted(failures(seated).items())},
    )


@dataclass(frozen=True)
class MatchSummary:
    """Both players' games, how they compare, and the mean number of turns in a game."""

    players: tuple[PlayerSummary, PlayerSummary]
    comparison: HeadToHead
    mean_turns: float | None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        players = [player.to_json() for player in self.players]
        return {"players": players, "comparison": self.comparison.to_json(), "mean_turns": self.mean_turns}


def seat_first(records: Sequence[GameRecord]) -> Seated:
    """Return the records of a match in order, each with the side of its first player."""
    return [(record, side_of_first(index)) for index, record in enumerate(records)]


def summarize_match(players: tuple[str, str], records: Sequence[GameRecord]) -> MatchSummary:
    """Sum up all games of a match, in the order of its schedule."""
    first = seat_first(records)
    second = [(record, side.other) for record, side in first]
    summaries = summarize_player(players[0], first), summarize_player(players[1], second)
    return MatchSummary(summaries, compare(players, first), mean_turns(records))


def compare(players: tuple[str, str], first: Seated) -> HeadToHead:
    """Return how two players compare by the games of the first one."""
    comparison = HeadToHead(*players)
    for record, side in first:
        comparison.add(record, side)
    return comparison


def tally_json(counted: Tally) -> dict[str, Any]:
    """Return a tally as plain JSON values, intervals as [low, high]."""
    return {
        "games": counted.games,
        "won": counted.won,
        "drawn": counted.drawn,
        "lost": counted.lost,
        "score": counted.score,
        "score_interval": _ends(counted.score_interval),
        "win_rate": counted.win_rate,
        "win_interval": _ends(counted.win_interval),
    }


def _ends(interval: Interval | None) -> list[float] | None:
    return [interval.low, interval.high] if interval else None
