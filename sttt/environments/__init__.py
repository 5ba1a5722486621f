"""The games as environments for reinforcement learning; needs the extra ``rl``.

`aec` makes a PettingZoo environment of any game, for two agents. To import this package registers Gymnasium
environments, in which one agent meets a player of ours: `IDS` names them, and ``sttt/Game-v0`` takes any game's name.
"""

from sttt.distribution import needs_extra

try:
    from sttt.environments.one_agent import IDS, OneAgent
    from sttt.environments.two_agents import TwoAgents, aec, raw_aec
except ModuleNotFoundError as error:
    raise needs_extra("rl", error) from error

__all__ = ["IDS", "OneAgent", "TwoAgents", "aec", "raw_aec"]
