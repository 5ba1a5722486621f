"""Bradley-Terry ratings against published fits, the match's own Elo, and simulated tournaments."""

from itertools import combinations, permutations
from math import exp, sqrt
from random import Random

import pytest

from sttt.arena.bradley_terry import covariance, laplacian, log_strengths
from sttt.arena.elo import Outcomes, elo, score_of_elo
from sttt.arena.linear import inverse
from sttt.arena.rating import ELO_PER_LOG_STRENGTH, Meeting, RatingList, dispersion_of, rate
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
            Meeting("Houdini", "Strelka", Outcomes((3, 9, 18))),
            Meeting("Strelka", "Komodo", Outcomes((3, 9, 18))),
            Meeting("Komodo", "Houdini", Outcomes((24, 6, 0))),
        ]
    )
    assert [rating.name for rating in rated.ratings] == ["Houdini", "Strelka", "Komodo"]
    assert [rating.elo for rating in rated.ratings] == pytest.approx([190.85, 0, -190.85], abs=0.005)
    assert [(rating.points, rating.games) for rating in rated.ratings] == [(49.5, 60), (30, 60), (10.5, 60)]
    assert rated.determined


@pytest.mark.parametrize("counts", [(96, 111, 136), (10, 400, 25), (40, 0, 60)])
def test_two_players_have_the_elo_and_the_error_of_their_match(counts: tuple[int, int, int]) -> None:
    games = Outcomes(counts)
    first, second = rate([Meeting("a", "b", games, dispersion_of(games))]).ratings
    assert first.elo - second.elo == pytest.approx(elo(games).value)
    assert first.error + second.error == pytest.approx(elo(games).error, rel=0.02)


def test_mirrored_pairs_that_compensate_make_errors_smaller() -> None:
    games, pairs = Outcomes((50, 0, 50)), Outcomes((5, 0, 40, 0, 5))
    apart, mirrored = (rate([Meeting("a", "b", games, dispersion_of(by))]).ratings[0] for by in (games, pairs))
    assert mirrored.error == pytest.approx(sqrt(0.4) * apart.error)


def test_results_that_do_not_determine_ratings_are_completed_by_a_draw_with_an_average_player() -> None:
    for meetings in (
        [Meeting("winner", "loser", Outcomes((0, 0, 10)))],
        [Meeting("a", "b", Outcomes((1, 0, 2))), Meeting("c", "d", Outcomes((1, 0, 2)))],
    ):
        rated = rate(meetings)
        assert not rated.determined
        assert sum(rating.elo for rating in rated.ratings) == pytest.approx(0)
        assert all(0 < rating.error < 1000 for rating in rated.ratings)
        assert rated.ratings[0].name in ("winner", "a", "c")
        # what each of them made is what it was expected to make, the draw included
    ratings = {rating.name: rating for rating in rate([Meeting("winner", "loser", Outcomes((0, 0, 10)))]).ratings}
    own = ratings["winner"].elo
    assert 10 * score_of_elo(2 * own) + score_of_elo(own) == pytest.approx(10.5)
    assert (ratings["winner"].games, ratings["winner"].points) == (10, 10)


def test_everybodys_expected_points_are_those_made() -> None:
    random = Random(4)
    names = "abcdefg"
    meetings = [
        Meeting(one, other, Outcomes((random.randrange(9), random.randrange(9), random.randrange(9))))
        for one, other in permutations(names, 2)  # everybody meets everybody twice, once under either name
    ]
    ratings = as_dict(rate(meetings))
    expected = dict.fromkeys(names, 0.0)
    for meeting in meetings:
        share = score_of_elo(ratings[meeting.first] - ratings[meeting.second])
        expected[meeting.first] += meeting.games.trials * share
        expected[meeting.second] += meeting.games.trials * (1 - share)
    assert expected == pytest.approx({rating.name: rating.points for rating in rate(meetings).ratings})


def test_95_of_100_error_bars_hold_the_truth() -> None:
    """200 tournaments of four players with draws; the true ratings have mean 0."""
    random = Random(11)
    truth = {"a": 120.0, "b": 40.0, "c": -30.0, "d": -130.0}
    hits = total = 0
    for _ in range(200):
        meetings = []
        for one, other in combinations(truth, 2):
            expected = score_of_elo(truth[one] - truth[other])
            drawn = 1.2 * min(expected, 1 - expected)
            results = random.choices(range(3), (1 - expected - drawn / 2, drawn, expected - drawn / 2), k=60)
            games = Outcomes((results.count(0), results.count(1), results.count(2)))
            meetings.append(Meeting(one, other, games, dispersion_of(games)))
        for rating in rate(meetings).ratings:
            hits += abs(rating.elo - truth[rating.name]) <= rating.error
            total += 1
    assert 0.92 <= hits / total <= 0.97, hits / total


def test_nobody_is_rated_without_games() -> None:
    assert rate([]) == RatingList((), determined=True)
    assert rate([Meeting("a", "b", Outcomes((0, 0, 0)))]).ratings == ()


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
