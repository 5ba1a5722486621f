"""Our players as bots of OpenSpiel, in the games of `sttt.environments.open_spiel.games`."""

from collections.abc import Iterator
from random import Random

import pyspiel

from sttt import bounds
from sttt.arena.play.answer import NoAnswer, Terms, ask
from sttt.environments.open_spiel.games import SpielGame, SpielState, registered
from sttt.errors import PlayerError
from sttt.games.game import Position
from sttt.players import registry
from sttt.players.player import NO_LIMITS, Decision, Limits, Player


class PlayerBot(pyspiel.Bot):
    """A player, by any name that `sttt.players.registry.make_player` takes, as a bot for either seat.

    A player decides on a whole turn: its second placement is kept until OpenSpiel asks for it. A restart makes a new
    player, whose seed follows from the bot's. A bot cannot be pickled: each
    process makes its own.
    """

    _player: Player | None = None

    def __init__(self, game: SpielGame, player: str, limits: Limits = NO_LIMITS, *, seed: int | None = None) -> None:
        """Make a bot whose decisions have these limits each; where they set nothing, the player's own limits apply.

        Raises `PlayerError` for a player of another game or a game that is not ours, `ValueError` for a seed that is no
        whole number or limits that end at one moment, and as `make_player`.
        """
        super().__init__()
        if not isinstance(game, SpielGame):
            raise PlayerError(
                f"{player} cannot play {game}; expected a game loaded as one of: {', '.join(registered())}"
            )
        registry.check_game(player, game.rules.name)
        self._name, self._game, self._terms = player, game.rules.name, Terms.of(limits)
        self._seeds = Random(None if seed is None else bounds.seed(seed))
        self._turn: dict[Position, tuple[int | None, Decision]] = {}
        """The placements still to make of the turn chosen last; None for one that is forfeited."""

    def step(self, state: SpielState) -> int:
        """Return the placement to make; raises `PlayerError` when the player fails or makes none that is legal."""
        self.decision(state)
        placement, _ = self._turn.pop(state.position)
        if placement is None or placement not in state.legal_actions():
            did = "forfeits a placement" if placement is None else f"makes the illegal placement {placement}"
            raise PlayerError(f"{self._name} {did}; expected a legal one")
        return placement

    def step_with_policy(self, state: SpielState) -> tuple[list[tuple[int, float]], int]:
        """Return the placement to make, after the policy that makes it for certain, as OpenSpiel's MCTS bot does."""
        placement = self.step(state)
        return [(placement, 1.0)], placement

    def step_verbose(self, state: SpielState) -> tuple[int, str]:
        """Return the placement to make and the player's reason."""
        reason = self.decision(state).reason
        return self.step(state), reason

    def proven(self, state: SpielState) -> list[float] | None:
        """Return what each player gets with best play where the player says that it is proven, else None.

        Raises `PlayerError` when the player fails.
        """
        if state.is_terminal():
            return state.returns()
        value = self.decision(state).value
        return state.get_game().returns(value) if value else None

    def decision(self, state: SpielState) -> Decision:
        """Return the decision on the turn that is under way; the player is asked once for each turn.

        Raises `PlayerError` when the player fails.
        """
        if state.is_terminal():
            raise PlayerError(f"{self._name} is asked for a placement; expected none, as the game is over")
        if state.position not in self._turn:
            self._turn = dict(self._decide(state.position))
        return self._turn[state.position][1]

    def _decide(self, position: Position) -> Iterator[tuple[Position, tuple[int | None, Decision]]]:
        """Ask the player, and yield what it places with the position that each placement is made in."""
        if self._player is None:
            self._player = registry.make_player(self._name, self._seeds.getrandbits(32), self._game)
        answer = ask(self._player, position, self._terms)
        if isinstance(answer, NoAnswer):
            raise PlayerError(f"{self._name}: {answer.ending}: {answer.message}")
        for placement in (*answer.decision.turn, None)[: position.left]:
            yield position, (placement, answer.decision)
            if placement not in position.legal_placements():
                return
            position = position.play(placement)

    def restart(self) -> None:
        """Begin a game with a new player."""
        self.close()

    def restart_at(self, state: SpielState) -> None:  # noqa: ARG002 - a player is told of a position when it is asked
        """Begin a game from any state with a new player."""
        self.close()

    def close(self) -> None:
        """Let go of the player's processes and memory; the next step makes a new player."""
        self._turn = {}
        if self._player is not None:
            self._player.close()
            self._player = None

    def __del__(self) -> None:
        self.close()
