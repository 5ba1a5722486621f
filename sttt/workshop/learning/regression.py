"""Logistic regression with linear constraints: what chance of winning do features tell, and which weights make sense.

The estimate for the side to move is ``sigmoid(features . weights)``, fitted by maximum likelihood with a penalty on the
squares of the weights, features in units of their standard deviation. A label is 1 for a win, 0 for a loss, and a half
for a draw.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import LinearConstraint, minimize

PENALTY = 1e-4

Vector = NDArray[np.float64]
Pair = tuple[int, int | None]
"""A constraint: weight `a` is at least weight `b`, or at least 0 for None."""


def fit(features: ArrayLike, labels: ArrayLike, at_least: Sequence[Pair] = ()) -> Vector:
    """Return the weight of each column of `features` (samples by features) under the constraints."""
    given, label = np.asarray(features, float), np.asarray(labels, float)
    scale = np.where(given.std(axis=0) > 0, given.std(axis=0), 1.0)
    scaled = given / scale

    def cost(weights: Vector) -> tuple[float, Vector]:
        z = scaled @ weights
        gradient = scaled.T @ (_sigmoid(z) - label) / len(label) + PENALTY * weights
        return _loss(z, label) + PENALTY / 2 * float(weights @ weights), gradient

    rows = np.zeros((len(at_least), given.shape[1]))
    for row, (a, b) in zip(rows, at_least, strict=True):
        row[a] = 1
        if b is not None:
            row[b] = -1
    constraints = [LinearConstraint(rows / scale, 0, np.inf)] if at_least else []
    start = np.zeros(given.shape[1])
    found = minimize(cost, start, jac=True, method="SLSQP", constraints=constraints, options={"maxiter": 500})
    weights: Vector = found.x / scale
    return weights


def log_loss(features: ArrayLike, labels: ArrayLike, weights: ArrayLike) -> float:
    """Return the mean negative log-likelihood of the labels, in nats."""
    return _loss(np.asarray(features, float) @ np.asarray(weights), np.asarray(labels, float))


def _loss(z: Vector, label: Vector) -> float:
    return float(np.mean(np.logaddexp(0, z) - label * z))


def _sigmoid(z: Vector) -> Vector:
    sigmoid: Vector = 0.5 * (1 + np.tanh(z / 2))
    return sigmoid
