"""Elo, normalized Elo and the likelihood of superiority against published examples and simulated matches."""

from math import inf, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sttt.arena.statistics.elo import (
    ELO_PER_T,
    Estimate,
    OutcomeCounts,
    elo,
    elo_of_score,
    likelihood_of_superiority,
    normalized_elo,
    score_of_elo,
)

FASTCHESS = [
    # Origin: fastchess, app/tests/elo_test.cpp at 74deac23. Lost, drawn, won, or pairs of 0 to 2 points; Elo, its
    # error, normalized Elo, likelihood of superiority in percent. It uses the sample's own variance for the last.
    ((96, 111, 136), 40.70, 30.43, 49.77, 99.60),
    ((34, 54, 63, 64, 75), 55.58, 27.65, 57.94, 100.0),
    ((332, 433, 498, 333, 334), -8.64, 10.33, -9.17, 5.05),
    ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, -19.01, 0.0),
]


@pytest.mark.parametrize(("counts", "expected", "error", "normalized", "superiority"), FASTCHESS)
def test_fastchess_examples(
    counts: tuple[int, ...], expected: float, error: float, normalized: float, superiority: float
) -> None:
    outcomes = OutcomeCounts(counts)
    assert elo(outcomes).value == pytest.approx(expected, abs=0.005)
    assert elo(outcomes).error == pytest.approx(error, abs=0.005)
    assert normalized_elo(outcomes).value == pytest.approx(normalized, abs=0.005)
    assert 100 * likelihood_of_superiority(outcomes) == pytest.approx(superiority, abs=0.05)


def test_normalized_elo_of_games_as_fastchess_computes_it() -> None:
    # Origin: the same file, cases "EloWDL 1" and "EloWDL 3".
    assert normalized_elo(OutcomeCounts((89, 123, 76))).value == pytest.approx(-20.76, abs=0.005)
    assert normalized_elo(OutcomeCounts((356, 0, 34))).value == pytest.approx(-508.44, abs=0.01)


def test_the_likelihood_of_superiority_discussed_on_talkchess() -> None:
    # Origin: talkchess.com, "Calculating the LOS (likelihood of superiority) from results", January 2014: exactly
    # 0.17642433 for 5,975 wins, 6,077 losses and 26,894 draws.
    assert likelihood_of_superiority(OutcomeCounts((6077, 26894, 5975))) == pytest.approx(0.17642433, abs=2e-5)


@pytest.mark.parametrize(("score", "difference"), [(0.64, 100), (0.76, 200), (0.75, 190.85), (0.9, 381.70), (0.5, 0)])
def test_elo_is_on_the_scale_of_the_rating_tables(score: float, difference: float) -> None:
    # Origin: FIDE's rating table (100 points are 64 %, 200 are 76 %); 75 % and 90 % as computed by K. Laskos on
    # talkchess.com, "EloStat, Bayeselo and Ordo", June 2012 (191 and 2 * 191).
    assert score_of_elo(difference) == pytest.approx(score, abs=0.0005)


@given(st.floats(-900, 900))
def test_elo_and_score_are_inverse(difference: float) -> None:
    assert elo_of_score(score_of_elo(difference)) == pytest.approx(difference, abs=1e-6)


counts_of = st.one_of(*(st.tuples(*[st.integers(0, 200)] * size) for size in (3, 5))).filter(any)


@given(counts_of)
def test_the_other_players_estimates_are_the_opposite(counts: tuple[int, ...]) -> None:
    for estimate in (elo, normalized_elo):
        own, other = estimate(OutcomeCounts(counts)), estimate(OutcomeCounts(counts[::-1]))
        assert -other.value == pytest.approx(own.value, abs=1e-9)
        assert -other.low == pytest.approx(own.high, abs=1e-9)
        assert own.low <= own.value <= own.high
    both = likelihood_of_superiority(OutcomeCounts(counts)) + likelihood_of_superiority(OutcomeCounts(counts[::-1]))
    assert both == pytest.approx(1)


@given(st.tuples(*[st.integers(0, 200)] * 3).filter(any))
def test_games_in_pairs_that_know_nothing_of_each_other_say_what_the_games_say(counts: tuple[int, int, int]) -> None:
    """Each pair of games drawn with replacement, as often as it is likely."""
    lost, drawn, won = counts
    pairs = (lost * lost, 2 * lost * drawn, drawn * drawn + 2 * lost * won, 2 * drawn * won, won * won)
    games, mirrored = OutcomeCounts(counts), OutcomeCounts(pairs)
    assert mirrored.score == pytest.approx(games.score)
    assert 2 * mirrored.variance == pytest.approx(games.variance, abs=1e-12)
    if games.variance:
        assert normalized_elo(mirrored).value == pytest.approx(normalized_elo(games).value, abs=1e-6)


def test_without_variance_the_score_still_has_an_interval() -> None:
    won = elo(OutcomeCounts((0, 0, 10)))
    assert (won.value, won.high) == (inf, inf)
    assert won.low == pytest.approx(elo_of_score(10 / (10 + 1.959963985**2)))  # Wilson's bound for 10 of 10
    drawn = elo(OutcomeCounts((0, 10, 0)))
    assert drawn.value == 0
    assert 100 < drawn.high == -drawn.low < 300
    assert normalized_elo(OutcomeCounts((0, 0, 10))) == Estimate(inf, -inf, inf)
    assert normalized_elo(OutcomeCounts((0, 0, 7, 0, 0))) == Estimate(0, -inf, inf)
    assert likelihood_of_superiority(OutcomeCounts((0, 4, 0))) == 0.5
    assert likelihood_of_superiority(OutcomeCounts((0, 0, 1))) == pytest.approx(0.8413, abs=1e-4)


@pytest.mark.parametrize("shares", [(0.1, 0.2, 0.4, 0.2, 0.1), (0.05, 0.1, 0.3, 0.3, 0.25), (0.2, 0.3, 0.5)])
def test_95_of_100_intervals_hold_the_truth(shares: tuple[float, ...]) -> None:
    random = Random(5)
    best = len(shares) - 1
    mean = sum(share * value / best for value, share in enumerate(shares))
    variance = sum(share * (value / best - mean) ** 2 for value, share in enumerate(shares))
    truth = {elo: elo_of_score(mean), normalized_elo: ELO_PER_T * (mean - 0.5) / sqrt(variance * best / 2)}
    hits = dict.fromkeys(truth, 0)
    for _ in range(1000):
        drawn = random.choices(range(best + 1), shares, k=200)
        for function, true in truth.items():
            estimate = function(OutcomeCounts(tuple(drawn.count(value) for value in range(best + 1))))
            hits[function] += estimate.low <= true <= estimate.high
    assert all(930 <= count <= 970 for count in hits.values()), hits
