"""The course's random player, driven start by start against a transcription of its description."""

from collections.abc import Iterator
from itertools import cycle, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import naive_rules
from support.naive_rules import Square, State
from support.playouts import TEMPERS, states

from strategies.super_ttt.benchmarks import RandomPlayer
from sttt.games.super_ttt.position import enter_turn, format_square
from sttt.games.super_ttt.text import format_turn, parse_position
from sttt.players.player import Limits

NO_LIMITS = Limits()
STARTS = list(product(range(9), repeat=2))
"""Every pair of equally likely draws: a start among the little boards, a start inside the board found."""


class ScriptedRandom:
    """Gives the scripted numbers, and only to those who ask for one of nine."""

    def __init__(self, script: Iterator[int]) -> None:
        self.script = script

    def randrange(self, stop: int) -> int:
        assert stop == 9
        return next(self.script)


def scripted_player(*script: int) -> RandomPlayer:
    player = RandomPlayer()
    player._random = ScriptedRandom(cycle(script))
    return player


def described_choice(state: State, board_start: int, square_start: int) -> Square | None:
    """The next open little board from the start, going round; then the same inside it."""
    free = naive_rules.open_squares(state)
    for board_step, square_step in product(range(9), repeat=2):
        big = (board_start + board_step) % 9 + 1
        square = (big, (square_start + square_step) % 9 + 1)
        if square in free:
            return square
    return None


def described_turn(state: State, draws: tuple[int, int, int, int]) -> str:
    """Both placements, the second on the board as the first leaves it, even when the first has won."""
    first = described_choice(state, *draws[:2])
    if state.left == 1:
        return name(first)
    after = State([list(board) for board in state.boards], state.side)
    naive_rules.mark(after, first)
    return f"{name(first)}+{name(described_choice(after, *draws[2:]))}"


def name(square: Square | None) -> str:
    return f"{square[0]}{square[1]}" if square else "--"


@pytest.mark.slow
@given(seed=st.integers(0, 10**6), temper=st.sampled_from(TEMPERS), data=st.data())
def test_every_pair_of_draws_gives_the_placement_described(seed: int, temper: str, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(states(seed, temper)[:-1]))
    position = parse_position(naive_rules.compact(state))
    for start in STARTS:
        turn = scripted_player(*start).choose(position, NO_LIMITS).turn
        assert format_square(turn[0]) == name(described_choice(state, *start))


@pytest.mark.slow
@given(
    seed=st.integers(0, 10**6),
    temper=st.sampled_from(TEMPERS),
    draws=st.tuples(*[st.integers(0, 8)] * 4),
    data=st.data(),
)
def test_a_turn_is_two_such_placements_the_second_after_the_first(
    seed: int, temper: str, draws: tuple[int, int, int, int], data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(states(seed, temper)[:-1]))
    turn = scripted_player(*draws).choose(parse_position(naive_rules.compact(state)), NO_LIMITS).turn
    assert format_turn(turn) == described_turn(state, draws)


X_TO_WIN = "xxx....../xxx....../xx......./........./oo......./........./........./........./.........:x2"


def test_the_second_placement_is_drawn_even_after_a_winning_first_one() -> None:
    turn = scripted_player(2, 2, 8, 8).choose(parse_position(X_TO_WIN), NO_LIMITS).turn
    assert format_turn(turn) == "33+99"


def test_the_second_placement_is_forfeited_when_the_first_leaves_no_square() -> None:
    dead = "/".join(["xoxxoooxo"] * 8)
    last_board = parse_position(f"{dead}/xx.oo.oxo:x2")
    assert format_turn(scripted_player(8, 2).choose(last_board, NO_LIMITS).turn) == "93+--"


def test_a_turn_with_one_placement_left_is_answered_with_one() -> None:
    turn = scripted_player(4, 4).choose(parse_position(X_TO_WIN.replace("x2", "x1")), NO_LIMITS).turn
    assert format_turn(turn) == "55"


@pytest.mark.parametrize("seed", range(5))
def test_equal_seeds_give_equal_games_in_which_nothing_is_forfeited(seed: int) -> None:
    game = list(turns(seed))
    assert game == list(turns(seed))
    assert not any(turn[0] is None for turn in game)


def turns(seed: int) -> Iterator[tuple[int | None, ...]]:
    player, position = RandomPlayer(seed), parse_position("/".join(["........."] * 9) + ":x2")
    while not position.result:
        claimed = player.choose(position, NO_LIMITS).turn
        position, counted = enter_turn(position, claimed)
        assert counted == claimed
        yield counted


def test_different_seeds_give_different_games() -> None:
    assert len({tuple(turns(seed)) for seed in range(20)}) == 20
