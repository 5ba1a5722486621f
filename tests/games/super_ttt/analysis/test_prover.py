"""The schedule of the solver's questions."""

import pytest

from sttt.games.super_ttt.analysis.prover import next_within


@pytest.mark.parametrize(
    ("most", "first", "asked"),
    [
        (20, 0, [1, 2, 3, 4, 5, 6, 20]),
        (20, 1, [2, 3, 4, 5, 6, 20]),
        (7, 0, [1, 2, 3, 4, 5, 6, 7]),
        (6, 0, [1, 2, 3, 4, 5, 6]),
        (3, 0, [1, 2, 3]),
        (1, 0, [1]),
        (9, 4, [5, 6, 9]),
    ],
)
def test_a_win_is_asked_about_turn_by_turn_at_first_and_then_at_once(most: int, first: int, asked: list[int]) -> None:
    found = [next_within(first, most)]
    while found[-1] < most:
        found.append(next_within(found[-1], most))
    assert found == asked
