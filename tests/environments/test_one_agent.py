"""Gymnasium's own check, and episodes against players against our rules."""

import copy
import math
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, AutoresetMode
from hypothesis import given, settings
from support.copies import pickled
from support.episodes import CHOICES, NAMES
from support.mock_players import Mock, first
from support.processes import assert_none_is_left, descendants_with

from sttt.distribution import install_command
from sttt.environments import IDS, OneAgent
from sttt.errors import PlayerError, PositionError, UnknownNameError
from sttt.games.game import Side
from sttt.players import registry
from sttt.players.player import Limits


@pytest.mark.parametrize("name", IDS)
def test_their_check(name: str) -> None:
    check_env(gymnasium.make(name, nodes=100).unwrapped)


def test_each_game_has_a_name_and_any_other_can_be_given() -> None:
    assert sorted(IDS.values()) == sorted(NAMES)
    env = gymnasium.make("sttt/Game-v0", game="three-by-four")
    assert env.reset(seed=1)[0].shape == (3, 4, 3)


@pytest.mark.parametrize("game", NAMES)
@settings(max_examples=5)
@given(choices=CHOICES)
def test_an_episode_is_played_as_by_our_rules(game: str, choices: list[int]) -> None:
    env = OneAgent(game, opponent="mcts-100", nodes=1)
    _, info = env.reset(seed=len(choices))
    position = registry.game(game).parse_position(info["position"])
    side = Side(info["side"])
    for choice in choices:
        assert position.side is side
        legal = position.legal_placements()
        assert tuple(np.flatnonzero(info["action_mask"])) == legal
        assert np.flatnonzero(env.action_masks()).tolist() == list(legal)
        action = legal[choice % len(legal)]
        seen, reward, terminated, truncated, info = env.step(action)
        before, position = position, registry.game(game).parse_position(info["position"])
        own, other = (("x", "o"), ("o", "x"))[side is Side.O]
        assert marks(position, own) - marks(before, own) == 1
        assert marks(position, other) >= marks(before, other)
        assert seen[..., 0].sum() == marks(position, own)
        winner = position.result.winner if position.result else None
        assert (terminated, truncated) == (position.result is not None, False)
        assert reward == (0 if winner is None else 1 if winner is side else -1)
        if terminated:
            break
    env.close()


def marks(position: Any, side: str) -> int:
    count: int = getattr(position, side).bit_count()
    return count


def test_the_agents_side_is_chosen_or_drawn() -> None:
    def sides(**plays: Any) -> list[str]:
        env = OneAgent("four-by-four", opponent="mcts-100", nodes=1, **plays)
        return [env.reset(seed=seed)[1]["side"] for seed in range(8)]

    assert set(sides(plays="x")) == {"x"}
    assert set(sides(plays="o")) == {"o"}
    assert set(sides()) == {"x", "o"}


def test_the_opponent_begins_where_the_agent_does_not() -> None:
    env = OneAgent("super-ttt", opponent="random", plays="o")
    seen, _ = env.reset(seed=1)
    assert (seen[..., 0].sum(), seen[..., 1].sum()) == (0, 2)
    assert OneAgent("three-by-four", plays="o").reset()[0][..., :2].sum() == 0


def test_equal_seeds_give_equal_episodes() -> None:
    def episode(seed: int) -> list[str]:
        env = OneAgent("super-ttt", opponent="random")
        infos = [env.reset(seed=seed)[1], env.reset()[1]]
        over = False
        while not over:
            *_, over, _, info = env.step(int(np.flatnonzero(infos[-1]["action_mask"])[-1]))
            infos.append(info)
        return [info["position"] for info in infos]

    assert episode(1) == episode(1)
    assert episode(1) != episode(2)


def test_an_illegal_action_loses_and_says_why() -> None:
    env = OneAgent("three-by-four", plays="o")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(np.int64(4))
    assert (reward, terminated) == (-1, True)
    assert info["illegal"] == "square 1,0 is forbidden to both sides; expected an empty one"
    with pytest.raises(ResetNeeded, match=r"no game is under way; expected reset\(\)"):
        env.step(0)


