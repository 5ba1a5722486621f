"""The sequential test against published ratios, its definition, and simulated matches."""

from math import log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sttt.arena.statistics.elo import ELO_PER_T, OutcomeCounts, score_of_elo
from sttt.arena.statistics.sprt import EloModel, Sprt, SprtVerdict, shares_with_mean, shares_with_t
from sttt.errors import SprtError

LOGISTIC, NORMALIZED = EloModel

FASTCHESS = [
    # Origin: fastchess, app/tests/sprt_test.cpp at 74deac23 (printed there to two decimals and checked within 1 %).
    # Lost, drawn, won, or pairs of 0 to 2 points; elo0, elo1, model; log-likelihood ratio.
    ((36027, 68692, 36433), 0, 2, NORMALIZED, 0.92),
    ((10650, 20431, 10871), -1.75, 0.25, NORMALIZED, 2.30),
    ((0, 0, 4250), 0, 10, NORMALIZED, 120.56),
    ((21184, 40708, 21404), 0.5, 2.5, LOGISTIC, -1.57),
    ((57030, 106593, 57433), 0, 2, LOGISTIC, -2.59),
    ((365, 16618, 36229, 16974, 390), 0, 2, NORMALIZED, 2.25),
    ((127, 4883, 10712, 5150, 104), -1.75, 0.25, NORMALIZED, 3.01),
    ((0, 0, 0, 0, 5550), 0, 5, NORMALIZED, 111.82),
    ((223, 9863, 21279, 10037, 246), 0.5, 2.5, LOGISTIC, -3.07),
    ((871, 26175, 55983, 26678, 821), 0, 2, LOGISTIC, -4.98),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "model", "ratio"), FASTCHESS)
def test_fastchess_examples(counts: tuple[int, ...], elo0: float, elo1: float, model: EloModel, ratio: float) -> None:
    test = Sprt(elo0, elo1, model=model)
    assert test.ratio(OutcomeCounts(counts)) == pytest.approx(ratio, abs=max(0.005, 5e-4 * abs(ratio)))


def test_the_bounds_are_walds() -> None:
    # Origin: Chessprogramming wiki, "Sequential Probability Ratio Test": -2.94 and 2.94 for alpha = beta = 0.05.
    test = Sprt()
    assert (round(test.lower, 2), round(test.upper, 2)) == (-2.94, 2.94)
    assert (Sprt(alpha=0.01, beta=0.2).lower, Sprt(alpha=0.01, beta=0.2).upper) == (log(0.2 / 0.99), log(0.8 / 0.01))


def test_a_bound_decides_when_it_is_reached() -> None:
    test = Sprt()
    assert test.verdict(test.lower) is SprtVerdict.H0
    assert test.verdict(test.upper) is SprtVerdict.H1
    assert {test.verdict(ratio) for ratio in (test.lower + 1e-9, 0.0, test.upper - 1e-9)} == {SprtVerdict.OPEN}
    assert test.ratio(OutcomeCounts((0, 0, 0))) == 0


shares_of = st.sampled_from([3, 5]).flatmap(lambda size: st.lists(st.integers(1, 300), min_size=size, max_size=size))


@pytest.mark.slow
@given(shares_of, st.floats(-200, 200), st.sampled_from(EloModel), st.randoms(use_true_random=False))
def test_the_fit_keeps_its_constraint_and_none_nearby_is_more_likely(
    counts: list[int], elo: float, model: EloModel, random: Random
) -> None:
    """Oracle: shares that keep the constraint, from a mixture of the fit with random ones."""
    total = sum(counts)
    seen = [count / total for count in counts]
    outcomes = OutcomeCounts(tuple(counts))
    values = outcomes.values

    def mean_of(shares: list[float]) -> float:
        return sum(share * value for share, value in zip(shares, values, strict=True))

    def t_of(shares: list[float]) -> float:
        mean = mean_of(shares)
        variance = sum(share * (value - mean) ** 2 for share, value in zip(shares, values, strict=True))
        return float((mean - 0.5) / variance**0.5)

    def likelihood(shares: list[float]) -> float:
        return sum(share * log(fitted) for share, fitted in zip(seen, shares, strict=True))

    if model is LOGISTIC:
        fit = shares_with_mean(seen, values, score_of_elo(elo))
        assert mean_of(fit) == pytest.approx(score_of_elo(elo), abs=1e-9)
    else:
        t = elo / ELO_PER_T * outcomes.games_per_trial**0.5
        fit = shares_with_t(seen, values, t)
        assert t_of(fit) == pytest.approx(t, abs=1e-6)
    assert sum(fit) == pytest.approx(1)
    other = [share * random.uniform(0.9, 1.1) for share in fit]
    other = [share / sum(other) for share in other]
    if model is LOGISTIC:
        near = shares_with_mean(other, values, score_of_elo(elo))
        assert likelihood(near) <= likelihood(fit) + 1e-12
    else:
        near = shares_with_t(other, values, t)
        assert likelihood(near) <= likelihood(fit) + 1e-9


@pytest.mark.slow
@given(shares_of)
def test_the_ratio_rises_with_the_score(counts: list[int]) -> None:
    better = [*counts[:-1], counts[-1] + 50]
    for model in EloModel:
        test = Sprt(0, 20, model=model)
        assert test.ratio(OutcomeCounts(tuple(better))) > test.ratio(OutcomeCounts(tuple(counts)))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0=5 and elo1=5 make no test; expected elo0 < elo1"),
        ({"elo0": float("nan")}, "elo0=nan"),
        ({"elo1": 5000}, "both within -1000 to 1000"),
        ({"elo1": 500, "model": NORMALIZED}, "both within -200 to 200"),
        ({"alpha": 0}, "alpha=0 and beta=0.05 make no test"),
        ({"alpha": 0.5, "beta": 0.5}, "a sum below 1"),
        ({"beta": float("nan")}, "beta=nan"),
    ],
)
def test_values_that_make_no_test_are_refused(values: dict[str, float], message: str) -> None:
    with pytest.raises(SprtError, match=message):
        Sprt(**values)  # type: ignore[arg-type]
