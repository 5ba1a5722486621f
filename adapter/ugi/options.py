"""The options that the engine offers, and what they are set to."""

import re
from collections.abc import Callable, Iterator, Sequence

from sttt.errors import PlayerError, ProtocolError
from sttt.games.game import GAMES, Game
from sttt.players import registry
from sttt.players.player import Player

STRONGEST = "strongest"
"""As the name of a player: the strongest of the game."""

MOST_SEED = 2**31 - 1


class EngineOptions:
    """The game, the player and the seed; 0 is another one each time."""

    def __init__(self, game: str, player: str | None) -> None:
        """Begin with these, None for the strongest player; raises `UnknownNameError` and `PlayerError`."""
        self.game: Game = registry.game(game)
        self._player = STRONGEST
        self._seed = 0
        if player is not None:
            registry.check_game(player, game)
            self._set_player(player)

    def make_player(self) -> Player:
        """Make a player for one game."""
        return registry.make_player(self._named(self._player), self._seed or None)

    def make_strongest(self) -> Player:
        """Make the game's strongest player."""
        return registry.make_player(self.game.levels[-1])

    def offered(self) -> Iterator[str]:
        """Yield the lines that offer the options."""
        games = " ".join(f"var {game.name}" for game in GAMES.all())
        yield f"option name Game type combo default {self.game.name} {games}"
        yield f"option name Player type string default {self._player}"
        yield f"option name Seed type spin default {self._seed} min 0 max {MOST_SEED}"

    def set(self, words: Sequence[str]) -> None:
        """Set what the words after ``setoption`` say; raises `ProtocolError`, and as the constructor."""
        form = re.search(r"(?:^| )name (\S+) (?:\S+ )*?value (\S+)", " ".join(words))
        setters: dict[str, Callable[[str], None]] = {
            "game": self._set_game,
            "player": self._set_player,
            "seed": self._set_seed,
        }
        setter = setters.get(form[1].lower()) if form else None
        if form is None or setter is None:
            expected = "expected name NAME value VALUE, and as NAME one of: Game, Player, Seed"
            raise ProtocolError(f"cannot set {' '.join(words)[:60]!r}; {expected}")
        setter(form[2])

    def _set_game(self, name: str) -> None:
        """Change the game, and the player where that one does not play it."""
        self.game = registry.game(name)
        if registry.game_played(self._named(self._player)) not in (None, name):
            self._player = STRONGEST

    def _set_player(self, name: str) -> None:
        """Change the player, and the game where it plays that one alone: hosts set options in any order."""
        if registry.is_external(name):
            raise PlayerError(f"{name} is a program of its own, which cannot be stopped; expected one of our players")
        played = registry.game_played(self._named(name))
        self._player = name
        if played is not None:
            self.game = registry.game(played)

    def _set_seed(self, text: str) -> None:
        if not (text.isascii() and text.isdigit() and int(text[:11]) <= MOST_SEED):
            raise ProtocolError(f"the seed is {text[:20]!r}; expected a whole number from 0 to {MOST_SEED}")
        self._seed = int(text)

    def _named(self, player: str) -> str:
        return registry.levels(self.game)[-1].name if player == STRONGEST else player
