"""Bradley-Terry ratings against published fits, the match's own Elo, and simulated tournaments."""

from itertools import combinations, permutations
from math import exp, sqrt
from random import Random

import pytest

from sttt.arena.statistics.elo import OutcomeCounts, elo, score_of_elo
from sttt.arena.statistics.rating import (
    ELO_PER_LOG_STRENGTH,
    PairResults,
    RatingList,
    covariance,
    dispersion_of,
    inverse,
    laplacian,
    log_strengths,
    rate,
)
from sttt.errors import RatingError

# Origin: A. Agresti, "Categorical Data Analysis", 2nd edition 2002, page 448: how often the journals Biometrika,
# Communications in Statistics, JASA and JRSS-B (rows) are cited by each other (columns). Log strengths relative to
# Biometrika's and their standard errors: H. Turner and D. Firth, "Bradley-Terry Models in R: The BradleyTerry2
# Package", Journal of Statistical Software 48 (2012), no. 9, section 2.1.
CITATIONS = [[0, 730, 498, 221], [33, 0, 68, 17], [320, 813, 0, 142], [284, 276, 325, 0]]
STRENGTHS = [0, -2.9491, -0.4796, 0.2690]
STANDARD_ERRORS = [0, 0.1025, 0.0606, 0.0708]


def as_dict(rated: RatingList) -> dict[str, float]:
    return {rating.name: rating.elo for rating in rated.ratings}


def test_the_published_fit_of_journal_citations() -> None:
    logs = log_strengths([[float(count) for count in row] for row in CITATIONS])
    assert [value - logs[0] for value in logs] == pytest.approx(STRENGTHS, abs=5e-5)
    weights = []
    for i, j in combinations(range(4), 2):
        expected = 1 / (1 + exp(logs[j] - logs[i]))
        weights.append((i, j, (CITATIONS[i][j] + CITATIONS[j][i]) * expected * (1 - expected)))
    information = laplacian(4, weights)
    spread = covariance(information, information, 4)
    errors = [sqrt(abs(spread[0][0] + spread[i][i] - 2 * spread[0][i])) for i in range(4)]
    assert errors == pytest.approx(STANDARD_ERRORS, abs=5e-5)


def test_three_engines_whose_ratings_can_be_computed_by_hand() -> None:
    # Origin: K. Laskos on talkchess.com, "EloStat, Bayeselo and Ordo", June 2012: 75 %, 75 % and 90 % are 191, 191 and
    # 382 Elo, so the ratings are 191, 0 and -191 (Ordo says 190.1 and -190.1).
    rated = rate(
        [
            PairResults("Houdini", "Strelka", OutcomeCounts((3, 9, 18))),
            PairResults("Strelka", "Komodo", OutcomeCounts((3, 9, 18))),
            PairResults("Komodo", "Houdini", OutcomeCounts((24, 6, 0))),
        ]
    )
    assert [rating.name for rating in rated.ratings] == ["Houdini", "Strelka", "Komodo"]
    assert [rating.elo for rating in rated.ratings] == pytest.approx([190.85, 0, -190.85], abs=0.005)
    assert [(rating.points, rating.games) for rating in rated.ratings] == [(49.5, 60), (30, 60), (10.5, 60)]
    assert rated.determined


def test_ratings_are_those_that_another_program_computes() -> None:
    # Origin: evalica 0.4.2, `bradley_terry(..., tie_weight=0.5, tolerance=1e-14)` on these 102 games, its scores as Elo
    # with mean 0; not run here, for it needs pandas and SciPy.
    pairs = [
        PairResults("ada", "bo", OutcomeCounts((5, 3, 7))),
        PairResults("ada", "cy", OutcomeCounts((6, 1, 9))),
        PairResults("bo", "cy", OutcomeCounts((4, 4, 6))),
        PairResults("cy", "dee", OutcomeCounts((8, 2, 5))),
        PairResults("dee", "eli", OutcomeCounts((4, 6, 4))),
        PairResults("ada", "eli", OutcomeCounts((7, 0, 8))),
        PairResults("bo", "dee", OutcomeCounts((3, 5, 5))),
    ]
    evalica = {"ada": 34.668129, "bo": 12.170048, "cy": -47.605004, "dee": -3.469821, "eli": 4.236648}
    assert as_dict(rate(pairs)) == pytest.approx(evalica, abs=1e-5)


