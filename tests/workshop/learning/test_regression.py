"""What is fitted to data whose origin is known."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sttt.workshop.learning.regression import fit, log_loss

WEIGHTS = np.array([0.3, -0.5, 1.2, 0.0])


def made_of(weights: np.ndarray, samples: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Features by lot, and labels with the chances that the weights say."""
    random = np.random.default_rng(seed)
    features = random.integers(-3, 4, (samples, len(weights)))
    return features, (random.random(samples) < 1 / (1 + np.exp(-features @ weights))).astype(float)


def test_the_weights_that_made_the_labels_are_found() -> None:
    assert fit(*made_of(WEIGHTS, 20_000, 1)) == pytest.approx(WEIGHTS, abs=0.06)


def test_no_other_weights_fit_the_data_better() -> None:
    features, labels = made_of(WEIGHTS, 2_000, 2)
    found = fit(features, labels)
    for change in np.eye(4) * 0.05:
        assert log_loss(features, labels, found) < log_loss(features, labels, found + change)
        assert log_loss(features, labels, found) < log_loss(features, labels, found - change)


@given(st.lists(st.floats(-2, 2), min_size=3, max_size=3), st.integers(0, 1000))
@settings(max_examples=20, deadline=None)
def test_no_weight_is_below_what_it_must_not_be_below(weights: list[float], seed: int) -> None:
    features, labels = made_of(np.array(weights), 200, seed)
    first, second, third = fit(features, labels, at_least=((0, None), (1, 0), (2, 1)))
    assert first >= -1e-6
    assert second >= first - 1e-6
    assert third >= second - 1e-6


def test_a_coin_costs_the_logarithm_of_two() -> None:
    assert log_loss([[1.0], [1.0]], [0.0, 1.0], [0.0]) == pytest.approx(np.log(2))
