"""Entering a turn, against a second referee that shares no code with ours."""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.naive_referee import EMPTY, Data, NaiveReferee

from sttt.games.game import Side, Turn
from sttt.games.super_ttt.position import Position, enter_turn

JUNK = [EMPTY, [], [5, 5], 5, "x", (0, 5), (5, 0), (10, 1), (1, 10), (-1, 3), ("a", 1), (3, (3, 3)), None]
"""What no referee takes for a placement; ours gets `None` for it, or an index off the board."""


def as_data(placement: int | None) -> Data:
    """Turn square 0..80, or an index off the board, into the pair that a Scheme player would return."""
    return EMPTY if placement is None else (placement // 9 + 1, placement % 9 + 1)


def marks(naive: NaiveReferee) -> tuple[int, int]:
    x = o = 0
    for square in range(81):
        mark = naive.board[square // 9 + 1][square % 9 + 1]
        x |= (mark == "x") << square
        o |= (mark == "o") << square
    return x, o


def same_state(position: Position, naive: NaiveReferee) -> bool:
    result = position.result.value if position.result else None
    return (position.x, position.o) == marks(naive) and position.side == naive.who and result == naive.result


def draw_placement(random: Random, position: Position, other: int | None) -> int | None:
    """Mostly an open square; now and then a repeated, occupied, closed, missing or impossible one."""
    kind = random.random()
    legal = position.legal_placements()
    if kind < 0.6:
        return random.choice(legal)
    if kind < 0.75:  # in the board of the other placement: one may close it under the other
        near = [square for square in legal if other is not None and square // 9 == other // 9]
        return random.choice(near or legal)
    return random.choice([other, None, 81, 100, -1, random.randrange(81), random.randrange(81)])


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_random_games_with_bad_placements_go_as_in_the_naive_referee(seed: int) -> None:
    random = Random(seed)
    position, naive = Position(), NaiveReferee()
    while not position.result:
        first = draw_placement(random, position, None)
        turn = (first, draw_placement(random, position, first))
        reply = [as_data(placement) for placement in turn] + [(5, 5)] * random.randrange(2)
        position, counted = enter_turn(position, turn)
        placed = naive.enter(reply)
        assert [as_data(placement) for placement in counted if placement is not None] == placed
        assert same_state(position, naive)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(square=st.integers(0, 80), junk=st.sampled_from(JUNK), junk_first=st.booleans())
def test_an_unreadable_placement_forfeits_itself_alone(square: int, junk: Data, *, junk_first: bool) -> None:
    reply = [junk, as_data(square)] if junk_first else [as_data(square), junk]
    turn = (None, square) if junk_first else (square, None)
    naive = NaiveReferee()
    position, counted = enter_turn(Position(), turn)
    assert naive.enter(reply) == [as_data(square)]
    assert counted == turn
    assert same_state(position, naive)


@pytest.mark.parametrize(
    "reply", [EMPTY, [], "x", 5, None, [(5, 5)], (5, 5), ((5, 5), 7), ((5, 5), EMPTY), [[(5, 5), (5, 1)]]]
)
def test_a_reply_without_two_elements_is_like_the_empty_turn(reply: Data) -> None:
    naive = NaiveReferee()
    assert naive.enter(reply) == []
    position, counted = enter_turn(Position(), ())
    assert counted == ()
    assert same_state(position, naive)


def test_elements_from_the_third_on_are_ignored() -> None:
    assert enter_turn(Position(), (None, None, 40))[1] == (None, None)
    assert NaiveReferee().enter([EMPTY, EMPTY, (5, 5)]) == []
    assert NaiveReferee().enter(((5, 5), (3, 5))) == [(5, 5)]


def nearly_full(seed: int) -> tuple[Position, NaiveReferee] | None:
    """Play legal turns, one placement each at the end, until a single square is open, or return None."""
    random, position, naive = Random(seed), Position(), NaiveReferee()
    while not position.result and position.open_squares.bit_count() > 1:
        legal = position.legal_placements()
        turn = (random.choice(legal), random.choice(legal) if len(legal) > 3 else None)
        position = enter_turn(position, turn)[0]
        naive.enter([as_data(placement) for placement in turn])
    return None if position.result else (position, naive)


@cache
def last_square_seeds() -> list[int]:
    return [seed for seed in range(60) if nearly_full(seed)]


def test_the_seeds_lead_to_positions_with_one_open_square() -> None:
    assert len(last_square_seeds()) >= 5


SHAPES: dict[str, Callable[[int], Turn]] = {
    "before nothing": lambda square: (square, None),
    "after nothing": lambda square: (None, square),
    "twice": lambda square: (square, square),
    "before no square": lambda square: (square, 81),
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_the_null_placement_of_a_one_square_turn_may_stand_in_either_place(shape: Callable[[int], Turn]) -> None:
    for seed in last_square_seeds():
        position, naive = nearly_full(seed)
        square = position.legal_placements()[0]
        turn = shape(square)
        after, counted = enter_turn(position, turn)
        assert naive.enter([as_data(placement) for placement in turn]) == [as_data(square)]
        assert counted == tuple(square if index == turn.index(square) else None for index in range(2))
        assert after.result
        assert same_state(after, naive)


def test_a_winning_first_placement_still_lets_the_second_one_be_placed() -> None:
    x_marks = sum(0b111 << 9 * board for board in (0, 1)) | 0b011 << 18
    position = Position.from_marks(x_marks, 0, Side.X)
    after, counted = enter_turn(position, (20, 80))
    assert counted == (20, 80)
    assert after.x >> 80 & 1
    assert after.result == "x"


def test_a_board_closed_by_the_first_placement_drops_the_second() -> None:
    position = Position.from_marks(0b011, 0, Side.X)
    assert enter_turn(position, (2, 8))[1] == (2, None)
    assert enter_turn(position, (8, 2))[1] == (8, 2)
