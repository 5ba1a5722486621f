"""The results of two players against each other: won, drawn and lost games, and the mirrored pairs among them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Protocol

from sttt.arena.play.match import side_of_first
from sttt.arena.statistics.elo import (
    Estimate,
    OutcomeCounts,
    elo,
    format_estimate,
    likelihood_of_superiority,
    normalized_elo,
)
from sttt.arena.statistics.rating import PairResults, dispersion_of
from sttt.arena.statistics.tally import (
    Interval,
    Seated,
    Tally,
    failures,
    faulty_turns,
    format_seconds,
    mean_turns,
    slowest_turn,
    tally,
)
from sttt.games.game import Result, Side
from sttt.games.records.record import GameRecord
from sttt.markup import Sheet

PAIR_POINTS = ("0", "½", "1", "1½", "2")
"""Points of the first player in a mirrored pair, in the order of the pairs' counts."""


class RatedGame(Protocol):
    """The part of a game that counts for ratings; a `GameRecord` has it."""

    @property
    def x(self) -> str:
        """Name of the player of X."""

    @property
    def o(self) -> str:
        """Name of the player of O."""

    @property
    def start(self) -> str:
        """Starting position in compact form."""

    @property
    def result(self) -> Result | None:
        """The result; None if there is none."""


@dataclass
class HeadToHead:
    """The result of the first player's games against the second.

    Two games from one starting position with the sides swapped are a mirrored pair. The k-th game from a position with
    the first player as X is paired with the k-th game from it with that player as O.
    """

    first: str
    second: str
    _games: dict[Side, list[int]] = field(default_factory=lambda: {side: [0] * 3 for side in Side})
    _pairs: list[int] = field(default_factory=lambda: [0] * 5)
    _alone: dict[tuple[str, Side], list[int]] = field(default_factory=lambda: defaultdict(list))
    """Half points of games not yet paired, by start and the first player's side."""

    def add(self, record: RatedGame, side: Side) -> None:
        """Count a game, in which the first player had the given side; a game without a result is ignored."""
        if record.result is None:
            return
        winner = record.result.winner
        half_points = 1 if winner is None else 2 if winner is side else 0
        self._games[side][half_points] += 1
        waiting = self._alone[record.start, side.other]
        if waiting:
            self._pairs[half_points + waiting.pop(0)] += 1
        else:
            self._alone[record.start, side].append(half_points)

    @property
    def games(self) -> OutcomeCounts:
        """Counts of games lost, drawn and won."""
        as_x, as_o = self._games.values()
        return OutcomeCounts(tuple(x + o for x, o in zip(as_x, as_o, strict=True)))

    def tally(self, *sides: Side) -> Tally:
        """Return the tally of the games in which the first player had one of the sides."""
        lost, drawn, won = (sum(self._games[side][result] for side in sides) for result in range(3))
        return Tally(won, drawn, lost)

    @property
    def pairs(self) -> OutcomeCounts:
        """Counts of mirrored pairs by the half points made in them, 0 to 4."""
        return OutcomeCounts(tuple(self._pairs))

    @property
    def outcomes(self) -> OutcomeCounts:
        """The counts used for statistics: pairs if most games are in one, otherwise games."""
        return self.pairs if 4 * self.pairs.trials > self.games.trials else self.games

    @property
    def elo(self) -> Estimate | None:
        """The first player's Elo difference; None without games."""
        return elo(self.outcomes) if self.outcomes.trials else None

    def pair_results(self) -> PairResults:
        """Return the games in the form from which ratings are computed."""
        return PairResults(self.first, self.second, self.games, dispersion_of(self.outcomes))

    def sheet(self) -> Sheet:
        """Return a table of the first player's results, by side and together, and the comparison as notes below."""
        columns = ("as", "games", "won", "drawn", "lost", "won % (95 %)", "score % (95 %)")
        tallies = {**{side.value: self.tally(side) for side in Side}, "both": self.tally(*Side)}
        rows = [(name, *counted.cells()) for name, counted in tallies.items() if counted.games]
        return Sheet(f"{self.first} against {self.second}", columns, rows, self.lines())

    def lines(self) -> list[str]:
        """Describe the comparison in a few lines; none without games."""
        if self.elo is None:
            return []
        if self.games.trials < 2:
            return ["Elo: one game says too little"]
        superiority = 100 * likelihood_of_superiority(self.outcomes)
        drawn = 100 * self.games.counts[1] / self.games.trials
        lines = [
            f"Elo {format_estimate(self.elo)}, normalized Elo {format_estimate(normalized_elo(self.outcomes))} (95 %)",
            f"likelihood of superiority {superiority:.1f} %, draws {drawn:.1f} %",
        ]
        if self.pairs.trials:
            pairs = zip(PAIR_POINTS, self.pairs.counts, strict=True)
            lines.append(f"mirrored pairs by points: {', '.join(f'{count} of {points}' for points, count in pairs)}")
        return lines

    def __str__(self) -> str:
        """Return the table as text."""
        return str(self.sheet())

    def _repr_html_(self) -> str:
        """Return the table as HTML, for a notebook."""
        return self.sheet()._repr_html_()

    def to_json(self) -> dict[str, object]:
        """Return counts and statistics as plain JSON values; infinite or unknown values are null."""
        lost, drawn, won = self.games.counts
        counts = {"games": self.games.trials, "won": won, "drawn": drawn, "lost": lost}
        known = self.outcomes if self.outcomes.trials else None
        return {
            **counts,
            "draw_rate": drawn / self.games.trials if self.games.trials else None,
            "pairs": list(self.pairs.counts),
            "by": "pairs" if self.outcomes.games_per_trial == 2 else "games",
            "elo": estimate_json(elo(known)) if known else None,
            "normalized_elo": estimate_json(normalized_elo(known)) if known else None,
            "los": likelihood_of_superiority(known) if known else None,
        }


