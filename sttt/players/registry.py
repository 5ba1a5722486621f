"""Games, players, protocols and experiments by name, from entry points; a stranger's package adds its own alike."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from sttt.errors import ManifestError, PlayerError, UnknownNameError
from sttt.games.game import Game
from sttt.learning.tuning import Tuning
from sttt.players.player import DEFAULT_PROGRAM_TERMS, Comparison, Player, ProgramTerms, Strategy, WireProtocol

_MANIFEST = ".toml"


@lru_cache(maxsize=16)
def _points(group: str, path: tuple[str, ...]) -> dict[str, EntryPoint]:  # noqa: ARG001 - what is installed hangs on it
    """Return a group's entry points in the order of their names; to look them up takes longer than a short game."""
    return {point.name: point for point in sorted(entry_points(group=group), key=lambda point: point.name)}


def _point(group: str, name: str, kind: str) -> EntryPoint:
    points = _points(group, tuple(sys.path))
    if name not in points:
        raise UnknownNameError(f"unknown {kind} {name!r}; {_expected(name, kind, points)}")
    return points[name]


def _expected(name: str, kind: str, points: Iterable[str]) -> str:
    """Say which name was perhaps meant: the path of a program, one or more that are alike, or any that there is."""
    if kind == "player" and "/" in name:
        return f"expected cmd:{name} for a program, or another PROTOCOL:REST"
    if alike := get_close_matches(name, points):
        return f"did you mean {' or '.join(alike)}?"
    return f"expected one of: {', '.join(sorted(points)) or 'none installed'}"


def installed(group: str) -> list[EntryPoint]:
    """Return the entry points of ``sttt.games``, ``sttt.players`` or ``sttt.protocols`` by name, not yet loaded."""
    return list(_points(group, tuple(sys.path)).values())


def game(name: str) -> Game:
    """Return the game of that name; raises `UnknownNameError`."""
    found: Game = _point("sttt.games", name, "game").load()
    return found


def strategies() -> list[Strategy]:
    """Return every registered strategy, by name."""
    return [point.load() for point in installed("sttt.players")]


def protocols() -> list[WireProtocol]:
    """Return every registered protocol, by name."""
    return [point.load() for point in installed("sttt.protocols")]


def protocol(name: str) -> WireProtocol:
    """Return the protocol of that name; raises `UnknownNameError`."""
    found: WireProtocol = _point("sttt.protocols", name, "protocol").load()
    return found


def comparison(name: str) -> Comparison:
    """Return the experiment of that name; raises `UnknownNameError`."""
    found: Comparison = _point("sttt.experiments", name, "experiment").load()
    return found


def tuning(name: str) -> Tuning:
    """Return how an evaluation of the game of that name is learned; raises `UnknownNameError`."""
    found: Tuning = _point("sttt.tunings", name, "tuning").load()
    return found


def strategy(name: str) -> Strategy:
    """Return the strategy of that name; raises `UnknownNameError`."""
    found: Strategy = _point("sttt.players", name, "player").load()
    return found


@dataclass(frozen=True)
class External:
    """An external program as a player's name describes it."""

    protocol: WireProtocol
    command: str
    """What stands behind ``PROTOCOL:``."""
    terms: ProgramTerms = DEFAULT_PROGRAM_TERMS

    def connect(self) -> Player:
        """Start the program for one game; raises `PlayerError` when it does not start."""
        return self.protocol.connect(self.command, self.terms)


def is_external(spec: str) -> bool:
    """Whether a player's name describes an external program rather than a strategy."""
    return ":" in spec or spec.endswith(_MANIFEST)


def external(spec: str) -> External | None:
    """Return the program that ``PROTOCOL:REST`` or the path of a manifest describes, None for a strategy's name.

    Raises `UnknownNameError` for a protocol nobody provides and `ManifestError`.
    """
    name, colon, rest = spec.partition(":")
    if colon:
        return External(protocol(name), rest)
    return _from_manifest(spec) if is_external(spec) else None


def _from_manifest(spec: str) -> External:
    from sttt.players.manifest import read_manifest  # noqa: PLC0415 - a bot, which must start fast, reads no TOML

    manifest = read_manifest(Path(spec))
    wire = protocol(manifest.protocol)
    if manifest.game not in (None, wire.game):
        raise ManifestError(f"the manifest {spec}: game is {manifest.game!r}; {wire.name} plays only {wire.game}")
    return External(wire, manifest.command, manifest.terms)


def game_played(spec: str) -> str | None:
    """Return the name of the only game that the player plays, None for any; raises as `external`, and for a name."""
    program = external(spec)
    return program.protocol.game if program else strategy(spec).game


def check_game(spec: str, name: str) -> None:
    """Refuse a player of another game with `PlayerError`; raises as `game_played`, too."""
    played = game_played(spec)
    if played not in (None, name):
        raise PlayerError(f"{spec} plays {played}; expected a player of {name}")


def plays_any_position(spec: str) -> bool:
    """Whether the player can be asked about any position, not only about those of a game it has played from the start.

    Raises as `external`.
    """
    program = external(spec)
    return program is None or program.protocol.any_position


def make_player(spec: str, seed: int | None = None) -> Player:
    """Make a player for one game from ``NAME`` (a strategy), ``PROTOCOL:REST`` or the path of a manifest, ``*.toml``.

    Raises `UnknownNameError` for a name nobody provides, `ManifestError`, and `PlayerError` when a program does not
    start.
    """
    program = external(spec)
    return program.connect() if program else strategy(spec).make(seed)


def without_book(spec: str) -> str:
    """Return the name of the same player without its opening book: ``NAME-no-book`` if installed, else the name."""
    name = f"{spec}-no-book"
    return name if name in _points("sttt.players", tuple(sys.path)) else spec
