"""What a report says of a sequence of games: ratings, cross-table, comparisons, lengths, endings and failures."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sttt.arena.head_to_head import HeadToHead, heads_to_heads
from sttt.arena.rating import Rating, RatingList, rate
from sttt.arena.statistics import Tally, failures, mean_turns, slowest_turn, tally
from sttt.games.ending import Ending
from sttt.games.game import Side
from sttt.games.record import GameRecord


@dataclass(frozen=True)
class PlayerLine:
    """A player in the rating list."""

    rating: Rating
    both: Tally
    as_x: Tally
    as_o: Tally
    failures: dict[str, int]
    """Games lost by failing to answer, per ending."""
    slowest_turn: float | None


@dataclass(frozen=True)
class Content:
    """Everything that a report shows besides the games themselves."""

    records: Sequence[GameRecord]
    ratings: RatingList
    lines: list[PlayerLine]
    """From the best player to the worst."""
    comparisons: dict[tuple[str, str], HeadToHead]
    """By the names of both players in alphabetical order."""

    @property
    def players(self) -> list[str]:
        """Names from the best to the worst."""
        return [line.rating.name for line in self.lines]

    @property
    def endings(self) -> dict[str, int]:
        """How many games ended in each way, in the order of `Ending`."""
        counts = Counter(record.ending for record in self.records)
        return {ending.value: counts[ending] for ending in Ending if counts[ending]}

    @property
    def drawn(self) -> int:
        """How many games were drawn."""
        return tally((record, Side.X) for record in self.records).drawn

    @property
    def mean_turns(self) -> float | None:
        """Turns in a game."""
        return mean_turns(self.records)

    def tally(self, player: str, other: str) -> Tally:
        """Return what a player made of its games against another."""
        return tally(
            (record, side)
            for record in self.records
            for side in Side
            if record.player(side) == player and record.player(side.other) == other
        )

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON values, without the games."""
        return {
            "games": len(self.records),
            "drawn": self.drawn,
            "mean_turns": self.mean_turns,
            "endings": self.endings,
            "determined": self.ratings.determined,
            "ratings": [_line_json(line) for line in self.lines],
            "comparisons": [{"players": list(names), **both.to_json()} for names, both in self.comparisons.items()],
        }


def content_of(records: Sequence[GameRecord]) -> Content:
    """Compute what there is to say; a player that only played itself is not rated."""
    comparisons = heads_to_heads(records)
    ratings = rate(both.meeting() for both in comparisons.values())
    lines = [_line(rating, records) for rating in ratings.ratings]
    return Content(records, ratings, lines, comparisons)


def _line(rating: Rating, records: Sequence[GameRecord]) -> PlayerLine:
    seated = [
        (record, side)
        for record in records
        for side in Side
        if record.player(side) == rating.name != record.player(side.other)
    ]
    as_x, as_o = (tally(game for game in seated if game[1] is side) for side in Side)
    failed = {ending.value: count for ending, count in sorted(failures(seated).items())}
    return PlayerLine(rating, tally(seated), as_x, as_o, failed, slowest_turn(seated))


def _line_json(line: PlayerLine) -> dict[str, Any]:
    sides = {name: vars(counted) for name, counted in (("both", line.both), ("as_x", line.as_x), ("as_o", line.as_o))}
    rated = {"name": line.rating.name, "elo": line.rating.elo, "error": line.rating.error, "points": line.rating.points}
    return {**rated, **sides, "failures": line.failures, "slowest_turn": line.slowest_turn}
