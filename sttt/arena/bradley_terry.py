"""Fitting the Bradley-Terry model: players numbered from 0, a matrix of the points each made against each other.

Player i makes a point against j with probability 1 / (1 + exp(s_j - s_i)); the s are their log strengths.
Source: R. A. Bradley and M. E. Terry, "Rank Analysis of Incomplete Block Designs", Biometrika 39 (1952), 324-345.
"""

from collections.abc import Iterable
from math import exp, fsum, log

from sttt.arena.linear import Matrix, inverse

_PRECISION = 1e-10
_MOST_ROUNDS = 100_000


def is_determined(points: Matrix) -> bool:
    """Whether the points determine finite strengths: in any two groups of players each made points against the other.

    Source: L. R. Ford, "Solution of a Ranking Problem from Binary Comparisons", American Mathematical Monthly 64
    (1957), 28-33. It is so if everybody can be reached from the first player along points made, and along points lost.
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
    """Fit one player's strength to the others' and return the factor by which it changed."""
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
