"""A rating list of many players: the Bradley-Terry model on the Elo scale, with 95 % errors.

A player is expected to make 1 / (1 + 10^((other - own) / 400)) points a game against another, and the ratings are
those at which every player's expected points are the points that it made; a draw is half a point for each. Source of
that: M. E. Glickman, "Parameter Estimation in Large Dynamic Paired Comparison Experiments", Applied Statistics 48
(1999), 377-394; the program Ordo does the same. So two players' ratings differ by their match's Elo, with its error.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from statistics import NormalDist

from sttt.arena.bradley_terry import covariance, is_determined, laplacian, log_strengths
from sttt.arena.elo import Outcomes
from sttt.arena.linear import Matrix
from sttt.arena.statistics import CONFIDENCE

ELO_PER_LOG_STRENGTH = 400 / log(10)

_AVERAGE = ""
"""The name of the average player, should one be needed; no other has an empty one."""


@dataclass(frozen=True)
class Meeting:
    """All games between two players; the outcomes are the first one's."""

    first: str
    second: str
    games: Outcomes
    """How many it lost, drew and won."""
    dispersion: float = 1.0
    """See `dispersion_of`."""


@dataclass(frozen=True)
class Rating:
    """What a player is worth, relative to the mean of all players."""

    name: str
    elo: float
    error: float
    """Half the width of the 95 % interval."""
    games: int
    points: float


@dataclass(frozen=True)
class RatingList:
    """Ratings from the best to the worst."""

    ratings: tuple[Rating, ...]
    determined: bool
    """Whether the results alone determine the ratings; if not, everybody is given a draw with an average player."""


def dispersion_of(outcomes: Outcomes) -> float:
    """Return the variance of a game's points relative to wins and losses of the same score; 1 if all games were alike.

    Draws make it smaller, and so do mirrored pairs whose two results compensate. Source: P. McCullagh and J. A. Nelder,
    "Generalized Linear Models", 2nd edition 1989, section 4.5, here with a dispersion for each two players.
    """
    if not (outcomes.trials and outcomes.variance):
        return 1.0
    return outcomes.variance * outcomes.games_per_trial / (outcomes.score * (1 - outcomes.score))


def rate(meetings: Iterable[Meeting]) -> RatingList:
    """Rate everybody who has played.

    Where the results alone do not determine the ratings (somebody has won or lost all games, or groups never met),
    each player is given one draw with an average player, as H. L. Turner and others do it in "Modelling Rankings in R:
    the PlackettLuce Package", Computational Statistics 35 (2020), 1027-1057, section 2.
    """
    played = [meeting for meeting in meetings if meeting.games.trials]
    names = sorted({name for meeting in played for name in (meeting.first, meeting.second)})
    if not names:
        return RatingList((), determined=True)
    determined = is_determined(_points(played, names))
    if determined:
        logs, errors = _fit(played, names, len(names))
    else:
        virtual = [Meeting(name, _AVERAGE, Outcomes((0, 1, 0))) for name in names]
        logs, errors = _fit([*played, *virtual], [*names, _AVERAGE], len(names))
    ratings = [
        Rating(name, elo, error, *_totals(played, name)) for name, elo, error in zip(names, logs, errors, strict=True)
    ]
    return RatingList(tuple(sorted(ratings, key=lambda rating: (-rating.elo, rating.name))), determined)


def _fit(meetings: Sequence[Meeting], names: Sequence[str], players: int) -> tuple[list[float], list[float]]:
    """Return the first players' ratings and errors in Elo, relative to their mean."""
    logs = log_strengths(_points(meetings, names))
    mean = sum(logs[:players]) / players
    information, noise = [], []
    for meeting in meetings:
        i, j = names.index(meeting.first), names.index(meeting.second)
        expected = 1 / (1 + exp(logs[j] - logs[i]))
        weight = meeting.games.trials * expected * (1 - expected)
        information.append((i, j, weight))
        noise.append((i, j, weight * meeting.dispersion))
    spread = covariance(laplacian(len(names), information), laplacian(len(names), noise), players)
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    elos = [ELO_PER_LOG_STRENGTH * (value - mean) for value in logs[:players]]
    return elos, [ELO_PER_LOG_STRENGTH * z * sqrt(max(0.0, spread[player][player])) for player in range(players)]


def _points(meetings: Iterable[Meeting], names: Sequence[str]) -> Matrix:
    """Return how many points each player, by row, made against each other."""
    points = [[0.0] * len(names) for _ in names]
    for meeting in meetings:
        i, j = names.index(meeting.first), names.index(meeting.second)
        lost, drawn, won = meeting.games.counts
        points[i][j] += won + drawn / 2
        points[j][i] += lost + drawn / 2
    return points


def _totals(meetings: Iterable[Meeting], name: str) -> tuple[int, float]:
    """Return a player's games and points."""
    games, points = 0, 0.0
    for meeting in meetings:
        if name in (meeting.first, meeting.second):
            lost, drawn, won = meeting.games.counts
            games += meeting.games.trials
            points += drawn / 2 + (won if name == meeting.first else lost)
    return games, points