@pytest.mark.parametrize("counts", [(96, 111, 136), (10, 400, 25), (40, 0, 60)])
def test_two_players_have_the_elo_and_the_error_of_their_match(counts: tuple[int, int, int]) -> None:
    games = OutcomeCounts(counts)
    first, second = rate([PairResults("a", "b", games, dispersion_of(games))]).ratings
    assert first.elo - second.elo == pytest.approx(elo(games).value)
    assert first.error + second.error == pytest.approx(elo(games).error, rel=0.02)


def test_mirrored_pairs_that_compensate_make_errors_smaller() -> None:
    games, pairs = OutcomeCounts((50, 0, 50)), OutcomeCounts((5, 0, 40, 0, 5))
    apart, mirrored = (rate([PairResults("a", "b", games, dispersion_of(by))]).ratings[0] for by in (games, pairs))
    assert mirrored.error == pytest.approx(sqrt(0.4) * apart.error)


def test_results_that_do_not_determine_ratings_are_completed_by_a_draw_with_an_average_player() -> None:
    for pairs in (
        [PairResults("winner", "loser", OutcomeCounts((0, 0, 10)))],
        [PairResults("a", "b", OutcomeCounts((1, 0, 2))), PairResults("c", "d", OutcomeCounts((1, 0, 2)))],
    ):
        rated = rate(pairs)
        assert not rated.determined
        assert sum(rating.elo for rating in rated.ratings) == pytest.approx(0)
        assert all(0 < rating.error < 1000 for rating in rated.ratings)
        assert rated.ratings[0].name in ("winner", "a", "c")
        # what each of them made is what it was expected to make, the draw included
    ratings = {
        rating.name: rating for rating in rate([PairResults("winner", "loser", OutcomeCounts((0, 0, 10)))]).ratings
    }
    own = ratings["winner"].elo
    assert 10 * score_of_elo(2 * own) + score_of_elo(own) == pytest.approx(10.5)
    assert (ratings["winner"].games, ratings["winner"].points) == (10, 10)


def test_everybodys_expected_points_are_those_made() -> None:
    random = Random(4)
    names = "abcdefg"
    pairs = [
        PairResults(one, other, OutcomeCounts((random.randrange(9), random.randrange(9), random.randrange(9))))
        for one, other in permutations(names, 2)  # everybody meets everybody twice, once under either name
    ]
    ratings = as_dict(rate(pairs))
    expected = dict.fromkeys(names, 0.0)
    for meeting in pairs:
        share = score_of_elo(ratings[meeting.first] - ratings[meeting.second])
        expected[meeting.first] += meeting.games.trials * share
        expected[meeting.second] += meeting.games.trials * (1 - share)
    assert expected == pytest.approx({rating.name: rating.points for rating in rate(pairs).ratings})


def test_95_of_100_error_bars_hold_the_truth() -> None:
    """200 tournaments of four players with draws; the true ratings have mean 0."""
    random = Random(11)
    truth = {"a": 120.0, "b": 40.0, "c": -30.0, "d": -130.0}
    hits = total = 0
    for _ in range(200):
        pairs = []
        for one, other in combinations(truth, 2):
            expected = score_of_elo(truth[one] - truth[other])
            drawn = 1.2 * min(expected, 1 - expected)
            results = random.choices(range(3), (1 - expected - drawn / 2, drawn, expected - drawn / 2), k=60)
            games = OutcomeCounts((results.count(0), results.count(1), results.count(2)))
            pairs.append(PairResults(one, other, games, dispersion_of(games)))
        for rating in rate(pairs).ratings:
            hits += abs(rating.elo - truth[rating.name]) <= rating.error
            total += 1
    assert 0.92 <= hits / total <= 0.97, hits / total


def test_nobody_is_rated_without_games() -> None:
    assert rate([]) == RatingList((), determined=True)
    assert rate([PairResults("a", "b", OutcomeCounts((0, 0, 0)))]).ratings == ()


def test_an_inverse_is_one() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, 1.0, 0.0], [3.0, 0.0, 1.0]]
    found = inverse(matrix)
    product = [
        [sum(a * b for a, b in zip(row, col, strict=True)) for col in zip(*found, strict=True)] for row in matrix
    ]
    assert [value for row in product for value in row] == pytest.approx([1, 0, 0, 0, 1, 0, 0, 0, 1])
    with pytest.raises(RatingError, match="expected games that connect them"):
        inverse([[1.0, 1.0], [1.0, 1.0]])


def test_elo_is_400_per_power_of_ten() -> None:
    assert score_of_elo(ELO_PER_LOG_STRENGTH * 2) == pytest.approx(1 / (1 + exp(-2)))
