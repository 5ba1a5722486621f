"""Our players as bots: against each other and against OpenSpiel's search, what they prove, and what goes wrong."""

import copy
import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support.mock_players import Mock, first

from sttt.arena.play.answer import Terms
from sttt.errors import PlayerError, UnknownNameError
from sttt.players import registry
from sttt.players.player import Decision, Limits

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `openspiel`")
spiel = pytest.importorskip("sttt.environments.open_spiel")
evaluate_bots = pytest.importorskip("open_spiel.python.algorithms.evaluate_bots").evaluate_bots

PAIRS = {
    "sttt_connect_four": ("connect-four-shallow", "random"),
    "sttt_four_by_four": ("four-by-four-easy", "mcts-100"),
    "sttt_qubic": ("qubic-blocks", "uniform"),
    "sttt_super_ttt": ("rules", "greedy"),
    "sttt_three_by_four": ("three-by-four-easy", "random"),
}
PERFECT = {
    "sttt_connect_four": ("connect-four", [1, -1]),
    "sttt_four_by_four": ("four-by-four-perfect", [0, 0]),
    "sttt_qubic": ("qubic", [1, -1]),
    "sttt_three_by_four": ("three-by-four-perfect", [1, -1]),
}
"""The perfect player of a game, and what its start is worth to both players."""


def bot(name: str, player: str, nodes: int | None = 300, seed: int = 1) -> "spiel.PlayerBot":
    return spiel.PlayerBot(pyspiel.load_game(name), player, Limits(nodes=nodes), seed=seed)


def start(name: str) -> "spiel.SpielState":
    return pyspiel.load_game(name).new_initial_state()


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_two_of_our_bots_play_a_game_whoever_evaluates_them(name: str) -> None:
    for evaluate in (
        lambda state, bots: evaluate_bots(state, bots, np.random.default_rng(1)),
        lambda state, bots: pyspiel.evaluate_bots(state, bots, 1),
    ):
        state = start(name)
        returns = evaluate(state, [bot(name, player) for player in PAIRS[name]])
        assert state.is_terminal()
        assert (returns, sum(returns)) == (state.returns(), 0)


@pytest.mark.slow
@pytest.mark.parametrize("name", PERFECT)
def test_a_perfect_player_keeps_what_it_proves_against_their_search(name: str) -> None:
    player, value = PERFECT[name]
    ours, state = bot(name, player, 20_000), start(name)
    assert ours.proven(state) == value
    playouts = pyspiel.RandomRolloutEvaluator(1, 1)
    theirs = pyspiel.MCTSBot(state.get_game(), playouts, 2.0, 20, 100, False, 1, False)
    assert pyspiel.evaluate_bots(state, [ours, theirs], 1)[0] >= value[0]
    assert ours.proven(state) == state.returns()


@pytest.mark.parametrize("terms", [{"nodes": 0}, {"nodes": 1.5}, {"depth": -1}, {"seconds": math.nan}, {"watchdog": 0}])
def test_terms_that_are_none_are_refused(terms: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=rf"{next(iter(terms))} is .*; expected "):
        Terms(**terms)


def test_limits_that_end_at_a_moment_are_refused() -> None:
    with pytest.raises(ValueError, match="the limits of a match name a moment; expected seconds for each decision"):
        spiel.PlayerBot(pyspiel.load_game("sttt_qubic"), "random", Limits(deadline=1.0))


@pytest.mark.parametrize("seed", [1.5, True, "1", 10**30])
@pytest.mark.parametrize("name", PAIRS)
def test_a_seed_that_is_none_is_refused(name: str, seed: Any) -> None:
    with pytest.raises(ValueError, match=r"seed is .*; expected a whole number"):
        bot(name, "random", seed=seed)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_bot_cannot_be_copied_and_says_so(copied: Callable[[Any], Any]) -> None:
    with pytest.raises(TypeError, match="PlayerBot"):
        copied(bot("sttt_connect_four", "random"))


