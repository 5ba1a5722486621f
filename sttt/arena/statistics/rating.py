"""A rating list of many players: the Bradley-Terry model on the Elo scale, with 95 % errors.

A player is expected to make 1 / (1 + 10^((other - own) / 400)) points per game against another, and the ratings are
those at which every player's expected points equal the points made; a draw is half a point for each. Source: M. E.
Glickman, "Parameter Estimation in Large Dynamic Paired Comparison Experiments", Applied Statistics 48 (1999), 377-394;
the program Ordo does the same. Two players' ratings thus differ by the Elo of their match, with its error.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import exp, fsum, log, sqrt
from statistics import NormalDist

from sttt.arena.statistics.elo import OutcomeCounts
from sttt.arena.statistics.tally import CONFIDENCE
from sttt.errors import RatingError

Matrix = list[list[float]]


def inverse(matrix: Matrix) -> Matrix:
    """Invert a square matrix by Gauss-Jordan elimination with partial pivoting; raises `RatingError` if it is singular.

    Source: G. H. Golub and C. F. Van Loan, "Matrix Computations", section 3.4.
    """
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda index: abs(rows[index][column]))
        if not rows[pivot][column]:
            raise RatingError("the results do not relate all players; expected games that connect them")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for index in range(size):
            if index != column and (factor := rows[index][column]):
                rows[index] = [a - factor * b for a, b in zip(rows[index], rows[column], strict=True)]
    return [row[size:] for row in rows]


_PRECISION = 1e-10
_MOST_ROUNDS = 100_000


def is_determined(points: Matrix) -> bool:
    """Return whether the points determine finite strengths: of any two groups, each scored against the other.

    Source: L. R. Ford, "Solution of a Ranking Problem from Binary Comparisons", American Mathematical Monthly 64
    (1957), 28-33. Equivalently, everybody can be reached from the first player along points made, and along points
    lost.
    """
    lost = [list(column) for column in zip(*points, strict=True)]
    return all(_reached(matrix) == len(points) for matrix in (points, lost))


def _reached(points: Matrix) -> int:
    reached = [0]
    for i in reached:  # grows meanwhile
        reached += [j for j, made in enumerate(points[i]) if made and j not in reached]
    return len(reached)


def log_strengths(points: Matrix) -> list[float]:
    """Return the most likely log strengths, with mean 0; the points must determine them.

    Source: M. E. J. Newman, "Efficient Computation of Rankings from Pairwise Comparisons", Journal of Machine Learning
    Research 24 (2023), no. 238: the fixed point of the MM algorithm of D. R. Hunter, "MM Algorithms for Generalized
    Bradley-Terry Models", Annals of Statistics 32 (2004), 384-406, in fewer rounds.
    """
    strengths = [1.0] * len(points)
    for _ in range(_MOST_ROUNDS):
        change = max(abs(log(_improve(points, strengths, player))) for player in range(len(points)))
        mean = fsum(map(log, strengths)) / len(strengths)
        strengths = [strength / exp(mean) for strength in strengths]
        if change < _PRECISION:
            break
    return [log(strength) for strength in strengths]


def _improve(points: Matrix, strengths: list[float], player: int) -> float:
    """Fit one player's strength to those of the others, and return the factor by which it changed."""
    own, won, lost = strengths[player], 0.0, 0.0
    for other, strength in enumerate(strengths):
        won += points[player][other] * strength / (own + strength)
        lost += points[other][player] / (own + strength)
    strengths[player] = won / lost
    return strengths[player] / own


def laplacian(size: int, weights: Iterable[tuple[int, int, float]]) -> Matrix:
    """Return the matrix of the quadratic form that sums weight * (s_i - s_j)^2."""
    matrix = [[0.0] * size for _ in range(size)]
    for i, j, weight in weights:
        matrix[i][i] += weight
        matrix[j][j] += weight
        matrix[i][j] -= weight
        matrix[j][i] -= weight
    return matrix


def covariance(information: Matrix, noise: Matrix, players: int) -> Matrix:
    """Return the covariance of the first `players` log strengths, taken relative to the mean of these.

    `information` is the Fisher information of the strengths, `noise` the covariance of the players' points: where the
    two are equal this is the inverse information, else the sandwich of P. J. Huber, "The Behavior of Maximum Likelihood
    Estimates under Nonstandard Conditions", Proceedings of the 5th Berkeley Symposium 1 (1967), 221-233.
    """
    spread = inverse([[value + 1 for value in row] for row in information])  # the strengths' common level is free
    mean = [fsum(column) / players for column in zip(*spread[:players], strict=True)]
    contrasts = [[value - level for value, level in zip(row, mean, strict=True)] for row in spread[:players]]
    noisy = [[_dot(contrast, row) for row in noise] for contrast in contrasts]
    return [[_dot(one, other) for other in contrasts] for one in noisy]


