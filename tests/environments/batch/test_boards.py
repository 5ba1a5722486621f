"""Boards in arrays against the games' own rules, position by position."""

import copy
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.copies import pickled
from support.episodes import NAMES

from sttt.environments.batch import Batch, batch, by_rules, random_actions
from sttt.environments.batch.lines import LineBatch
from sttt.environments.planes import planes_of
from sttt.errors import IllegalPlacement, PlayerError, UnknownNameError
from sttt.games.game import Side
from sttt.players import registry

BOARDS = 24


def rewards_of(position: object, mover: Side) -> int:
    result = position.result
    return 0 if result is None or result.winner is None else 1 if result.winner is mover else -1


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32))
def test_every_board_is_as_the_rules_have_it_after_every_placement(name: str, seed: int) -> None:
    random, game, planes, boards = (
        np.random.default_rng(seed),
        registry.game(name),
        planes_of(name),
        batch(name, BOARDS),
    )
    positions = [game.start()] * BOARDS
    for _ in range(100):
        masks, seen = boards.mask(), boards.observe()
        unseen = boards.observe(as_mover=np.zeros(BOARDS, np.bool_))
        for number, position in enumerate(positions):
            assert boards.over[number] == (position.result is not None)
            assert (boards.side[number], boards.left[number]) == (list(Side).index(position.side), position.left)
            assert (masks[number] == planes.mask(position)).all()
            assert (seen[number] == planes.observe(position, position.side)).all()
            assert (unseen[number] == planes.observe(position, position.side.other)).all()
        boards.reset(boards.over)
        positions = [game.start() if position.result else position for position in positions]
        where = random.permutation(BOARDS)[: BOARDS - 5]  # some wait
        actions = random_actions(boards.mask(where), random)
        movers = [positions[board].side for board in where]
        stepped = boards.step(actions, where)
        for place, board in enumerate(where):
            positions[board] = positions[board].play(int(actions[place]))
            assert stepped.over[place] == (positions[board].result is not None)
            assert stepped.rewards[place] == rewards_of(positions[board], movers[place])


@pytest.mark.parametrize("name", NAMES)
def test_an_illegal_action_names_its_board_and_changes_none(name: str) -> None:
    boards = batch(name, 3)
    action = int(np.flatnonzero(boards.mask()[0])[0])
    while boards.mask()[1, action] and not boards.over.any():
        boards.step(np.full(2, action), np.array([1, 2]))
    boards.reset(np.array([2]))
    before = boards.observe()
    for bad in (action, -1, boards.actions, 2**62):
        with pytest.raises(IllegalPlacement, match=f"{bad} is no legal action on board 1"):
            boards.step(np.array([action, bad, action]))
        assert (boards.observe() == before).all()
    for wrong in (np.zeros(2, int), np.zeros(3), np.array([True, True, True])):
        with pytest.raises(ValueError, match=r"expected .* whole numbers"):
            boards.step(wrong)


@pytest.mark.parametrize("boards", [[0, 3], [0, -1], [1, 1], [0.0, 1.0], [True, False], ["0", "1"], [[0, 1]], 5])
def test_boards_that_there_are_not_or_not_once_are_refused_and_none_changes(boards: list[object]) -> None:
    batched = batch("qubic", 3)
    before = batched.observe()
    with pytest.raises(ValueError, match="expected whole numbers from 0 to 2, each once"):
        batched.step(np.zeros(np.shape(boards), int), np.array(boards))
    assert (batched.observe() == before).all()
    assert not batched.step(np.array([], int), np.array([], int)).over.size


@pytest.mark.parametrize("duplicate", [copy.deepcopy, pickled])
@pytest.mark.parametrize("name", NAMES)
def test_copies_of_boards_go_on_by_themselves(name: str, duplicate: Callable[[Batch], Batch]) -> None:
    boards = batch(name, 2)
    boards.step(random_actions(boards.mask(), np.random.default_rng(1)))
    other, before = duplicate(boards), boards.observe()
    assert (other.observe() == before).all()
    action = random_actions(boards.mask(), np.random.default_rng(2))
    other.step(action)
    assert (boards.observe() == before).all()
    boards.step(action)
    assert (boards.observe() == other.observe()).all()


def frozen(array: np.ndarray) -> np.ndarray:
    """An array as other libraries hand it over: not to be written to, and with gaps."""
    wide = np.repeat(array, 2, axis=0)
    wide.flags.writeable = False
    return wide[::2]


@pytest.mark.parametrize("name", NAMES)
def test_arrays_that_may_not_be_written_to_are_read(name: str) -> None:
    boards, others = batch(name, 4), batch(name, 4)
    where = frozen(np.array([3, 1, 2]))
    mask = frozen(boards.mask(where))
    actions = frozen(random_actions(mask, np.random.default_rng(1)).astype(np.int32))
    assert (actions == random_actions(others.mask(where), np.random.default_rng(1))).all()
    boards.step(actions, where)
    others.step(np.array(actions), np.array(where))
    mover = frozen(np.array([True, False, True]))
    seen = boards.observe(where, as_mover=mover)
    assert (seen == others.observe(where, as_mover=np.array(mover))).all()
    chosen = [by_rules(name)(one, boards.mask(where), np.random.default_rng(1)) for one in (frozen(seen), seen)]
    assert (chosen[0] == chosen[1]).all()


def test_a_finished_game_takes_no_action_and_shows_none_until_it_begins_again() -> None:
    boards = batch("connect-four", 2)
    for action in (0, 1, 0, 1, 0, 1):
        boards.step(np.array([action, 3]) if action else np.array([action, 4]))
    stepped = boards.step(np.array([0, 2]))
    assert (stepped.over.tolist(), stepped.rewards.tolist()) == ([True, False], [1, 0])
    assert not boards.mask()[0].any()
    with pytest.raises(IllegalPlacement, match="on board 0"):
        boards.step(np.array([6, 6]))
    boards.reset(boards.over)
    assert boards.mask()[0].all()
    assert boards.observe()[1].any()


def test_numbers_of_boards_and_games_that_are_none_are_refused() -> None:
    for count in (0, -1, 2**40, 1.5, True):
        with pytest.raises(ValueError, match="expected"):
            batch("qubic", count)
    with pytest.raises(UnknownNameError):
        batch("chess", 4)


def test_a_game_with_rules_of_its_own_is_refused() -> None:
    connect_four = registry.game("connect-four")
    upwards = replace(connect_four.shape, bits=tuple(reversed(connect_four.shape.bits)))
    with pytest.raises(PlayerError, match="rules of its own; expected one mark a turn"):
        LineBatch(replace(connect_four, shape=upwards), 4)
    with pytest.raises(PlayerError, match="rules of its own"):
        LineBatch(registry.game("super-ttt"), 4)


def test_every_legal_action_is_drawn_equally_often() -> None:
    mask = np.zeros((9_000, 7), np.int8)
    mask[:, [1, 2, 6]] = 1
    mask[0] = 0
    drawn = random_actions(mask, np.random.default_rng(1))
    assert drawn[0] == 0
    assert set(drawn[1:]) == {1, 2, 6}
    assert all(2_800 < (drawn == action).sum() < 3_200 for action in (1, 2, 6))
