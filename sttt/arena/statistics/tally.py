"""Figures of a player in a series of games: tally with uncertainty, slowest turn, faults and failures."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from sttt.games.game import Side
from sttt.games.records.record import Ending, GameRecord

CONFIDENCE = 0.95

Seated = Sequence[tuple[GameRecord, Side]]
"""Games of one player, each with the side that this player had."""


@dataclass(frozen=True)
class Interval:
    """A confidence interval for a rate, both ends within 0..1."""

    low: float
    high: float


@dataclass(frozen=True)
class Tally:
    """Numbers of games won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """Number of games."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float | None:
        """Points per game, 1 for a win and 1/2 for a draw; None without games."""
        return (self.won + self.drawn / 2) / self.games if self.games else None

    @property
    def score_interval(self) -> Interval | None:
        """The 95 % interval of the score, as if every draw were half a win and half a loss; too wide with draws."""
        return None if self.score is None else wilson_interval(self.score, self.games)

    @property
    def win_rate(self) -> float | None:
        """Wins per game; None without games."""
        return self.won / self.games if self.games else None

    @property
    def win_interval(self) -> Interval | None:
        """The 95 % interval of the win rate; None without games."""
        return None if self.win_rate is None else wilson_interval(self.win_rate, self.games)

    def cells(self) -> list[str]:
        """Return the cells of a table: games, won, drawn, lost; rates of wins and points in percent, with intervals."""
        counts = [str(count) for count in (self.games, self.won, self.drawn, self.lost)]
        return [*counts, _rate(self.win_rate, self.win_interval), _rate(self.score, self.score_interval)]


def _rate(rate: float | None, interval: Interval | None) -> str:
    if rate is None or interval is None:
        return "-"
    return f"{100 * rate:.1f} ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def wilson_interval(rate: float, trials: int, confidence: float = CONFIDENCE) -> Interval:
    """Return the score interval of a binomial rate observed in `trials` > 0 trials.

    Source: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
    Journal of the American Statistical Association 22 (1927), 209-212.
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    shrink = 1 + z * z / trials
    centre = (rate + z * z / (2 * trials)) / shrink
    half = z / shrink * sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    low = 0.0 if rate == 0 else max(0.0, centre - half)
    high = 1.0 if rate == 1 else min(1.0, centre + half)
    return Interval(low, high)


def tally(seated: Iterable[tuple[GameRecord, Side]]) -> Tally:
    """Count the games with a result from the player's point of view."""
    counts: Counter[str] = Counter()
    for record, side in seated:
        if record.result is not None:
            winner = record.result.winner
            counts["drawn" if winner is None else "won" if winner is side else "lost"] += 1
    return Tally(counts["won"], counts["drawn"], counts["lost"])


def slowest_turn(seated: Seated) -> float | None:
    """Return the longest wall-clock time of the player's decisions in seconds, failed ones included."""
    times = [turn.seconds for record, side in seated for turn in record.turns if turn.side is side]
    times += [failure.seconds for record, side in seated if (failure := record.failure) and _lost(record, side)]
    return max((seconds for seconds in times if seconds is not None), default=None)


def format_seconds(seconds: float | None) -> str:
    """Format a duration in seconds with milliseconds, or None as a dash."""
    return "-" if seconds is None else f"{seconds:.3f} s"


def faulty_turns(seated: Seated) -> int:
    """Count the player's turns in which it forfeited a placement that it could have made."""
    return sum(bool(turn.fault) for record, side in seated for turn in record.turns if turn.side is side)


def failures(seated: Seated) -> Counter[Ending]:
    """Count the games that the player lost by failing to answer, by ending."""
    return Counter(record.ending for record, side in seated if record.ending.is_failure and _lost(record, side))


def mean_turns(records: Sequence[GameRecord]) -> float | None:
    """Return the mean number of turns in a game; None without games."""
    return sum(len(record.turns) for record in records) / len(records) if records else None


def _lost(record: GameRecord, side: Side) -> bool:
    return record.result is not None and record.result.winner is side.other
