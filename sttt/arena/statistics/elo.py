"""The difference between two players: Elo and normalized Elo with 95 % intervals, likelihood of superiority.

All of it is computed from counts of equidistant outcomes, from the worst to the best. Three outcomes are those of games
(lost, drawn, won); five are those of mirrored pairs, two games from one opening with the sides swapped, by their points
(0, 1/2, 1, 3/2, 2). Pairs are more informative: an opening's bias moves both games of a pair in opposite directions,
which games alone would count as noise.
"""

from dataclasses import dataclass
from math import inf, isfinite, log, log10, sqrt
from statistics import NormalDist

from sttt.arena.statistics.tally import CONFIDENCE, Interval, wilson_interval

ELO_PER_T = 800 / log(10)
"""Normalized Elo per unit of the t-value of a single game."""


@dataclass(frozen=True)
class OutcomeCounts:
    """The counts of each of 3 or 5 outcomes, from the worst to the best."""

    counts: tuple[int, ...]

    @property
    def trials(self) -> int:
        """Number of games or pairs."""
        return sum(self.counts)

    @property
    def games_per_trial(self) -> int:
        """1 for games, 2 for pairs."""
        return (len(self.counts) - 1) // 2

    @property
    def values(self) -> list[float]:
        """Points per game of each outcome, from 0 to 1."""
        best = len(self.counts) - 1
        return [index / best for index in range(best + 1)]

    @property
    def score(self) -> float:
        """Mean points per game; there must be trials."""
        return self.moment(1, 0.0)

    @property
    def variance(self) -> float:
        """Variance of a trial's points per game."""
        return self.moment(2, self.score)

    def moment(self, order: int, centre: float) -> float:
        """Return the mean of (points per game - centre) to the power of `order`."""
        weighted = zip(self.counts, self.values, strict=True)
        return sum(count * (value - centre) ** order for count, value in weighted) / self.trials


@dataclass(frozen=True)
class Estimate:
    """A value with the ends of its 95 % interval; any of them may be infinite."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width of the interval: the number after ±."""
        return (self.high - self.low) / 2


def format_estimate(estimate: Estimate) -> str:
    """Format a value with its error, or with the ends of its interval if the error is infinite.

    >>> format_estimate(Estimate(12.0, -3.5, 27.5))
    '+12.0 ± 15.5'
    """
    if isfinite(estimate.error):
        return f"{estimate.value:+.1f} ± {estimate.error:.1f}"
    return f"{estimate.value:+.1f} ({estimate.low:+.1f} to {estimate.high:+.1f})".replace("inf", "∞")


def elo_of_score(score: float) -> float:
    """Return the Elo difference at which a player expects `score` points per game, 0 to 1; infinite at both ends.

    Source: A. E. Elo, "The Rating of Chessplayers, Past and Present", 1978, in the logistic form.

    >>> round(elo_of_score(0.75), 1)
    190.8
    """
    if not 0 < score < 1:
        return -inf if score <= 0 else inf
    return 400 * log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """Return the expected points per game at an Elo difference, the inverse of `elo_of_score`."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo(outcomes: OutcomeCounts) -> Estimate:
    """Estimate the Elo difference; there must be trials.

    Source: fishtest, ``server/fishtest/stats/stat_util.py``: the normal interval of the mean score, converted to Elo.
    If all outcomes are equal the variance is 0, and Wilson's interval is used instead, as if each were won or lost.
    """
    interval = score_interval(outcomes)
    return Estimate(elo_of_score(outcomes.score), elo_of_score(interval.low), elo_of_score(interval.high))


def score_interval(outcomes: OutcomeCounts) -> Interval:
    """Return the 95 % interval of the mean score, within 0..1."""
    if outcomes.variance == 0:
        return wilson_interval(outcomes.score, outcomes.trials)
    half = _z() * sqrt(outcomes.variance / outcomes.trials)
    return Interval(max(0.0, outcomes.score - half), min(1.0, outcomes.score + half))


def normalized_elo(outcomes: OutcomeCounts) -> Estimate:
    """Estimate normalized Elo: the score's distance from a half in standard deviations of one game, in Elo's unit.

    It determines how many games are needed to tell two players apart, whatever the share of draws. Without variance it
    is infinite, or 0, with an infinite error; there must be trials. Source: M. Van den Bergh, "Normalized Elo", 2021,
    https://www.cantate.be/Fishtest/normalized_elo.pdf, and "Comments on Normalized Elo", normalized_elo_practical.pdf
    there; the interval by the delta method, as fishtest computes it.
    """
    lead = outcomes.score - 0.5
    if outcomes.variance == 0:
        return Estimate(inf * lead if lead else 0.0, -inf, inf)
    deviation = sqrt(outcomes.variance)
    t = lead / deviation
    skewness = outcomes.moment(3, outcomes.score) / deviation**3
    kurtosis = outcomes.moment(4, outcomes.score) / deviation**4
    error = _z() * sqrt(max(0.0, 1 - t * skewness + t * t * (kurtosis - 1) / 4) / outcomes.trials)
    scale = ELO_PER_T / sqrt(outcomes.games_per_trial)
    return Estimate(scale * t, scale * (t - error), scale * (t + error))


def likelihood_of_superiority(outcomes: OutcomeCounts) -> float:
    """Return the probability that the player is the better one, by the normal approximation; there must be trials.

    For games it is Phi((won - lost) / sqrt(won + lost)): draws do not count. Source: Chessprogramming wiki, "Match
    Statistics"; R. Coulom and K. Laskos, https://talkchess.com, January 2014. Pairs enter by the same rule, with the
    variance that equal players would show.
    """
    second = outcomes.moment(2, 0.5)
    if second == 0:
        return 0.5
    return NormalDist().cdf((outcomes.score - 0.5) * sqrt(outcomes.trials / second))


def _z() -> float:
    return NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
