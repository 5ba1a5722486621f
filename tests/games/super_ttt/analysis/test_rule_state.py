"""The search's state against the rules: whatever is played, both tell the same."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.plain_search import WIN, verdict
from support.play import play_randomly, unfinished_positions

from sttt.games.game import Side
from sttt.games.super_ttt.analysis.rules import SuperTTTState, square_for
from sttt.games.super_ttt.classes.costs import IMPOSSIBLE, LittleBoard, unpack
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import parse_position


def facts(state: SuperTTTState) -> tuple[object, ...]:
    return state.boards[:], state.words[:], state.side, state.left, state.open_squares


@pytest.mark.slow
@settings(deadline=None)
@given(unfinished_positions(40), st.randoms(use_true_random=False))
def test_pushing_equals_playing_and_popping_undoes_it(position: Position, random: Random) -> None:
    state = SuperTTTState(position)
    trail = []
    while not position.result and verdict(state) is None:
        option = random.choice(state.options())
        position = position.play(square_for(position, option))
        trail.append(facts(state))
        state.push(option)
        assert facts(state) == facts(SuperTTTState(position))
    for before in reversed(trail):
        state.pop()
        assert facts(state) == before


def test_a_first_placement_that_closes_the_last_squares_hands_the_move_over() -> None:
    text = ".ooooxoxo/.oo.oxxoo/xx.xx.x../xxxxxo.o./...ooo.../oooo...xx/oo.xoooxo/xx.x..xx./o.xxox...:x2"
    position = parse_position(text)
    option = next(one for one in SuperTTTState(position).options() if one.after.open_squares == 0)
    state = SuperTTTState(position)
    state.push(option)
    after = position.play(square_for(position, option))
    assert after.result
    assert facts(state) == facts(SuperTTTState(after))


def boards(state: SuperTTTState) -> tuple[LittleBoard, ...]:
    return tuple(state.boards)


def line_worth(state: SuperTTTState) -> list[list[int]]:
    return [[min(cost, IMPOSSIBLE) for cost in unpack(word)] for word in state.words]


@pytest.mark.slow
@settings(deadline=None)
@given(unfinished_positions())
def test_options_are_legal_and_cover_every_useful_square(position: Position) -> None:
    state = SuperTTTState(position)
    after = set()
    for option in state.options():
        played = SuperTTTState(position.play(square_for(position, option)))
        after.add(boards(played))
        assert (option.own, option.other) == (played.words[state.side], played.words[1 - state.side])
    for square in position.legal_placements():
        played = SuperTTTState(position.play(square))
        assert boards(played) in after or line_worth(played) == line_worth(state)


def passes(position: Position) -> Position:
    """Return the position with the rest of the turn forfeited."""
    side = position.side
    while not position.result and position.side is side:
        position = position.play(None)
    return position


def wins_this_turn(position: Position) -> bool:
    side = position.side
    for square in position.legal_placements():
        after = position.play(square)
        if (after.result and after.result.winner) or (
            after.side is side and not after.result and wins_this_turn(after)
        ):
            return True
    return False


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(unfinished_positions(65))
def test_threats_are_what_the_opponent_wins_with_if_one_passes(position: Position) -> None:
    state = SuperTTTState(position)
    assert bool(state.threats) == wins_this_turn(passes(position))
    assert ((verdict(state) or 0) > 0) == wins_this_turn(position)


@pytest.mark.slow
def test_the_placements_that_stop_every_threat_are_kept_and_no_others() -> None:
    """With one placement left, stopping is what leaves the opponent without a win in its turn."""
    checked = 0
    for seed in range(400):
        position = play_randomly(30 + seed % 40, seed)
        state = SuperTTTState(position)
        if position.left == 1 and state.threats and verdict(state) is None:
            checked += 1
            kept = {option.after for option in state.stopping(state.options())}
            for option in state.options():
                after = position.play(square_for(position, option))
                stopped = bool(after.result) or not wins_this_turn(after)
                assert stopped == (option.after in kept and option in state.stopping(state.options()))
    assert checked > 20


@pytest.mark.parametrize(("marks", "plies"), [(0o003, 1), (0o001, 2)])
def test_the_verdict_of_a_win_within_the_turn_counts_its_plies(marks: int, plies: int) -> None:
    position = Position.from_marks(x=0o007 | 0o007 << 9 | marks << 18, o=0, side=Side.X)
    assert verdict(SuperTTTState(position)) == WIN - plies


def test_a_position_in_which_no_line_can_be_won_is_a_draw_at_once() -> None:
    boards = {0: 0o007, 4: 0o007, 5: 0o007, 6: 0o007, 7: 0o007}
    x = sum(marks << 9 * board for board, marks in boards.items())
    o = sum(0o007 << 9 * board for board in (1, 2, 3, 8))
    position = Position.from_marks(x, o, Side.X)
    assert not position.result or position.result == "draw"
    assert verdict(SuperTTTState(position)) == 0
