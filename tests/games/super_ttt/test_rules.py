"""Placements, owners and results, compared square by square with the naive rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import naive_rules
from support.naive_rules import Square, State
from support.playouts import TEMPERS, playout, states

from sttt.errors import IllegalPlacement
from sttt.games.game import Result, Side
from sttt.games.super_ttt.position import Position, enter_turn, squares
from sttt.games.super_ttt.text import format_position, parse_position, parse_square

GAMES = {"seed": st.integers(0, 10**6), "temper": st.sampled_from(TEMPERS)}


def number(square: Square) -> int:
    big, little = square
    return 9 * (big - 1) + little - 1


def assert_same(position: Position, state: State) -> None:
    for big in range(1, 10):
        assert position.owner(big - 1) == naive_rules.owner(state, big)
        assert position.is_dead(big - 1) == naive_rules.is_dead(state, big)
        for little in range(1, 10):
            mark = state.boards[big - 1][little - 1]
            bit = number((big, little))
            assert position.x >> bit & 1 == (mark == "x")
            assert position.o >> bit & 1 == (mark == "o")
    assert position.result == naive_rules.result(state)
    assert position.legal_placements() == tuple(number(square) for square in naive_rules.legal(state))
    assert squares(position.open_squares) == tuple(number(square) for square in naive_rules.open_squares(state))
    assert (position.side, position.left) == (state.side, state.left)


@pytest.mark.slow
@given(**GAMES)
def test_whole_games_agree_with_the_naive_rules_after_every_placement(seed: int, temper: str) -> None:
    position = Position()
    for state, chosen in playout(seed, temper):
        assert_same(position, state)
        position = position.play(None if chosen is None else number(chosen))
    assert_same(position, naive_rules.place(state, chosen))


@pytest.mark.slow
@given(**GAMES, data=st.data())
def test_every_square_that_is_not_legal_is_refused(seed: int, temper: str, data: st.DataObject) -> None:
    position = parse_position(naive_rules.compact(data.draw(st.sampled_from(states(seed, temper)))))
    for square in set(range(-2, 84)) - set(position.legal_placements()):
        with pytest.raises(IllegalPlacement):
            position.play(square)


@pytest.mark.slow
@given(**GAMES)
def test_a_position_read_from_its_marks_knows_the_owners_that_play_gave_it(seed: int, temper: str) -> None:
    position = Position()
    for _, chosen in playout(seed, temper):
        position = position.play(None if chosen is None else number(chosen))
        assert Position.from_marks(position.x, position.o, position.side, position.left) == position


@pytest.mark.slow
def test_the_playouts_reach_every_kind_of_ending() -> None:
    endings = set()
    for temper in TEMPERS:
        for seed in range(12):
            played = states(seed, temper)
            last, final = played[-2:]
            endings.add(naive_rules.result(final))
            endings.add(f"{last.left} left")
            if played[-3].side != last.side and last.left == 1:
                endings.add("a last turn of one placement")
            if any(naive_rules.is_dead(final, big) for big in range(1, 10)):
                endings.add("a dead board")
    assert endings == {"x", "o", "draw", "1 left", "2 left", "a last turn of one placement", "a dead board"}


NEARLY_OVER = "xoxxooox./" + "/".join(["xoxxoooxo"] * 7) + "/oxooxxxo."


def test_the_last_turn_is_one_placement_when_a_single_square_is_left() -> None:
    two_squares = parse_position(f"{NEARLY_OVER}:x2")
    one_square = two_squares.play(8).play(None)
    assert (one_square.side, one_square.left, one_square.legal_placements()) == (Side.O, 1, (80,))
    drawn = one_square.play(80)
    assert drawn.result is Result.DRAW
    assert drawn.legal_placements() == ()


def test_a_forfeited_last_placement_leaves_the_single_square_to_the_opponent() -> None:
    one_square = parse_position(f"{NEARLY_OVER}:x2").play(8).play(None)
    again = one_square.play(None)
    assert (again.side, again.left, again.legal_placements()) == (Side.X, 1, (80,))


def test_a_turn_of_two_forfeits_passes_the_move_and_marks_nothing() -> None:
    passed = Position().play(None).play(None)
    assert (passed.side, passed.left, passed.x, passed.o) == (Side.O, 2, 0, 0)


X_TO_WIN = "xxx....../xxx....../xx......./........./oo......./........./........./........./.........:x2"


def test_a_first_placement_that_wins_ends_the_turn_at_once() -> None:
    won = parse_position(X_TO_WIN).play(parse_square("33"))
    assert won.result is Result.X_WINS
    assert won.side is Side.O
    with pytest.raises(IllegalPlacement, match="the game is over; expected no further placement"):
        won.play(None)


@pytest.mark.parametrize(
    ("placement", "words"),
    [
        (parse_square("19"), "square 19 is not open: little board 1 is owned by x"),
        (parse_square("31"), "square 31 is not open: it is occupied"),
        (81, "square 81 is off the board; expected 0 to 80"),
        (-1, "square -1 is off the board; expected 0 to 80"),
    ],
)
def test_a_refused_placement_says_why(placement: int, words: str) -> None:
    with pytest.raises(IllegalPlacement, match=words):
        parse_position(X_TO_WIN).play(placement)


def test_no_more_is_placed_than_the_turn_has_left() -> None:
    mid_turn = parse_position(X_TO_WIN.replace(":x2", ":x1"))
    assert enter_turn(mid_turn, (30, 31))[1] == (30, None)
    assert enter_turn(mid_turn, (None, 31))[1] == (None, 31)


def test_a_finished_game_takes_no_turn() -> None:
    won = parse_position(X_TO_WIN).play(parse_square("33"))
    with pytest.raises(IllegalPlacement, match="the game is over"):
        enter_turn(won, (40, 41))


def test_the_start_is_empty_and_x_is_to_place_twice() -> None:
    assert format_position(Position()) == "/".join(["........."] * 9) + ":x2"
