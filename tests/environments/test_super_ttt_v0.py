"""The game is made as PettingZoo's own are."""

from sttt.environments import super_ttt_v0


def test_it_is_called_as_pettingzoos_own_games_are() -> None:
    env = super_ttt_v0.env(render_mode="ansi")
    assert str(env.metadata["name"]) == "super_ttt_v0"
    env.reset(seed=1)
    for agent in env.agent_iter(4):
        env.step(env.action_space(agent).sample(env.observe(agent)["action_mask"]))
    super_ttt_v0.raw_env().reset()