def test_the_player_is_asked_once_for_a_turn() -> None:
    ours, state = bot("sttt_super_ttt", "alpha-beta-no-book"), start("sttt_super_ttt")
    expected = registry.make_player("alpha-beta-no-book", 1).choose(state.position, Limits(nodes=300))
    decision = ours.decision(state)
    actions = []
    for _ in range(2):
        assert ours.decision(state) is decision
        actions.append(ours.step(state))
        state.apply_action(actions[-1])
    assert tuple(actions) == decision.turn == expected.turn
    assert ours.decision(state) is not decision


def test_a_bot_begins_within_a_turn_too() -> None:
    state = start("sttt_super_ttt")
    state.apply_action(40)
    ours = bot("sttt_super_ttt", "rules")
    ours.restart_at(state)
    assert len(ours.decision(state).turn) == 1
    assert ours.step(state) in state.legal_actions()


def test_equal_seeds_give_equal_games_and_every_game_of_a_bot_is_another() -> None:
    def games(seed: int) -> list[list[int]]:
        bots, played = [bot("sttt_qubic", "random", seed=seed + seat) for seat in range(2)], []
        for _ in range(3):
            state = start("sttt_qubic")
            pyspiel.evaluate_bots(state, bots, 1)
            played.append(state.history())
        return played

    first = games(1)
    assert first == games(1) != games(3)
    assert first[0] != first[1] != first[2]


@pytest.mark.slow
def test_a_step_comes_with_its_policy_or_with_its_reason() -> None:
    state = start("sttt_three_by_four")
    ours = bot("sttt_three_by_four", "three-by-four-perfect", None)
    action, reason = ours.step_verbose(state)
    assert "nodes" in reason
    assert ours.step_with_policy(state) == ([(action, 1.0)], action)


def test_what_no_player_proves_is_not_proven() -> None:
    assert bot("sttt_super_ttt", "rules").proven(start("sttt_super_ttt")) is None


def test_a_player_of_another_game_an_unknown_one_and_a_game_that_is_not_ours_are_refused() -> None:
    with pytest.raises(PlayerError, match="qubic plays qubic; expected a player of connect-four"):
        bot("sttt_connect_four", "qubic")
    with pytest.raises(UnknownNameError, match="did you mean"):
        bot("sttt_connect_four", "conect-four")
    for other in (pyspiel.load_game("connect_four"), "sttt_connect_four"):
        with pytest.raises(PlayerError, match="expected a game loaded as one of: sttt_connect_four, "):
            spiel.PlayerBot(other, "connect-four")


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        ((40, None), "forfeits a placement; expected a legal one"),
        ((40,), "forfeits a placement; expected a legal one"),
        ((40, 40), "makes the illegal placement 40; expected a legal one"),
        ((40, 41, 42), "malformed: .* is not a turn"),
    ],
)
def test_a_turn_that_cannot_be_played_in_open_spiel_is_told(
    turn: tuple[int | None, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "make_player", lambda *_: Mock(lambda *_: Decision(turn, "mock")))
    ours, state = bot("sttt_super_ttt", "rules"), start("sttt_super_ttt")
    with pytest.raises(PlayerError, match=f"rules:? {said}"):
        play_a_turn(ours, state)


def play_a_turn(ours: "spiel.PlayerBot", state: "spiel.SpielState") -> None:
    for _ in range(2):
        state.apply_action(ours.step(state))


def test_a_player_is_closed_at_a_restart_and_when_nobody_has_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Mock] = []
    monkeypatch.setattr(registry, "make_player", lambda *_: made.append(Mock(first)) or made[-1])
    ours, state = bot("sttt_qubic", "qubic"), start("sttt_qubic")
    ours.step(state)
    ours.restart()
    ours.step(state)
    assert [player.closed for player in made] == [1, 0]
    del ours
    assert [player.closed for player in made] == [1, 1]


def test_a_player_that_fails_or_is_asked_behind_the_end_is_told() -> None:
    state = start("sttt_connect_four")
    for column in (0, 1) * 3 + (0,):
        state.apply_action(column)
    with pytest.raises(PlayerError, match="the game is over"):
        bot("sttt_connect_four", "random").step(state)
    failing = spiel.PlayerBot(state.get_game(), "connect4:false")
    with pytest.raises(PlayerError, match="false"):
        failing.step(start("sttt_connect_four"))
    failing.close()
