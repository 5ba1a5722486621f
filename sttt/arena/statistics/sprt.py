"""The sequential probability ratio test: a match that ends once it is decided which of two hypotheses holds.

The null hypothesis is that the first player is `elo0` better than the second, the alternative that it is `elo1` better.
The test is the generalized one, in which the shares of draws and of pairs of each kind are fitted instead of assumed.
Sources: A. Wald, "Sequential Tests of Statistical Hypotheses", Annals of Mathematical Statistics 16 (1945), 117-186,
for the bounds; M. Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a
multinomial distribution" and "Comments on Normalized Elo", https://www.cantate.be/Fishtest/, for the ratio, as fishtest
and fastchess compute it.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from enum import StrEnum
from math import log, sqrt

from sttt.arena.statistics.elo import ELO_PER_T, OutcomeCounts, score_of_elo
from sttt.errors import SprtError

UNSEEN = 1e-3
"""The count used for an outcome not seen yet, as in fishtest: a likelihood of 0 would decide everything."""

_Shares = list[float]


class EloModel(StrEnum):
    """The unit of the hypotheses."""

    LOGISTIC = "logistic"
    NORMALIZED = "normalized"


FARTHEST = {EloModel.LOGISTIC: 1000.0, EloModel.NORMALIZED: 200.0}
"""The greatest allowed hypothesis: the fit of larger normalized differences need not exist."""


class SprtVerdict(StrEnum):
    """The state of a sequential test."""

    H0 = "H0"
    """The null hypothesis is accepted."""
    H1 = "H1"
    """The alternative is accepted."""
    OPEN = "open"
    """Neither is accepted: more games are needed."""


@dataclass(frozen=True)
class Sprt:
    """A test of `elo0` against `elo1`; raises `SprtError` for invalid values."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    """The probability of accepting H1 although H0 is true."""
    beta: float = 0.05
    """The probability of accepting H0 although H1 is true."""
    model: EloModel = EloModel.LOGISTIC

    def __post_init__(self) -> None:
        farthest = FARTHEST[self.model]
        if not -farthest <= self.elo0 < self.elo1 <= farthest:
            raise SprtError(
                f"elo0={self.elo0:g} and elo1={self.elo1:g} make no test; "
                f"expected elo0 < elo1, both within -{farthest:g} to {farthest:g} ({self.model} Elo)"
            )
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise SprtError(
                f"alpha={self.alpha:g} and beta={self.beta:g} make no test; expected positive ones with a sum below 1"
            )

    @property
    def lower(self) -> float:
        """The greatest log-likelihood ratio at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The least log-likelihood ratio at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def ratio(self, outcomes: OutcomeCounts) -> float:
        """Return the log-likelihood ratio of H1 to H0; 0 without trials."""
        if not outcomes.trials:
            return 0.0
        counts = [count or UNSEEN for count in outcomes.counts]
        total = sum(counts)
        seen = [count / total for count in counts]
        null, alternative = (self._fitted(seen, elo, outcomes) for elo in (self.elo0, self.elo1))
        return sum(count * log(b / a) for count, a, b in zip(counts, null, alternative, strict=True))

    def verdict(self, ratio: float) -> SprtVerdict:
        """Return the hypothesis that a log-likelihood ratio accepts."""
        if ratio <= self.lower:
            return SprtVerdict.H0
        return SprtVerdict.H1 if ratio >= self.upper else SprtVerdict.OPEN

    def describe(self, ratio: float) -> str:
        """Say how far the test is at a log-likelihood ratio."""
        verdict = self.verdict(ratio)
        said = "undecided" if verdict is SprtVerdict.OPEN else f"{verdict.value} accepted"
        hypotheses = f"elo0={self.elo0:g} elo1={self.elo1:g} {self.model.value}"
        bounds = f"{self.lower:.2f} to {self.upper:.2f}"
        return f"sequential test {hypotheses}: log-likelihood ratio {ratio:+.2f} ({bounds}), {said}"

    def to_json(self, ratio: float) -> dict[str, object]:
        """Return settings, bounds, ratio and verdict as plain JSON values."""
        bounds = {"lower": self.lower, "upper": self.upper}
        return {**asdict(self), "llr": ratio, **bounds, "verdict": self.verdict(ratio)}

    def _fitted(self, seen: _Shares, elo: float, outcomes: OutcomeCounts) -> _Shares:
        if self.model is EloModel.LOGISTIC:
            return shares_with_mean(seen, outcomes.values, score_of_elo(elo))
        return shares_with_t(seen, outcomes.values, elo / ELO_PER_T * sqrt(outcomes.games_per_trial))


def shares_with_mean(seen: _Shares, values: list[float], mean: float) -> _Shares:
    """Return the most likely shares of the outcomes, given those seen (all positive), whose mean value is `mean`."""
    return _tilted(seen, [value - mean for value in values])


def shares_with_t(seen: _Shares, values: list[float], t: float) -> _Shares:
    """Return the most likely shares, given those seen, whose mean is `t` standard deviations above a half.

    Starts from equal shares and repeats the fit with the constraint linearized at the last result.
    """
    shares = [1 / len(seen)] * len(seen)
    for _ in range(100):
        mean = sum(share * value for share, value in zip(shares, values, strict=True))
        variance = sum(share * (value - mean) ** 2 for share, value in zip(shares, values, strict=True))
        deviation = sqrt(variance)
        slopes = [value - 0.5 - t * deviation * (1 + (value - mean) ** 2 / variance) / 2 for value in values]
        before, shares = shares, _tilted(seen, slopes)
        if max(abs(one - other) for one, other in zip(before, shares, strict=True)) < 1e-9:
            break
    return shares


def _tilted(seen: _Shares, slopes: list[float]) -> _Shares:
    """Return the most likely shares under which the slopes, some negative and some positive, sum to 0."""

    def excess(tilt: float) -> float:
        return sum(share * slope / (1 + tilt * slope) for share, slope in zip(seen, slopes, strict=True))

    tilt = _root_of_falling(excess, -1 / max(slopes), -1 / min(slopes))
    return [share / (1 + tilt * slope) for share, slope in zip(seen, slopes, strict=True)]


def _root_of_falling(function: Callable[[float], float], low: float, high: float) -> float:
    """Return the zero of a function that falls from plus to minus infinity between the ends, by bisection."""
    while True:
        middle = (low + high) / 2
        if not low < middle < high:
            return middle
        if function(middle) > 0:
            low = middle
        else:
            high = middle