def test_an_episode_starts_where_it_is_told() -> None:
    env = OneAgent("connect-four", opponent="mcts-100", nodes=1, plays="x")
    assert env.reset(seed=1, options={"position": "44"})[1]["position"] == "44"
    with pytest.raises(PositionError, match="the game is over"):
        env.reset(options={"position": "1212121"})
    four_by_four = OneAgent("four-by-four", opponent="four-by-four-perfect", plays="o")
    with pytest.raises(PositionError, match="four-by-four-perfect ends the game at once; expected a position that"):
        four_by_four.reset(options={"position": "xxx.ooo.........:x"})
    whole_games_only = OneAgent("qubic", opponent="qubic:nothing")
    with pytest.raises(PlayerError, match="qubic:nothing knows only whole games"):
        whole_games_only.reset(options={"position": "R" + 63 * "."})


def test_a_new_episode_and_the_end_close_the_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Mock] = []

    def make_player(name: str, seed: int, game: str) -> Mock:
        assert (name, seed >= 0, game) == ("random", True, "super-ttt")
        made.append(Mock(first))
        return made[-1]

    monkeypatch.setattr(registry, "make_player", make_player)
    env = OneAgent("super-ttt", opponent="random")
    env.reset()
    env.reset()
    assert [mock.closed for mock in made] == [1, 0]
    env.close()
    env.close()
    assert [mock.closed for mock in made] == [1, 1]


def test_the_opponent_is_told_its_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Limits] = []

    def note(position: Any, limits: Limits) -> Any:
        told.append(limits)
        return first(position, limits)

    monkeypatch.setattr(registry, "make_player", lambda _name, _seed, _game: Mock(note))
    for arguments in ({}, {"nodes": 7}, {"seconds": 1000.0, "nodes": 5}):
        OneAgent("super-ttt", opponent="random", plays="o", **arguments).reset()
    assert told[:2] == [Limits(), Limits(nodes=7)]
    assert told[2].nodes == 5
    assert told[2].deadline is not None
    assert 0 < told[2].deadline - time.monotonic() <= 1000


@pytest.mark.skipif(sys.platform == "win32", reason="a command for a POSIX shell")
def test_a_program_can_be_the_opponent_and_is_gone_when_the_environment_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("STTT_TEST_EPISODE", "opponent of an episode")
    mark = "STTT_TEST_EPISODE=opponent of an episode"
    env = OneAgent("super-ttt", opponent=f"cmd:{sys.executable} -m adapter.scheme --player random", plays="o")
    env.reset()
    assert len(env.position.legal_placements()) == 79
    assert any("adapter.scheme" in command for command in descendants_with(mark))
    env.close()
    assert_none_is_left(mark)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"game": "chess"}, UnknownNameError, "unknown game 'chess'; expected one of"),
        ({"opponent": "alpha-bet"}, UnknownNameError, "unknown player 'alpha-bet'; did you mean alpha-beta"),
        ({"opponent": "qubic-blocks"}, PlayerError, "qubic-blocks plays qubic; expected a player of super-ttt"),
        ({"plays": "X"}, ValueError, "plays is 'X'; expected one of x, o, lot"),
        ({"render_mode": "svg"}, ValueError, "render_mode is 'svg'; expected None or one of human, ansi, rgb_array"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        OneAgent(**{"game": "super-ttt", **arguments})


@pytest.mark.parametrize("nodes", [0, -1, 1.5, 10**30, math.nan, math.inf, True, "7"])
def test_a_number_of_nodes_that_is_none_is_refused(nodes: Any) -> None:
    with pytest.raises(ValueError, match=r"nodes is .*; expected a whole number"):
        OneAgent("connect-four", nodes=nodes)


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf, 1e300, 10**400, True, "1"])
def test_a_time_that_is_none_is_refused(seconds: Any) -> None:
    with pytest.raises(ValueError, match=r"seconds is .*; expected seconds above 0"):
        gymnasium.make("sttt/ConnectFour-v0", seconds=seconds)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("action", [2.7, 3.0, np.float32(3), math.nan, "3", None, True, [3]])
