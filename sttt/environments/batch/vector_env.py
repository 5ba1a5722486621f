"""A vector of Gymnasium environments: on every board one agent, against an opponent that is a function of arrays."""

from collections.abc import Mapping

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sttt.environments.batch.boards import Flags
from sttt.environments.batch.making import batch
from sttt.environments.batch.opponents import Observations, Opponent, by_lot

Infos = dict[str, NDArray[np.generic]]
_Stepped = tuple[Observations, NDArray[np.float64], Flags, Flags, Infos]


class BatchEnv(VectorEnv[Observations, NDArray[np.integer], NDArray[np.integer]]):
    """Games of one agent a board, stepped together: each step is a placement of the agent on every board.

    The opponents' placements follow until the agents are to move again. The reward is +1 for a won game, -1 for a lost
    one, else 0. A game that ends begins again in the same step: the observation and the mask are the new game's, and
    ``infos["final_obs"]`` has the last of the old one, in an array of objects as Gymnasium's own vectors have it. Every
    info has the ``action_mask``, and the agents' ``side``, 0 for X and 1 for O. An illegal action raises
    `IllegalPlacement`.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium has it

    def __init__(self, game: str, num_envs: int, *, opponent: Opponent = by_lot) -> None:
        """Set up the boards of a game by its name; the agents' sides are drawn for each game. Raises as `batch`."""
        self.boards = batch(game, num_envs)
        self.num_envs = num_envs
        self._opponent = opponent
        self.single_observation_space = spaces.Box(0, 1, self.boards.planes.shape, np.int8)
        self.single_action_space = spaces.Discrete(self.boards.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.side = np.zeros(num_envs, np.int8)
        """The agent's side on each board: 0 for X, 1 for O."""

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[Observations, Infos]:
        """Begin all games; one seed serves them all. Raises `ValueError` for a list of seeds."""
        if isinstance(seed, list):
            raise ValueError("a seed for each board; expected one for all of them")  # noqa: TRY004 - as for any other
        super().reset(seed=seed)
        del options
        self._begin(np.ones(self.num_envs, np.bool_))
        return self.boards.observe(), self._info()

    def step(self, actions: NDArray[np.integer]) -> _Stepped:  # type: ignore[override]  # theirs has one type for actions and flags
        """Make a placement of the agent on every board, and the opponents' answers."""
        over, reward = self.boards.step(np.asarray(actions))
        rewards, ended = reward.astype(np.float64), over.copy()
        rewards -= self._let_opponents_play(ended)
        infos: Infos = {}
        if ended.any():
            last = np.full(self.num_envs, None, object)
            where = np.flatnonzero(ended)
            is_agents = self.boards.side[where] == self.side[where]
            for board, seen in zip(where, self.boards.observe(where, as_mover=is_agents), strict=True):
                last[board] = seen
            infos = {"final_obs": last, "_final_obs": ended}
            self._begin(ended)
        return self.boards.observe(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos | self._info()

    def _begin(self, which: Flags) -> None:
        """Begin games anew, with the opponents' placements where they start."""
        self.boards.reset(which)
        self.side[which] = self.np_random.integers(2, size=int(which.sum()), dtype=np.int8)
        self._let_opponents_play(self.boards.over.copy())

    def _let_opponents_play(self, ended: Flags) -> NDArray[np.int8]:
        """Place for the opponents until all agents are to move, note which games end, and return what these gained."""
        gained = np.zeros(self.num_envs, np.int8)
        while (where := np.flatnonzero(~ended & (self.boards.side != self.side))).size:
            seen, masks = self.boards.observe(where), self.boards.mask(where)
            over, reward = self.boards.step(self._opponent(seen, masks, self.np_random), where)
            ended[where], gained[where] = over, reward
        return gained

    def _info(self) -> Infos:
        return {"action_mask": self.boards.mask(), "side": self.side.copy()}
