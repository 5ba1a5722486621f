"""Games, players, protocols and experiments by name, from entry points; a stranger's package adds its own alike."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sttt import bounds
from sttt.entry_points import Registry
from sttt.errors import ManifestError, PlayerError, shown
from sttt.games.game import GAMES, Game, P, Turn
from sttt.games.records.record import LONGEST_NAME, is_name
from sttt.players.own_file import is_own_file, read_own
from sttt.players.player import (
    DEFAULT_PROGRAM_TERMS,
    Comparison,
    MadePlayer,
    Player,
    ProgramTerms,
    Strategy,
    WireProtocol,
)
from sttt.players.tuning import Tuning
from sttt.telling import tell_once

_MANIFEST = ".toml"


PLAYERS = Registry("sttt.players", "player", Strategy)
PROTOCOLS = Registry("sttt.protocols", "protocol", WireProtocol)
TUNINGS = Registry("sttt.tunings", "tuning", Tuning, named="game")
EXPERIMENTS = Registry("sttt.experiments", "experiment", Comparison)
GROUPS: tuple[Registry[Any], ...] = (GAMES, PLAYERS, PROTOCOLS, TUNINGS, EXPERIMENTS)
"""All that a package can add to."""


def game(name: str) -> Game:
    """Return the game of that name; raises `UnknownNameError`.

    >>> game("qubic").title
    '4x4x4 tic-tac-toe'
    """
    return GAMES.find(name)


def game_names() -> list[str]:
    """Return the names of all installed games.

    >>> "connect-four" in game_names()
    True
    """
    return GAMES.names()


def player_names(game: str | None = None) -> list[str]:
    """Return the names of all installed players, or of those that play a game; raises `UnknownNameError` for none.

    >>> "rules" in player_names(), "rules" in player_names("connect-four")
    (True, False)
    """
    if game is None:
        return PLAYERS.names()
    name = GAMES.find(game).name
    return [one.name for one in strategies() if one.game in (None, name)]


def strategies() -> list[Strategy]:
    """Return every strategy that loads, by name."""
    return PLAYERS.all()


def protocols() -> list[WireProtocol]:
    """Return every protocol that loads, by name."""
    return PROTOCOLS.all()


def protocol(name: str) -> WireProtocol:
    """Return the protocol of that name; raises `UnknownNameError`."""
    return PROTOCOLS.find(name)


def strategy(name: str) -> Strategy:
    """Return the strategy of that name; raises `UnknownNameError`."""
    return PLAYERS.find(name)


def levels(of: Game[P]) -> list[Strategy]:
    """Return those of a game's levels that load, from the easiest to the strongest; raises `PlayerError` for none."""
    found = PLAYERS.those(of.levels)
    if not found:
        raise PlayerError(f"no level of {of.name} is installed; expected one of: {', '.join(of.levels) or 'any'}")
    return found


def explain(of: Game[P], position: P, turn: Turn) -> list[tuple[int | None, str]]:
    """Return what speaks for each placement of a turn played in a position, by the first of the game's players to know.

    One that fails at it is passed over and named on standard error, as if it did not explain at all.
    """
    for one in strategies():
        if one.game == of.name and one.explain:
            try:
                return list(zip(turn, map(str, one.explain(position, turn)), strict=True))
            except Exception as error:  # noqa: BLE001 - whatever is wrong with a stranger's player
                tell_once(f"the player {one.name!r} explains no turn: {type(error).__name__}: {error}")
    return []


@dataclass(frozen=True)
class External:
    """An external program as a player's name describes it."""

    protocol: WireProtocol
    command: str
    """The text after ``PROTOCOL:``."""
    terms: ProgramTerms = DEFAULT_PROGRAM_TERMS

    @property
    def game(self) -> str | None:
        """The name of the only game that the program plays, None for any."""
        return self.protocol.game or self.terms.game

    def playing(self, game: str | None) -> "External":
        """Return the same program, told that it is to play this game unless it is said already what it plays."""
        return replace(self, terms=replace(self.terms, game=self.game or game))

    def connect(self) -> Player:
        """Start the program for one game; raises `PlayerError` when it does not start."""
        return self.protocol.connect(self.command, self.terms)


def is_external(spec: str) -> bool:
    """Return whether a player's name describes somebody's program or file rather than a strategy that is installed."""
    return ":" in spec or spec.endswith(_MANIFEST)


def external(spec: str) -> External | None:
    """Return the program that ``PROTOCOL:REST`` or the path of a manifest describes.

    None for a strategy's name, and for ``PATH.py:CLASS``, which runs in this process.

    Raises `UnknownNameError` for a protocol nobody provides, `ManifestError`, and `PlayerError` for a name that no
    record could hold.
    """
    if len(spec) > LONGEST_NAME:
        raise PlayerError(f"the player {shown(spec)} has {len(spec)} characters; expected at most {LONGEST_NAME}")
    if is_external(spec) and not is_name(spec):
        raise PlayerError(f"the player {shown(spec)} cannot be called so in a record; expected visible text of UTF-8")
    name, colon, rest = spec.partition(":")
    if is_own_file(spec):
        return None
    if colon:
        return External(protocol(name), rest)
    return _from_manifest(spec) if is_external(spec) else None


def _from_manifest(spec: str) -> External:
    from sttt.players.manifest import read_manifest  # noqa: PLC0415 - a bot, which must start fast, reads no TOML

    manifest = read_manifest(Path(spec))
    wire = protocol(manifest.protocol)
    if wire.game and manifest.game not in (None, wire.game):
        raise ManifestError(f"the manifest {spec}: game is {manifest.game!r}; {wire.name} plays only {wire.game}")
    return External(wire, manifest.command, manifest.terms).playing(manifest.game)


def game_played(spec: str) -> str | None:
    """Return the name of the only game that the player plays, None for any; raises as `external`, and for a name."""
    program = external(spec)
    return program.game if program else _strategy(spec).game


def check_game(spec: str, name: str | None) -> None:
    """Refuse a player of another game than that, None for any, with `PlayerError`; raises as `game_played`, too."""
    played = game_played(spec)
    if None not in (played, name) and played != name:
        raise PlayerError(f"{spec} plays {played}; expected a player of {name}")


def plays_any_position(spec: str) -> bool:
    """Return whether the player takes any position, not only those of a game that it has played from the start.

    Raises as `external`.
    """
    program = external(spec)
    return program is None or program.protocol.any_position


def make_player(spec: str, seed: int | None = None, game: str | None = None) -> MadePlayer:
    """Make a player for one game: a strategy's ``NAME``, ``PROTOCOL:REST``, a manifest ``*.toml``, ``FILE.py:CLASS``.

    It is closed at the end of a ``with``. `game` names the game, which an external program that plays several has to be
    told. Raises `UnknownNameError` for a name nobody provides, `ManifestError`, `PlayerError` when a program does not
    start, and `ValueError` (`NumberError`) for a seed that is none.

    >>> with make_player("connect-four", seed=1) as player:
    ...     decision = player.choose(game("connect-four").parse_position("4444432225537"))
    >>> decision.turn, decision.value
    ((2,), <Result.O_WINS: 'o'>)
    """
    if seed is not None:
        seed = bounds.seed(seed)
    program = external(spec)
    return MadePlayer(program.playing(game).connect() if program else _strategy(spec).make(seed))


def _strategy(spec: str) -> Strategy:
    return read_own(spec) if is_own_file(spec) else strategy(spec)


def without_book(spec: str) -> str:
    """Return the name of the same player without its opening book: ``NAME-no-book`` if installed, else the name."""
    name = f"{spec}-no-book"
    return name if PLAYERS.has(name) else spec
