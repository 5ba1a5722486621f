"""The installed games as games of OpenSpiel: an action is a placement, a turn of two placements two actions of a side.

Player 0 is the side that starts. Source of the interface: `pyspiel.Game` and `pyspiel.State`, as OpenSpiel's own games
in Python fill them in.
"""

from collections.abc import Mapping

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from sttt.environments.planes import Planes
from sttt.games.game import GAMES, Game, Position, Result

PREFIX = "sttt_"
"""Before the names of our games; no game of OpenSpiel's own has it."""


class SpielGame(pyspiel.Game):
    """A game of ours in OpenSpiel."""

    def __init__(self, rules: Game, params: Mapping[str, object] | None = None) -> None:
        super().__init__(_type_of(rules), _info_of(rules), params or {})
        self.rules = rules
        """The game in our own terms."""
        first = rules.start().side
        self.sides = (first, first.other)
        """The sides that the players 0 and 1 have."""

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle a game by its name, as it is loaded: OpenSpiel itself would leave out what is ours."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self, position: str | None = None) -> "SpielState":
        """Return the start, or the position with this compact form; raises `PositionError`."""
        return SpielState(self, self.rules.start() if position is None else self.rules.parse_position(position))

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: Mapping[str, object] | None = None
    ) -> "PlanesObserver | IIGObserverForPublicInfoGame":
        """Return what a state is looked at with: at its board, or where perfect recall is asked for at its history."""
        if kind is None or (kind.public_info and not kind.perfect_recall):
            return PlanesObserver(self.rules, params)
        return IIGObserverForPublicInfoGame(kind, params)

    def returns(self, result: Result | None) -> list[float]:
        """Return what a result is worth to each player: 1, -1, or 0 in a draw and in a game that goes on."""
        winner = result.winner if result else None
        return [0.0 if winner is None else 1.0 if side is winner else -1.0 for side in self.sides]


class SpielState(pyspiel.State):
    """A state of such a game: a position, and OpenSpiel's history of the actions that led to it."""

    def __init__(self, game: SpielGame, position: Position) -> None:
        super().__init__(game)
        self.position = position
        """The position in our own terms."""

    def current_player(self) -> int:
        """Return who is to move; `pyspiel.PlayerId.TERMINAL` once the game is over."""
        if self.position.result:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.get_game().sides.index(self.position.side))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.position.result is not None

    def returns(self) -> list[float]:
        """Return what each player has got; both nothing while the game goes on."""
        returns: list[float] = self.get_game().returns(self.position.result)
        return returns

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - OpenSpiel asks for whoever is to move
        return list(self.position.legal_placements())

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 - the notation is both sides' own
        notation: str = self.get_game().rules.format_turn((action,))
        return notation

    def __str__(self) -> str:
        drawing: str = self.get_game().rules.draw(self.position)
        return drawing


class PlanesObserver:
    """Looks at a state with the eyes of a player; its members are those that OpenSpiel wants of an observer."""

    def __init__(self, rules: Game, params: Mapping[str, object] | None) -> None:
        if params:
            raise ValueError(f"the parameters {dict(params)} of an observation; expected none")
        self._planes = Planes(rules)
        *board, planes = self._planes.shape
        self.tensor = np.zeros((planes, *board), np.float32).ravel()
        """The planes of `sttt.environments.planes`, one after the other, 0 and 1."""
        self.dict = {"observation": self.tensor.reshape((planes, *board))}
        """The same array by planes, which are the first axis."""

    def set_from(self, state: SpielState, player: int) -> None:
        """Write down what a player sees."""
        seen = self._planes.observe(state.position, state.get_game().sides[player])
        self.dict["observation"][:] = np.moveaxis(seen, -1, 0)

    def string_from(self, state: SpielState, player: int) -> str:  # noqa: ARG002 - a drawing is both players' own
        """Draw the board."""
        return str(state)


def _type_of(rules: Game) -> pyspiel.GameType:
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + rules.name.replace("-", "_"),
        long_name=rules.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def _info_of(rules: Game) -> pyspiel.GameInfo:
    cells = rules.shape.cells if rules.shape else ()
    return pyspiel.GameInfo(
        num_distinct_actions=Planes(rules).actions,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=sum(cell.placement is not None for cell in cells),
    )


def register(rules: Game) -> None:
    """Make a game known to OpenSpiel, which needs the description of its board."""

    def load(params: Mapping[str, object]) -> SpielGame:
        return SpielGame(rules, params)

    vars(load)["itself"] = load  # OpenSpiel lets go of it after Python has ended, when nothing may be freed any more
    pyspiel.register_game(_type_of(rules), load)


def registered() -> list[str]:
    """Return the names that games of ours have in OpenSpiel."""
    return [name for name in pyspiel.registered_names() if name.startswith(PREFIX)]


for _game in GAMES.all():
    if _game.shape:
        register(_game)