def test_an_action_that_is_no_whole_number_is_refused_and_costs_nothing(name: str, action: Any) -> None:
    env = OneAgent(name, opponent="random", plays="x")
    env.reset(seed=1)
    before = env.position
    with pytest.raises(ValueError, match=r"the action is .*; expected a whole number"):
        env.step(action)
    assert env.position == before
    legal = before.legal_placements()[0]
    assert env.step(np.array(legal))[4]["position"] != before


@pytest.mark.parametrize("action", [-1, 10**30, -(10**30), 2**63])
def test_a_whole_number_that_is_no_placement_loses(action: int) -> None:
    env = OneAgent("qubic", opponent="random")
    env.reset(seed=1)
    assert env.step(action)[1:3] == (-1, True)


@pytest.mark.slow
@pytest.mark.parametrize("duplicate", [copy.deepcopy, pickled])
@pytest.mark.parametrize(
    ("name", "opponent"),
    [(name, opponent) for name in NAMES for opponent in ("random", None)] + [("super-ttt", "greedy")],
)
def test_a_copy_goes_on_by_itself_and_as_the_original_would(
    name: str, opponent: str | None, duplicate: Callable[[OneAgent], OneAgent]
) -> None:
    env = OneAgent(name, opponent=opponent, nodes=1)
    _, info = env.reset(seed=3)
    for _ in range(2):
        *_, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    other, action, before = duplicate(env), int(np.flatnonzero(info["action_mask"])[-1]), env.position
    told = other.step(action)[4]
    assert env.position == before
    assert env.step(action)[4]["position"] == told["position"]
    assert other.reset(seed=5)[1]["position"] == env.reset(seed=5)[1]["position"]


def test_a_copy_of_an_environment_with_a_compiled_opponent_has_one_of_its_own() -> None:
    env = OneAgent("connect-four", opponent="connect-four-shallow", nodes=100, plays="x")
    env.reset(seed=1)
    other = copy.deepcopy(env)
    assert other.step(3)[4]["position"] == env.step(3)[4]["position"]
    env.close()
    assert not other.step(2)[2]


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.parametrize("name", IDS)
def test_a_vector_resets_by_itself_after_one_step_in_which_nothing_can_be_chosen(name: str, mode: str) -> None:
    env = gymnasium.make_vec(name, 2, vectorization_mode=mode, opponent="random")
    _, info = env.reset(seed=1)
    over, begun = 0, 0
    for _ in range(60):
        free = info["action_mask"].any(axis=1)
        begun += over
        *_, ended, _, info = env.step(np.where(free, info["action_mask"].argmax(axis=1), 0))
        assert (info["action_mask"].any(axis=1) == ~ended).all()
        over = int(ended.sum())
    env.close()
    assert begun


@pytest.mark.slow
@pytest.mark.parametrize("mode", AutoresetMode)
def test_a_vector_of_other_processes_goes_on_in_every_mode(mode: AutoresetMode) -> None:
    name = "sttt.environments:sttt/ThreeByFour-v0"
    makers = [partial(gymnasium.make, name, opponent="random") for _ in range(2)]
    env = AsyncVectorEnv(makers, autoreset_mode=mode, context="spawn")
    _, info = env.reset(seed=1)
    mask, ends = info["action_mask"], 0
    for _ in range(30):
        *_, ended, _, info = env.step(np.where(mask.any(axis=1), mask.argmax(axis=1), 0))
        mask, ends = info["action_mask"], ends + int(ended.sum())
        if mode is AutoresetMode.DISABLED and ended.any():
            begun = env.reset(options={"reset_mask": ended})[1]["action_mask"]
            mask = np.where(ended[:, None], begun, mask)
    env.close()
    assert ends


def test_whoever_lacks_the_extra_is_told_its_name() -> None:
    script = "import sys; sys.modules['gymnasium'] = None; import sttt.environments"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=200, check=False)
    assert done.stderr.rstrip().endswith(f"expected the extra `rl`: {install_command('rl')}")
