"""PettingZoo environments: the two sides of any game as two agents, who step in the order of the game's turns."""

from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sttt import bounds
from sttt.environments.planes import planes_of
from sttt.environments.rendering import RENDER_MODES, Picture, check_render_mode, render
from sttt.environments.starting import start_of, verdict_info
from sttt.games.game import Side
from sttt.players import registry

AGENTS = ("player_0", "player_1")
"""`player_0` has the side that starts the game, whoever is to move where it is started from another position."""


Action = Any
"""An integer, Python's or NumPy's; None from an agent whose game is over."""


class Seen(TypedDict):
    """The observation space of an agent."""

    observation: NDArray[np.int8]
    """The planes of `sttt.environments.planes`, from the agent's point of view."""
    action_mask: NDArray[np.int8]
    """1 for each legal action; all 0 for the agent that is not to move."""


class TwoAgents(AECEnv[str, Seen, Action]):
    """A game without wrappers: an illegal action raises `IllegalPlacement`.

    A step is one placement, so that an agent may be selected twice in a row. The reward of the last step is +1 for the
    winner and -1 for the loser, 0 for both in a draw; all others are 0. Nothing is random.
    """

    def __init__(
        self, game: str, *, render_mode: str | None = None, max_cycles: int | None = None, verdicts: bool = False
    ) -> None:
        """Lay out a game by its name; the other arguments are those of `aec`.

        Raises `UnknownNameError` for a name that no game has, `PlayerError` for a game without a description of its
        board, and `ValueError` for the other arguments.
        """
        super().__init__()  # type: ignore[no-untyped-call]  # PettingZoo is not annotated throughout
        check_render_mode(render_mode)
        if max_cycles is not None and bounds.whole(max_cycles, "max_cycles") < 1:
            raise ValueError(f"max_cycles is {max_cycles}; expected at least 1, or None")
        self._name = game
        self._load()
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._verdicts = verdicts
        self.position = self._game.start()
        """The game's own position."""
        first = self.position.side
        self.sides = dict(zip(AGENTS, (first, first.other), strict=True))
        """Which side each agent has."""
        self._agent_of: dict[Side, str] = {side: agent for agent, side in self.sides.items()}
        self._most_steps = None if max_cycles is None else max_cycles * len(AGENTS)
        self.possible_agents = list(AGENTS)
        self.action_spaces = {agent: spaces.Discrete(self._planes.actions) for agent in AGENTS}
        self.observation_spaces = {agent: self._space() for agent in AGENTS}

    def _load(self) -> None:
        self._game = registry.game(self._name)
        self._planes = planes_of(self._name)

    def _space(self) -> Any:
        return spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self._planes.shape, np.int8),
                "action_mask": spaces.Box(0, 1, (self._planes.actions,), np.int8),
            }
        )

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the game, which is found again by its name."""
        return {name: value for name, value in vars(self).items() if name not in ("_game", "_planes")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._load()

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, the game's placements."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game: at the position that ``options["position"]`` describes in the game's compact form, if given.

        The seed is taken as every environment does, and changes nothing. Raises `PositionError` for a position that
        cannot be read or is finished.
        """
        del seed
        self.position = start_of(self._game, options)
        self._steps = 0
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self.agent_selection = self._agent_of[self.position.side]
        self._inform()
        self._show()

    def observe(self, agent: str) -> Seen:
        """Return what an agent sees of the position."""
        position = self.position
        to_move = agent == self.agent_selection
        mask = self._planes.mask(position) if to_move else np.zeros(self._planes.actions, np.int8)
        return {"observation": self._planes.observe(position, self.sides[agent]), "action_mask": mask}

    def step(self, action: Action) -> None:
        """Make a placement for the selected agent, None where its game is over; raises `IllegalPlacement`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.position = position = self.position.play(self._placement(action))
        self._steps += 1
        self.agent_selection = self._agent_of[position.side]
        result = position.result
        if result is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if result.winner is not None:
                self.rewards = {one: 1 if side is result.winner else -1 for one, side in self.sides.items()}
                self._accumulate_rewards()
        elif self._steps == self._most_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._inform()
        self._show()

    def _placement(self, action: Action) -> int:
        if action is None:
            raise ValueError(f"None is no action of {self.agent_selection}, whose game goes on; expected an integer")
        return bounds.whole(action, "the action")  # a NumPy integer is shorter than a bitboard

    def _inform(self) -> None:
        if self._verdicts:
            info = verdict_info(self._game, self.position)
            self.infos = {agent: dict(info) for agent in self.agents}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Picture | str | None:
        """Return the position as a text (`ansi`) or a picture (`rgb_array`), or print it (`human`)."""
        return render(self._game, self.position, self.render_mode)

    def close(self) -> None:
        """Nothing to let go of."""


def raw_aec(
    game: str, *, render_mode: str | None = None, max_cycles: int | None = None, verdicts: bool = False
) -> TwoAgents:
    """Make a PettingZoo environment without wrappers; arguments and errors are those of `aec`."""
    return TwoAgents(game, render_mode=render_mode, max_cycles=max_cycles, verdicts=verdicts)


def aec(
    game: str, *, render_mode: str | None = None, max_cycles: int | None = None, verdicts: bool = False
) -> wrappers.OrderEnforcingWrapper[str, Seen, Action]:
    """Make a PettingZoo environment of any game, such as ``super-ttt``, with the wrappers that its own games have.

    An illegal action ends the game: the agent gets -1, the other 0. An action that is no placement at all, or calls in
    the wrong order, are errors.

    `render_mode` is None, ``ansi``, ``rgb_array`` or ``human``. After `max_cycles` cycles of as many steps as there are
    agents, the game is truncated, without a reward. With `verdicts` both agents' infos have the ``verdict`` of the
    position, as `sttt.games.wording.verdict_data` gives it. Raises `UnknownNameError` for a name that no game has, and
    `ValueError` for the other arguments.
    """
    env: AECEnv[str, Seen, Action] = raw_aec(game, render_mode=render_mode, max_cycles=max_cycles, verdicts=verdicts)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)
