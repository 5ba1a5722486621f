"""Super Tic-Tac-Toe as PettingZoo's own games are called: ``super_ttt_v0.env()``; needs the extra ``rl``."""

from functools import partial

from sttt.environments.two_agents import aec, raw_aec

env = partial(aec, "super-ttt")
raw_env = partial(raw_aec, "super-ttt")

__all__ = ["env", "raw_env"]
