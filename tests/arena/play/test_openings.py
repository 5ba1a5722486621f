"""Openings: drawn at random from a seed, and no two the same up to the game's symmetries."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sttt.arena.play.openings import random_openings
from sttt.errors import PositionError
from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.position import Position, enter_turn


@settings(max_examples=10)
@given(st.integers(0, 10**6), st.integers(1, 3))
def test_a_list_holds_no_two_symmetric_positions_and_begins_as_a_shorter_one(seed: int, turns: int) -> None:
    openings = random_openings(GAME, turns, 30, seed)
    assert len({GAME.canonical(opening) for opening in openings}) == 30
    assert {(one.left, (one.x | one.o).bit_count(), one.result) for one in openings} == {(2, 2 * turns, None)}
    assert random_openings(GAME, turns, 12, seed) == openings[:12]
    assert random_openings(GAME, turns, 12, seed + 1) != openings[:12]


def test_a_list_longer_than_there_are_openings_goes_on_from_its_beginning() -> None:
    every = {GAME.canonical(enter_turn(Position(), pair)[0]) for pair in combinations(range(81), 2)}
    openings = random_openings(GAME, 1, 2 * len(every) + 3, 1)
    keys = [GAME.canonical(opening) for opening in openings]
    distinct = len(set(keys))
    assert set(keys) <= every
    assert distinct > len(every) * 0.8
    assert all(openings[index] == openings[index % distinct] for index in range(len(openings)))


def test_more_turns_than_any_game_lasts_are_refused() -> None:
    with pytest.raises(PositionError, match="no game goes on after 90 random turns; expected fewer"):
        random_openings(GAME, 90, 1, 1)
