"""The vector of environments: whose turn it is, rewards, and games that begin again within a step."""

import copy
from collections.abc import Callable

import numpy as np
import pytest
from gymnasium.utils import env_checker
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from support.copies import pickled
from support.episodes import NAMES

from sttt.environments.batch import BatchEnv, random_actions
from sttt.errors import IllegalPlacement


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_agents_are_always_to_move_and_a_random_one_wins_as_much_as_it_loses(name: str) -> None:
    env, random = BatchEnv(name, 300), np.random.default_rng(2)
    seen, infos = env.reset(seed=5)
    games = wins = losses = 0
    for _ in range(120):
        assert seen in env.observation_space
        assert seen[..., -1].all()  # the last plane: to move
        assert (env.boards.side == env.side).all()
        assert not env.boards.over.any()
        actions = random_actions(infos["action_mask"], random)
        assert actions in env.action_space
        seen, rewards, over, cut, infos = env.step(actions)
        assert not cut.any()
        assert not rewards[~over].any()
        if over.any():
            assert (infos["_final_obs"] == over).all()
            assert all((infos["final_obs"][board] is not None) == over[board] for board in range(300))
            last = np.stack(infos["final_obs"][over])
            assert last.shape == (over.sum(), *env.single_observation_space.shape)
            assert (last[..., 0].sum(axis=tuple(range(1, last.ndim - 1))) > 0).all()
        games, wins, losses = games + over.sum(), wins + (rewards > 0).sum(), losses + (rewards < 0).sum()
    assert games >= 300
    assert wins > 0
    assert 0.8 < wins / losses < 1.25
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_the_same_seed_gives_the_same_games() -> None:
    def played(seed: int) -> list[np.ndarray]:
        env, random, seen = BatchEnv("super-ttt", 5), np.random.default_rng(1), []
        _, infos = env.reset(seed=seed)
        for _ in range(40):
            observed, *_, infos = env.step(random_actions(infos["action_mask"], random))
            seen.append(observed)
        return seen

    assert all((one == other).all() for one, other in zip(played(3), played(3), strict=True))
    assert any((one != other).any() for one, other in zip(played(3), played(4), strict=True))


@pytest.mark.parametrize("duplicate", [copy.deepcopy, pickled])
def test_a_copy_goes_on_by_itself_and_as_the_original_would(duplicate: Callable[[BatchEnv], BatchEnv]) -> None:
    env = BatchEnv("super-ttt", 4)
    _, infos = env.reset(seed=5)
    other = duplicate(env)
    for _ in range(50):
        action = random_actions(infos["action_mask"], np.random.default_rng(1))
        told, (_, _, _, _, infos) = other.step(action), env.step(action)
        assert (told[4]["action_mask"] == infos["action_mask"]).all()
    other.close()
    env.step(random_actions(infos["action_mask"], np.random.default_rng(1)))


def test_an_opponent_is_a_function_of_what_it_sees() -> None:
    asked = []

    def lowest(seen: np.ndarray, masks: np.ndarray, _: np.random.Generator) -> np.ndarray:
        asked.append(seen)
        return masks.argmax(axis=1)

    env = BatchEnv("connect-four", 50, opponent=lowest)
    _, infos = env.reset(seed=1)
    for _ in range(2):  # the opponent fills the leftmost column, the agent the rightmost
        _, _, over, *_, infos = env.step(np.full(50, 6))
        assert not over.any()
    first = infos["side"] == 0
    assert 0 < first.sum() < 50
    _, rewards, over, *_ = env.step(np.full(50, 6))
    assert (over == ~first).all()
    assert (rewards == np.where(first, 0, -1)).all()
    _, rewards, over, *_ = env.step(np.full(50, 6))
    assert (over == first).all()
    assert (rewards == np.where(first, 1, 0)).all()
    assert all(seen[..., -1].all() for seen in asked)


@pytest.mark.parametrize(
    "check",
    [
        env_checker.check_reset_seed_determinism,
        env_checker.check_reset_options,
        env_checker.check_reset_return_type,
        env_checker.check_reset_return_info_deprecation,
        env_checker.check_seed_deprecation,
        env_checker.check_returned_data_not_reused,
    ],
    ids=lambda check: check.__name__,
)
def test_gymnasiums_own_checks_find_nothing(check: Callable[[BatchEnv], None]) -> None:
    check(BatchEnv("connect-four", 1))  # whose first actions are legal; they take flags of one board for a truth value


def test_gymnasiums_wrapper_counts_the_episodes_and_their_returns() -> None:
    env, random = RecordEpisodeStatistics(BatchEnv("connect-four", 50)), np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    returns: list[float] = []
    rewarded = 0.0
    for _ in range(60):
        _, rewards, over, _, infos = env.step(random_actions(infos["action_mask"], random))
        returns += list(infos["episode"]["r"][over]) if over.any() else []
        rewarded += rewards.sum()
    assert env.episode_count == len(returns) > 50
    assert sum(returns) == rewarded
    assert set(returns) <= {-1.0, 0.0, 1.0}


def test_an_illegal_action_and_a_list_of_seeds_are_refused() -> None:
    env = BatchEnv("qubic", 3)
    with pytest.raises(ValueError, match="one for all"):
        env.reset(seed=[1, 2, 3])
    env.reset(seed=1)
    with pytest.raises(IllegalPlacement):
        env.step(np.array([64, 0, 0]))
