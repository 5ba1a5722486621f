"""Super Tic-Tac-Toe: its rules, its players, and the places where they meet.

>>> import sttt
>>> position = sttt.Position().play_turn("55+51")
>>> with sttt.make_player("rules") as player:
...     position = position.play_turn(player.choose(position).turn)
>>> sttt.Position.from_text(str(position)) == position
True

The names here are what `docs/stability.md` promises. Each is loaded when it is first asked for.
"""

from importlib import import_module

TYPE_CHECKING = False  # as type checkers read it; typing takes longer to import than all the rest
if TYPE_CHECKING:
    from sttt.arena.match import play_match as play_match
    from sttt.arena.report.record_source import read_records as read_records
    from sttt.games.knowledge import solve as solve
    from sttt.games.super_ttt.position import Position as Position
    from sttt.players.player import Decision as Decision
    from sttt.players.player import Limits as Limits
    from sttt.players.player import Player as Player
    from sttt.players.registry import game as game
    from sttt.players.registry import game_names as game_names
    from sttt.players.registry import make_player as make_player
    from sttt.players.registry import player_names as player_names

    __version__: str

_PLACES = {
    "Decision": "sttt.players.player",
    "Limits": "sttt.players.player",
    "Player": "sttt.players.player",
    "Position": "sttt.games.super_ttt.position",
    "game": "sttt.players.registry",
    "game_names": "sttt.players.registry",
    "make_player": "sttt.players.registry",
    "play_match": "sttt.arena.match",
    "player_names": "sttt.players.registry",
    "read_records": "sttt.arena.report.record_source",
    "solve": "sttt.games.knowledge",
}
"""The module of each public name."""

__all__ = [
    "Decision",
    "Limits",
    "Player",
    "Position",
    "__version__",
    "game",
    "game_names",
    "make_player",
    "play_match",
    "player_names",
    "read_records",
    "solve",
]


def __getattr__(name: str) -> object:
    """Load a public name; raises `AttributeError` for any other."""
    if name == "__version__":
        value: object = import_module("sttt.distribution").version()
    elif name in _PLACES:
        value = getattr(import_module(_PLACES[name]), name)
    else:
        raise AttributeError(f"module 'sttt' has no attribute {name!r}; expected one of: {', '.join(__all__)}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, and those that every module has."""
    return sorted({*__all__, *globals()} - {"TYPE_CHECKING", "import_module", "_PLACES"})
