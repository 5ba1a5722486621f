"""The games in OpenSpiel: names, states, notation, copies, observations."""

import copy
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from support.copies import pickled

from sttt.distribution import install_command
from sttt.environments.planes import Planes
from sttt.errors import IllegalPlacement, PositionError
from sttt.games.game import Result, Side
from sttt.players import registry

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `openspiel`")
spiel = pytest.importorskip("sttt.environments.open_spiel")

GAMES = {
    "sttt_connect_four": "connect-four",
    "sttt_four_by_four": "four-by-four",
    "sttt_qubic": "qubic",
    "sttt_super_ttt": "super-ttt",
    "sttt_three_by_four": "three-by-four",
}


def random_state(name: str, plies: int, seed: int = 1) -> "spiel.SpielState":
    random, state = Random(seed), pyspiel.load_game(name).new_initial_state()
    while len(state.history()) < plies and not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def run(script: str, sent: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-P", "-W", "error", "-c", script]
    return subprocess.run(command, input=sent, capture_output=True, timeout=200, check=False)


def test_every_game_is_there_under_a_name_that_no_other_has() -> None:
    assert spiel.registered() == list(GAMES)
    assert {name.replace("_", "-") for name in spiel.registered()} == {
        f"sttt-{name}" for name in registry.GAMES.names()
    }


@pytest.mark.parametrize("name", GAMES)
def test_a_state_follows_our_rules_to_the_end(name: str) -> None:
    rules = registry.game(GAMES[name])
    players = {rules.start().side: 0, rules.start().side.other: 1}
    for seed in range(6):
        random, position, state = Random(seed), rules.start(), pyspiel.load_game(name).new_initial_state()
        while not position.result:
            assert state.current_player() == players[position.side]
            assert state.legal_actions() == list(position.legal_placements())
            assert state.legal_actions(1 - state.current_player()) == []
            assert (state.is_terminal(), state.returns()) == (False, [0, 0])
            action = random.choice(position.legal_placements())
            position = position.play(action)
            state.apply_action(action)
        assert (state.is_terminal(), state.legal_actions()) == (True, [])
        assert state.current_player() == pyspiel.PlayerId.TERMINAL
        winner = position.result.winner
        expected = {None: [0, 0], 0: [1, -1], 1: [-1, 1]}[None if winner is None else players[winner]]
        assert state.returns() == state.rewards() == expected


def test_two_placements_of_a_turn_are_two_actions_of_one_player() -> None:
    state, players = pyspiel.load_game("sttt_super_ttt").new_initial_state(), []
    for action in range(4):
        players.append(state.current_player())
        state.apply_action(action * 10)
    assert players == [0, 0, 1, 1]


def test_player_0_starts_even_where_that_is_o() -> None:
    state = pyspiel.load_game("sttt_three_by_four").new_initial_state()
    assert (state.current_player(), state.position.side) == (0, Side.O)
    assert state.get_game().returns(Result.O_WINS) == [1, -1]


@pytest.mark.parametrize("name", GAMES)
def test_an_action_is_written_in_the_notation_of_the_game(name: str) -> None:
    state, parse = random_state(name, 3), registry.game(GAMES[name]).parse_turn
    for action in state.legal_actions():
        text = state.action_to_string(action)
        assert parse(text) == (action,)
        assert state.string_to_action(text) == action


def test_the_table_of_the_page_is_right() -> None:
    page = (Path(__file__).parents[3] / "docs" / "openspiel.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(sttt_\w+)` \| ([XO]).* \| (\d+) \| .+ \| (\d+) \| `(.+)` \|$", page, re.MULTILINE)
    assert sorted(row[0] for row in rows) == list(GAMES)
    for name, side, actions, action, text in rows:
        game = pyspiel.load_game(name)
        assert (game.sides[0], game.num_distinct_actions()) == (Side(side.lower()), int(actions))
        assert game.new_initial_state().action_to_string(int(action)) == text


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_and_a_stored_state_play_on_alone(name: str) -> None:
    state = random_state(name, 3)
    stored = pyspiel.serialize_game_and_state(state.get_game(), state)
    copies = [state.clone(), pyspiel.deserialize_game_and_state(stored)[1], pickled(state)]
    before, history = state.position, state.history()
    for other in copies:
        assert (other.position, other.history(), str(other)) == (before, history, str(state))
        action = other.legal_actions()[-1]
        other.apply_action(action)
        assert (other.position, other.history()) == (before.play(action), [*history, action])
    assert (state.position, state.history()) == (before, history)


COPIED = (copy.copy, copy.deepcopy, pickled)


@pytest.mark.parametrize("copied", COPIED)
@pytest.mark.parametrize("name", GAMES)
def test_a_copy_of_a_game_or_of_a_state_is_one(name: str, copied: Callable[[Any], Any]) -> None:
    game, state = pyspiel.load_game(name), random_state(name, 3)
    same = copied(game)
    assert (str(same), same.rules, same.sides) == (str(game), game.rules, game.sides)
    assert same.new_initial_state().legal_actions() == game.new_initial_state().legal_actions()
    begun = game.new_initial_state(game.rules.format_position(state.position))
    for one in (state, begun):
        other, before, history = copied(one), one.position, one.history()
        other.apply_action(other.legal_actions()[-1])
        assert (one.position, one.history()) == (before, history)
        assert other.position == before.play(other.history()[-1])


def test_a_stored_state_is_read_in_another_process_which_then_ends_well() -> None:
    script = "import pickle, sys; state = pickle.load(sys.stdin.buffer); print(state.history(), state.clone().position)"
    state = random_state("sttt_super_ttt", 5)
    done = run(script, pickle.dumps(state))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == f"{state.history()} {state.position}\n"


def test_a_game_starts_from_any_position() -> None:
    game = pyspiel.load_game("sttt_super_ttt")
    state = game.new_initial_state(
        "xx......./oo......./........./........./....x..../........./........./........./.........:o2"
    )
    assert (state.current_player(), len(state.legal_actions())) == (1, 76)
    with pytest.raises(PositionError):
        game.new_initial_state("nonsense")


@pytest.mark.parametrize("name", GAMES)
def test_each_player_sees_its_own_marks_first(name: str) -> None:
    state = random_state(name, 7)
    game, rules = state.get_game(), registry.game(GAMES[name])
    shape = game.observation_tensor_shape()
    assert shape == [Planes(rules).shape[-1], *Planes(rules).shape[:-1]]
    marks = rules.shape.marks(state.position) if rules.shape else ()
    for player, side in enumerate(game.sides):
        planes = np.array(state.observation_tensor(player)).reshape(shape)
        assert (planes[0].sum(), planes[1].sum()) == (marks.count(side), marks.count(side.other))
        assert (np.moveaxis(planes, 0, -1) == Planes(rules).observe(state.position, side)).all()
        assert state.observation_string(player) == rules.draw(state.position)
        assert state.information_state_string(player) == ", ".join(map(str, state.history()))


def test_an_illegal_action_and_unknown_parameters_are_refused() -> None:
    state = random_state("sttt_qubic", 1)
    with pytest.raises(IllegalPlacement):
        state.apply_action(state.history()[0])
    with pytest.raises(ValueError, match="expected none"):
        state.get_game().make_py_observer(None, {"flat": True})


def test_without_open_spiel_the_extra_is_named() -> None:
    done = run("import sys; sys.modules['pyspiel'] = None; import sttt.environments.open_spiel")
    assert f"expected the extra `openspiel`: {install_command('openspiel')}".encode() in done.stderr
