"""PettingZoo's own suites, and games through its environments against our rules."""

import copy
from collections.abc import Callable
from itertools import count
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from pettingzoo.test import api_test, max_cycles_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from support.copies import pickled
from support.episodes import CHOICES, NAMES

from sttt.environments import aec, raw_aec
from sttt.environments.two_agents import AGENTS
from sttt.errors import IllegalPlacement, PositionError, UnknownNameError
from sttt.games.game import Side
from sttt.players import registry

DICTIONARIES = [
    pytest.mark.filterwarnings(f"ignore:{warning}:UserWarning")
    for warning in (
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be",
        "Observation has more than 3 dimensions",  # the cube
    )
]
"""What `api_test` says of observations that hold a mask, too, in environments that are not PettingZoo's own."""


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return request.param


@DICTIONARIES[0]
@DICTIONARIES[1]
@DICTIONARIES[2]
def test_their_api_test(name: str) -> None:
    api_test(aec(name), num_cycles=100)


def test_their_seed_test(name: str) -> None:
    seed_test(lambda: aec(name), num_cycles=50)


def test_their_render_test(name: str) -> None:
    render_test(lambda render_mode: aec(name, render_mode=render_mode))


def test_their_max_cycles_test(name: str) -> None:
    """It plays what the spaces draw without looking at the mask: they are seeded such that this keeps the rules.

    One placement is half a cycle of the two agents, but a whole step of the parallel environment that it asks for.
    """

    def env(max_cycles: int) -> Any:
        return seeded(aec(name, max_cycles=max_cycles), choose_all=False)

    def parallel_env(max_cycles: int) -> Any:
        return turn_based_aec_to_parallel(seeded(aec(name, max_cycles=max_cycles // 2), choose_all=True))

    max_cycles_test(SimpleNamespace(env=env, parallel_env=parallel_env))


def seeded(env: Any, *, choose_all: bool) -> Any:
    """Seed the agents' spaces such that what they draw is legal until the game is truncated."""
    for seed in count():
        seed_spaces(env, seed)
        if is_truncated(env, choose_all=choose_all):
            seed_spaces(env, seed)
            return env
    raise AssertionError


def seed_spaces(env: Any, seed: int) -> None:
    for number, agent in enumerate(AGENTS):
        env.action_space(agent).seed(2 * seed + number)


def is_truncated(env: Any, *, choose_all: bool) -> bool:
    """Whether the game is truncated after legal actions alone; in parallel, all draw where one is to move."""
    env.reset()
    while not any(env.terminations.values()):
        if any(env.truncations.values()):
            return True
        agent = env.agent_selection
        drawn = {one: env.action_space(one).sample() for one in (AGENTS if choose_all else (agent,))}
        if not env.observe(agent)["action_mask"][drawn[agent]]:
            return False
        env.step(drawn[agent])
    return False


@pytest.mark.parametrize("game", NAMES)
@settings(max_examples=20)
@given(choices=CHOICES)
def test_a_game_is_played_as_by_our_rules(game: str, choices: list[int]) -> None:
    env, position = aec(game), registry.game(game).start()
    first = position.side
    side_of = {"player_0": first, "player_1": first.other}
    env.reset()
    for choice in choices:
        agent = env.agent_selection
        assert side_of[agent] is position.side
        seen, reward, terminated, truncated, info = env.last()
        assert (reward, terminated, truncated, info) == (0, False, False, {})
        assert tuple(np.flatnonzero(seen["action_mask"])) == position.legal_placements()
        assert not env.observe(next(one for one in AGENTS if one != agent))["action_mask"].any()
        action = position.legal_placements()[choice % len(position.legal_placements())]
        env.step(action)
        position = position.play(action)
        if position.result:
            break
    assert env.position == position
    assert set(env.terminations.values()) == {position.result is not None}
    winner = position.result.winner if position.result else None
    assert env.rewards == {one: 0 if winner is None else 1 if side is winner else -1 for one, side in side_of.items()}
    for agent in env.agent_iter(2 if position.result else 0):
        assert env.last()[1] == (0 if winner is None else 1 if side_of[agent] is winner else -1)
        env.step(None)
    assert bool(env.agents) == (position.result is None)


def test_an_agent_steps_twice_in_a_turn_of_two_placements() -> None:
    env = aec("super-ttt")
    env.reset()
    movers = []
    for action in (0, 1, 40, 41, 80):
        movers.append(env.agent_selection)
        env.step(action)
    assert movers == ["player_0", "player_0", "player_1", "player_1", "player_0"]


def test_the_first_agent_is_who_starts_the_game_and_keeps_its_side_elsewhere() -> None:
    env = aec("three-by-four")
    assert env.sides == {"player_0": Side.O, "player_1": Side.X}
    env.reset(options={"position": "x...#.o.....:x"})
    assert env.agent_selection == "player_1"
    assert env.last()[0]["observation"][..., 0].tolist() == [[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("4445", None),
        ("44x", "expected"),
        (445, "the option 'position' is 445; expected a text, connect-four's compact"),
        ("1212121", "the game is over at '1212121'; expected a position in which"),
    ],
)
def test_a_game_starts_from_any_position_in_which_it_goes_on(position: Any, message: str | None) -> None:
    env = aec("connect-four")
    if message is None:
        env.reset(seed=3, options={"position": position})
        assert env.position == registry.game("connect-four").parse_position(position)
    else:
        with pytest.raises(PositionError, match=message):
            env.reset(options={"position": position})


def test_an_illegal_action_ends_the_game_for_whoever_took_it(caplog: pytest.LogCaptureFixture) -> None:
    env = aec("super-ttt")
    env.reset()
    env.step(5)
    env.step(5)
    assert "Illegal move made" in caplog.text
    assert (env.terminations, env.rewards) == ({"player_0": True, "player_1": True}, {"player_0": -1, "player_1": 0})
    rewards = {}
    for agent in env.agent_iter():
        rewards[agent] = env.last()[1]
        env.step(None)
    assert rewards == {"player_0": -1, "player_1": 0}


def test_what_is_no_action_at_all_is_an_error() -> None:
    env = aec("connect-four")
    env.reset()
    for action in (7, None):
        with pytest.raises(AssertionError, match="action is not in action space"):
            env.step(action)


def test_without_wrappers_the_rules_themselves_refuse() -> None:
    env = raw_aec("three-by-four")
    env.reset()
    with pytest.raises(IllegalPlacement, match="square 1,0 is forbidden to both sides"):
        env.step(4)
    with pytest.raises(ValueError, match="None is no action of player_0, whose game goes on"):
        env.step(None)
    env.step(np.int8(3))
    assert env.position.o == 8


@pytest.mark.parametrize("action", [2.7, 3.0, np.float64(3), float("nan"), "3", True])
def test_an_action_that_is_no_whole_number_is_refused(name: str, action: Any) -> None:
    env = raw_aec(name)
    env.reset()
    before = env.position
    with pytest.raises(ValueError, match=r"the action is .*; expected a whole number"):
        env.step(action)
    assert env.position == before


def test_a_number_of_cycles_that_is_not_whole_is_refused() -> None:
    for cycles in (1.5, float("nan"), True, "3"):
        with pytest.raises(ValueError, match=r"max_cycles is .*; expected a whole number"):
            aec("qubic", max_cycles=cycles)  # type: ignore[arg-type]


def test_a_truncated_game_gives_nobody_a_reward() -> None:
    env = aec("qubic", max_cycles=1)
    env.reset()
    env.step(0)
    assert set(env.truncations.values()) == {False}
    env.step(1)
    assert (set(env.truncations.values()), set(env.terminations.values())) == ({True}, {False})
    assert set(env.rewards.values()) == {0}


def test_a_game_that_ends_in_its_last_cycle_is_not_truncated() -> None:
    env = aec("connect-four", max_cycles=1)
    env.reset(options={"position": "41424"})
    env.step(6)
    env.step(3)
    assert (env.terminations["player_0"], env.truncations["player_0"], env.rewards["player_0"]) == (True, False, 1)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, pickled])
def test_a_copy_goes_on_by_itself(name: str, duplicate: Callable[[Any], Any]) -> None:
    env = aec(name)
    env.reset()
    env.step(1)
    other = duplicate(env)
    before = env.position
    assert str(other) == f"{name.replace('-', '_')}_v0"
    other.step(2)
    assert (env.position, other.position) == (before, before.play(2))
    assert other.last()[0]["observation"].any()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="unknown game 'super_ttt'; did you mean super-ttt"):
        aec("super_ttt")
    with pytest.raises(ValueError, match="render_mode is 'svg'; expected None or one of human, ansi, rgb_array"):
        aec("qubic", render_mode="svg")
    with pytest.raises(ValueError, match="max_cycles is 0; expected at least 1, or None"):
        aec("qubic", max_cycles=0)
