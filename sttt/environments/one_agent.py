"""Gymnasium environments: one agent against a player of ours, or against any program that can be a player."""

import pickle
from typing import Any, Literal, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from sttt import bounds
from sttt.environments.planes import planes_of
from sttt.environments.rendering import RENDER_MODES, Picture, check_render_mode, render
from sttt.environments.starting import POSITION, start_of, verdict_info
from sttt.errors import IllegalPlacement, PlayerError, PositionError
from sttt.games.game import Position, Side
from sttt.players import registry
from sttt.players.player import Limits, Player

IDS = {
    "sttt/SuperTicTacToe-v0": "super-ttt",
    "sttt/Qubic-v0": "qubic",
    "sttt/ConnectFour-v0": "connect-four",
    "sttt/FourByFour-v0": "four-by-four",
    "sttt/ThreeByFour-v0": "three-by-four",
}
"""The game behind each name for `gymnasium.make`."""

Plays = Literal["x", "o", "lot"]

_Stepped = tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]


class OneAgent(gymnasium.Env[NDArray[np.int8], np.int64]):
    """A game in which the opponent's turns belong to the environment.

    A step is one placement of the agent, and all of the opponent's until the agent is to move again. The reward is +1
    for a won game, -1 for a lost one, else 0; an illegal action loses the game. An observation has the planes of
    `sttt.environments.planes`. Every info has the ``action_mask``, the agent's ``side`` and the ``position`` in the
    game's compact form, with ``verdicts`` the ``verdict`` of `sttt.games.wording.verdict_data`, and after an illegal
    action what was wrong, as ``illegal``. Once an episode is over the mask is
    all 0, and whatever action comes with the reset that follows, as in a vector of environments, counts for nothing.

    A copy, by `copy.deepcopy` or `pickle`, goes on by itself, with an opponent of its own: the same as the original's
    where that can be pickled, else, as with compiled searches and programs, a new one of the same seed, which is first
    asked about the positions that the original's was asked about, so that both go on to draw the same at random.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(  # noqa: PLR0913 - what a person may choose
        self,
        game: str,
        *,
        opponent: str | None = None,
        plays: Plays = "lot",
        nodes: int | None = None,
        seconds: float | None = None,
        verdicts: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Seat the agent at a game, against the easiest of the game's levels unless an opponent is named.

        `opponent` is a player's name as the command line takes it. `plays` is the agent's side, ``x`` or ``o``, or
        ``lot`` for one drawn in each episode. `nodes` and `seconds` limit each of the opponent's turns, whose own
        default applies without them. With `verdicts` an info has what is known of its position. Raises
        `UnknownNameError` for a game or a player that nobody provides, `PlayerError` for a player of another game, and
        `ValueError` for the other arguments.
        """
        check_render_mode(render_mode)
        if plays not in get_args(Plays):
            raise ValueError(f"plays is {plays!r}; expected one of {', '.join(get_args(Plays))}")
        bounds.efforts(nodes, None)
        if seconds is not None:
            bounds.seconds(seconds, "seconds")
        self._name = game
        self._load()
        self._opponent_name = opponent or registry.levels(self._game)[0].name
        registry.check_game(self._opponent_name, game)
        self._plays = plays
        self._nodes, self._seconds = nodes, seconds
        self._verdicts = verdicts
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 1, self._planes.shape, np.int8)
        self.action_space = spaces.Discrete(self._planes.actions)
        self.position = self._game.start()
        """The game's own position."""
        self.side = self.position.side
        """The agent's side."""
        self._opponent: Player | None = None
        self._opponents_seed = 0
        self._asked: list[Position] = []
        """The positions that the opponent was asked about in this episode."""
        self._over = True

    def _load(self) -> None:
        self._game = registry.game(self._name)
        self._planes = planes_of(self._name)

    def __getstate__(self) -> dict[str, Any]:
        """Leave out the game, which is found again by its name, and an opponent that cannot be pickled."""
        kept = {name: value for name, value in vars(self).items() if name not in ("_game", "_planes", "_opponent")}
        return {**kept, "_opponent": _pickled(self._opponent)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        opponent: bytes | None = state["_opponent"]
        vars(self).update(state, _opponent=pickle.loads(opponent) if opponent else None)  # noqa: S301 - our own pickle
        self._load()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Start a game, with the opponent's turn if it is to move: a new opponent, whose seed is drawn from ours.

        ``options["position"]`` is where to start, in the game's compact form. Raises `PositionError` for a position
        that cannot be read or leaves the agent no placement, and whatever keeps the opponent from playing, such as
        `PlayerError`.
        """
        super().reset(seed=seed)
        self.close()
        if options and POSITION in options and not registry.plays_any_position(self._opponent_name):
            raise PlayerError(f"{self._opponent_name} knows only whole games; expected no position to start from")
        self.position = start_of(self._game, options)
        self.side = list(Side)[self.np_random.integers(2)] if self._plays == "lot" else Side(self._plays)
        self._opponents_seed = int(self.np_random.integers(2**31))
        self._asked = []
        self._seated()
        self._over = False
        self._let_opponent_play()
        if self.position.result is not None:
            raise PositionError(f"{self._opponent_name} ends the game at once; expected a position that lasts longer")
        self._show()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> _Stepped:
        """Make a placement of the agent, and the opponent's answer if that ends the agent's turn.

        Raises `gymnasium.error.ResetNeeded` when no game is under way, `ValueError` for an action that is no whole
        number, and as `reset` for the opponent.
        """
        if self._over:
            raise ResetNeeded("no game is under way; expected reset() before step()")
        placement = bounds.whole(action, "the action")
        try:
            self.position = self.position.play(placement)
        except IllegalPlacement as error:
            self._over = True
            return self._observation(), -1.0, True, False, {**self._info(), "illegal": str(error)}
        self._let_opponent_play()
        self._show()
        result = self.position.result
        self._over = result is not None
        reward = 0.0 if result is None or result.winner is None else 1.0 if result.winner is self.side else -1.0
        return self._observation(), reward, self._over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, under the name by which sb3-contrib's algorithms ask for it."""
        return self._planes.mask(self.position).astype(np.bool_)

    def render(self) -> Picture | str | None:
        """Return the position as a text (`ansi`) or a picture (`rgb_array`), or print it (`human`)."""
        return render(self._game, self.position, self.render_mode)

    def close(self) -> None:
        """Close the opponent; calling it again does nothing."""
        if self._opponent is not None:
            self._opponent.close()
            self._opponent = None
        self._over = True

    def _seated(self) -> Player:
        if self._opponent is None:
            self._opponent = registry.make_player(self._opponent_name, self._opponents_seed, self._game.name)
            for position in self._asked:
                self._opponent.choose(position, Limits(nodes=self._nodes or 1))
        return self._opponent

    def _let_opponent_play(self) -> None:
        while self.position.result is None and self.position.side is not self.side:
            limits = Limits(nodes=self._nodes) if self._seconds is None else Limits.within(self._seconds, self._nodes)
            decision = self._seated().choose(self.position, limits)
            self._asked.append(self.position)
            self.position, _ = self._game.enter_turn(self.position, decision.turn)

    def _observation(self) -> NDArray[np.int8]:
        return self._planes.observe(self.position, self.side)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._planes.mask(self.position),
            "side": self.side.value,
            "position": self._game.format_position(self.position),
            **(verdict_info(self._game, self.position) if self._verdicts else {}),
        }

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def _pickled(opponent: Player | None) -> bytes | None:
    """Return an opponent with all that it remembers; None where there is none, or it holds more than Python's values.

    What a compiled search remembers, or a program that runs beside this one, stays where it is.
    """
    try:
        return pickle.dumps(opponent) if opponent else None
    except Exception:  # noqa: BLE001 - a stranger's player refuses with an error of its own
        return None


for _id, _name in IDS.items():
    gymnasium.register(_id, f"{__name__}:{OneAgent.__name__}", kwargs={"game": _name})
gymnasium.register("sttt/Game-v0", f"{__name__}:{OneAgent.__name__}")