Comparisons = dict[tuple[str, str], HeadToHead]
"""Results of each two players, by both names in alphabetical order."""


def heads_to_heads(records: Iterable[RatedGame]) -> Comparisons:
    """Group games by their two players; games of a player against itself are left out."""
    found: Comparisons = {}
    for record in records:
        enter(found, record)
    return found


def enter(found: Comparisons, record: RatedGame) -> None:
    """Add a game to those of its two players."""
    if record.x != record.o:
        first, second = sorted((record.x, record.o))
        both = found.setdefault((first, second), HeadToHead(first, second))
        both.add(record, Side.X if record.x == first else Side.O)


def estimate_json(estimate: Estimate) -> dict[str, float | None]:
    """Return an estimate as plain JSON values; infinite values are null."""
    values = {"value": estimate.value, "low": estimate.low, "high": estimate.high, "error": estimate.error}
    return {key: value if isfinite(value) else None for key, value in values.items()}


@dataclass(frozen=True)
class PlayerSummary:
    """The results of one player, by side and together."""

    name: str
    as_x: Tally
    as_o: Tally
    both: Tally
    slowest_turn: float | None
    """Wall-clock seconds; None if no time is recorded."""
    faulty_turns: int
    failures: dict[str, int]
    """Number of games lost by failing to answer, by ending."""

    def to_json(self) -> dict[str, object]:
        """Return the summary as plain JSON values."""
        tallies = {key: tally_json(getattr(self, key)) for key in ("as_x", "as_o", "both")}
        details = {"slowest_turn": self.slowest_turn, "faulty_turns": self.faulty_turns, "failures": self.failures}
        return {"name": self.name, **tallies, **details}


def summarize_player(name: str, seated: Seated) -> PlayerSummary:
    """Summarize the games of one player."""
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
    """The results of both players, their comparison, and the mean number of turns in a game."""

    players: tuple[PlayerSummary, PlayerSummary]
    comparison: HeadToHead
    mean_turns: float | None

    def sheets(self) -> tuple[Sheet, Sheet]:
        """Return a table of the results, and one of the players' times, faults and failures."""
        rows = [
            (
                player.name,
                format_seconds(player.slowest_turn),
                str(player.faulty_turns),
                ", ".join(f"{count} {ending}" for ending, count in player.failures.items()) or "0",
            )
            for player in self.players
        ]
        notes = [] if self.mean_turns is None else [f"{self.mean_turns:.1f} turns per game on average"]
        columns = ("player", "slowest", "with a fault", "games lost by failing to answer")
        return self.comparison.sheet(), Sheet("Turns", columns, rows, notes, names=(0,))

    def __str__(self) -> str:
        """Return both tables as text."""
        return "\n".join(map(str, self.sheets()))

    def _repr_html_(self) -> str:
        """Return both tables as HTML, for a notebook."""
        return "".join(sheet._repr_html_() for sheet in self.sheets())

    def to_json(self) -> dict[str, object]:
        """Return the summary as plain JSON values."""
        players = [player.to_json() for player in self.players]
        return {"players": players, "comparison": self.comparison.to_json(), "mean_turns": self.mean_turns}


def seat_first(records: Sequence[GameRecord]) -> Seated:
    """Return the records of a match in order, each with the side of its first player."""
    return [(record, side_of_first(index)) for index, record in enumerate(records)]


def summarize_match(players: tuple[str, str], records: Sequence[GameRecord]) -> MatchSummary:
    """Summarize all games of a match, in the order of its schedule."""
    first = seat_first(records)
    second = [(record, side.other) for record, side in first]
    summaries = summarize_player(players[0], first), summarize_player(players[1], second)
    return MatchSummary(summaries, compare(players, first), mean_turns(records))


def compare(players: tuple[str, str], first: Seated) -> HeadToHead:
    """Compare two players by the games of the first one."""
    comparison = HeadToHead(*players)
    for record, side in first:
        comparison.add(record, side)
    return comparison


def tally_json(counted: Tally) -> dict[str, object]:
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
