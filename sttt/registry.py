"""Games, players and protocols by name, from installed entry points: a stranger's package adds its own the same way."""

from importlib.metadata import EntryPoint, entry_points
from typing import Any

from sttt.errors import UnknownNameError
from sttt.games.game import Game
from sttt.players import Player, Strategy, WireProtocol


def _load(group: str, name: str, kind: str) -> Any:
    points = {point.name: point for point in entry_points(group=group)}
    if name not in points:
        known = ", ".join(sorted(points)) or "none installed"
        raise UnknownNameError(f"unknown {kind} {name!r}; expected one of: {known}")
    return points[name].load()


def installed(group: str) -> list[EntryPoint]:
    """Return the entry points of ``sttt.games``, ``sttt.players`` or ``sttt.protocols`` by name, not yet loaded."""
    return sorted(entry_points(group=group), key=lambda point: point.name)


def game(name: str) -> Game:
    """Return the game of that name; raises `UnknownNameError`."""
    found: Game = _load("sttt.games", name, "game")
    return found


def strategies() -> list[Strategy]:
    """Return every registered strategy, by name."""
    return [point.load() for point in installed("sttt.players")]


def protocols() -> list[WireProtocol]:
    """Return every registered protocol, by name."""
    return [point.load() for point in installed("sttt.protocols")]


def protocol(name: str) -> WireProtocol:
    """Return the protocol of that name; raises `UnknownNameError`."""
    found: WireProtocol = _load("sttt.protocols", name, "protocol")
    return found


def strategy(name: str) -> Strategy:
    """Return the strategy of that name; raises `UnknownNameError`."""
    found: Strategy = _load("sttt.players", name, "player")
    return found


def game_played(spec: str) -> str | None:
    """Return the name of the only game that the player plays, None for any; raises `UnknownNameError`."""
    name, colon, _rest = spec.partition(":")
    return protocol(name).game if colon else strategy(name).game


def make_player(spec: str, seed: int | None = None) -> Player[Any]:
    """Make a player for one game from ``NAME`` (a strategy) or ``PROTOCOL:REST`` (an external program).

    Raises `UnknownNameError` for a name nobody provides and `PlayerError` when the program does not start.
    """
    name, colon, rest = spec.partition(":")
    return protocol(name).connect(rest) if colon else strategy(name).make(seed)


def without_book(spec: str) -> str:
    """Return the name of the same player without its opening book: ``NAME-no-book`` if installed, else the name."""
    name = f"{spec}-no-book"
    return name if name in entry_points(group="sttt.players").names else spec