def _dot(one: list[float], other: list[float]) -> float:
    return fsum(a * b for a, b in zip(one, other, strict=True))


ELO_PER_LOG_STRENGTH = 400 / log(10)


@dataclass(frozen=True)
class PairResults:
    """All games between two players; the outcomes are those of the first."""

    first: str
    second: str
    games: OutcomeCounts
    """Counts of losses, draws and wins."""
    dispersion: float = 1.0
    """Dispersion of the outcomes, see `dispersion_of`."""


@dataclass(frozen=True)
class Rating:
    """The rating of a player, relative to the mean of all players."""

    name: str
    elo: float
    error: float
    """Half the width of the 95 % interval, in Elo."""
    games: int
    points: float


@dataclass(frozen=True)
class RatingList:
    """Ratings from the best to the worst."""

    ratings: tuple[Rating, ...]
    determined: bool
    """True if the results alone determine the ratings; otherwise each player got a draw with an average player."""


def dispersion_of(outcomes: OutcomeCounts) -> float:
    """Return the variance of a game's points relative to wins and losses of the same score; 1 if all games are equal.

    Draws reduce it, and so do mirrored pairs whose two results cancel out. Source: P. McCullagh and J. A. Nelder,
    "Generalized Linear Models", 2nd edition 1989, section 4.5, here with a dispersion for each two players.
    """
    if not (outcomes.trials and outcomes.variance):
        return 1.0
    return outcomes.variance * outcomes.games_per_trial / (outcomes.score * (1 - outcomes.score))


def rate(pairs: Iterable[PairResults]) -> RatingList:
    """Rate all players with games.

    If the results alone do not determine the ratings (a player has won or lost all games, or groups never met), each
    player is given one draw with an average player, following H. L. Turner and others, "Modelling Rankings in R: the
    PlackettLuce Package", Computational Statistics 35 (2020), 1027-1057, section 2.
    """
    played = [pair for pair in pairs if pair.games.trials]
    names = sorted({name for pair in played for name in (pair.first, pair.second)})
    if not names:
        return RatingList((), determined=True)
    determined = is_determined(_points(played, names))
    if determined:
        logs, errors = _fit(played, names, len(names))
    else:
        average = f"{max(names, key=len)} "  # the name of nobody else
        virtual = [PairResults(name, average, OutcomeCounts((0, 1, 0))) for name in names]
        logs, errors = _fit([*played, *virtual], [*names, average], len(names))
    ratings = [
        Rating(name, elo, error, *_totals(played, name)) for name, elo, error in zip(names, logs, errors, strict=True)
    ]
    return RatingList(tuple(sorted(ratings, key=lambda rating: (-rating.elo, rating.name))), determined)


def _fit(pairs: Sequence[PairResults], names: Sequence[str], players: int) -> tuple[list[float], list[float]]:
    """Return the ratings and errors of the first `players` names in Elo, relative to their mean."""
    logs = log_strengths(_points(pairs, names))
    mean = sum(logs[:players]) / players
    information, noise = [], []
    for pair in pairs:
        i, j = names.index(pair.first), names.index(pair.second)
        expected = 1 / (1 + exp(logs[j] - logs[i]))
        weight = pair.games.trials * expected * (1 - expected)
        information.append((i, j, weight))
        noise.append((i, j, weight * pair.dispersion))
    spread = covariance(laplacian(len(names), information), laplacian(len(names), noise), players)
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    elos = [ELO_PER_LOG_STRENGTH * (value - mean) for value in logs[:players]]
    return elos, [ELO_PER_LOG_STRENGTH * z * sqrt(max(0.0, spread[player][player])) for player in range(players)]


def _points(pairs: Iterable[PairResults], names: Sequence[str]) -> Matrix:
    """Return the matrix of the points that each player, by row, made against each other player."""
    points = [[0.0] * len(names) for _ in names]
    for pair in pairs:
        i, j = names.index(pair.first), names.index(pair.second)
        lost, drawn, won = pair.games.counts
        points[i][j] += won + drawn / 2
        points[j][i] += lost + drawn / 2
    return points


def _totals(pairs: Iterable[PairResults], name: str) -> tuple[int, float]:
    """Return a player's games and points."""
    games, points = 0, 0.0
    for pair in pairs:
        if name in (pair.first, pair.second):
            lost, drawn, won = pair.games.counts
            games += pair.games.trials
            points += drawn / 2 + (won if name == pair.first else lost)
    return games, points
