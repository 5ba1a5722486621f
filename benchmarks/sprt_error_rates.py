"""How often the sequential test errs: simulated matches between players that are exactly elo0, or elo1, apart.

Each match consists of mirrored pairs of games. An opening favours one side by a normally distributed number of Elo, so
that a pair's two results compensate; a game is drawn with a probability that falls with the difference in strength.
Prints how many matches accept the wrong hypothesis, with 95 % intervals, and how long they are; the exit status is 1
if a rate is above its bound beyond doubt.

    python benchmarks/sprt_error_rates.py [--matches 500] [--model logistic] [--elo0 0] [--elo1 10] [--draws 0.4]
"""

import argparse
import sys
from collections.abc import Iterator
from math import exp
from random import Random
from statistics import mean

from sttt.arena.statistics.elo import ELO_PER_T, OutcomeCounts, score_of_elo
from sttt.arena.statistics.sprt import EloModel, Sprt, SprtVerdict
from sttt.arena.statistics.tally import wilson_interval

GRID = [step / 10 for step in range(-40, 41)]
"""Openings' advantages in standard deviations."""


def pair_shares(elo: float, draws: float, bias: float) -> list[float]:
    """Return how likely pairs of 0 to 2 points are, exactly, over all openings."""
    weights = [exp(-x * x / 2) for x in GRID]
    shares = [0.0] * 5
    for x, weight in zip(GRID, weights, strict=True):
        first, second = (game_shares(score_of_elo(elo + side * bias * x), draws) for side in (1, -1))
        for i, one in enumerate(first):
            for j, other in enumerate(second):
                shares[i + j] += one * other * weight / sum(weights)
    return shares


def game_shares(expected: float, draws: float) -> tuple[float, float, float]:
    """Return how likely loss, draw and win are at an expected score."""
    drawn = draws * 4 * expected * (1 - expected)
    return 1 - expected - drawn / 2, drawn, expected - drawn / 2


def shares_at(elo: float, model: EloModel, draws: float, bias: float) -> list[float]:
    """Return the shares of pairs between players whose difference over all openings is `elo` in the model's unit."""
    low, high = -1000.0, 1000.0
    for _ in range(60):
        middle = (low + high) / 2
        shares = pair_shares(middle, draws, bias)
        low, high = (middle, high) if difference(shares, model) < elo_target(elo, model) else (low, middle)
    return shares


def difference(shares: list[float], model: EloModel) -> float:
    """Return the score, or the t-value of a game."""
    score = sum(share * points / 4 for points, share in enumerate(shares))
    variance = sum(share * (points / 4 - score) ** 2 for points, share in enumerate(shares))
    return score if model is EloModel.LOGISTIC else (score - 0.5) / (2 * variance) ** 0.5


def elo_target(elo: float, model: EloModel) -> float:
    """Return what `difference` is at that Elo."""
    return score_of_elo(elo) if model is EloModel.LOGISTIC else elo / ELO_PER_T


def play_match(test: Sprt, shares: list[float], random: Random) -> tuple[SprtVerdict, int]:
    """Return the test's verdict and after how many pairs it came."""
    counts = [0] * 5
    for number, points in enumerate(endless(shares, random), start=1):
        counts[points] += 1
        verdict = test.verdict(test.ratio(OutcomeCounts(tuple(counts))))
        if verdict is not SprtVerdict.OPEN:
            return verdict, number
    raise AssertionError


def endless(shares: list[float], random: Random) -> Iterator[int]:
    """Yield pairs' half points for ever."""
    while True:
        yield from random.choices(range(5), shares, k=100)


def main() -> int:
    """Print the rates."""
    options = read_options()
    test = Sprt(options.elo0, options.elo1, options.alpha, options.beta, options.model)
    random = Random(options.seed)
    print(f"{test}, draws {options.draws:g}, openings' bias {options.bias:g} Elo, seed {options.seed}")
    doubtless = False
    for name, elo, wrong, bound in (
        ("false positives", test.elo0, SprtVerdict.H1, test.alpha),
        ("false negatives", test.elo1, SprtVerdict.H0, test.beta),
    ):
        shares = shares_at(elo, test.model, options.draws, options.bias)
        played = [play_match(test, shares, random) for _ in range(options.matches)]
        errors = sum(verdict is wrong for verdict, _ in played)
        rate = errors / options.matches
        interval = wilson_interval(rate, options.matches)
        print(f"at {elo:g} Elo, pairs of 0 to 2 points: {', '.join(f'{share:.3f}' for share in shares)}")
        print(
            f"  {name}: {errors} of {options.matches} = {100 * rate:.1f} % "
            f"({100 * interval.low:.1f} to {100 * interval.high:.1f}), bound {100 * bound:g} %; "
            f"{2 * mean(pairs for _, pairs in played):.0f} games on average, "
            f"{2 * max(pairs for _, pairs in played)} at most",
            flush=True,
        )
        doubtless |= interval.low > bound
    return int(doubtless)


def read_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Measure how often the sequential test errs.")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--model", type=EloModel, choices=list(EloModel), default=EloModel.LOGISTIC)
    numbers = {"elo0": 0.0, "elo1": 10.0, "alpha": 0.05, "beta": 0.05, "draws": 0.4, "bias": 150.0}
    for name, default in numbers.items():
        parser.add_argument(f"--{name}", type=float, default=default)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
