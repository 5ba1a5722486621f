"""Where an episode starts, and what is known of where it stands."""

from collections.abc import Mapping
from typing import Any

from sttt.errors import PositionError, shown
from sttt.games.game import Game, P
from sttt.games.knowledge import knowledge_of
from sttt.games.wording import verdict_data
from sttt.strict_json import JsonObject

POSITION = "position"
"""The option of `reset` that is a position in the game's compact form; others are for wrappers, and left alone."""


def start_of(game: Game[P], options: Mapping[str, Any] | None) -> P:
    """Return the position that `reset`'s options ask for; raises `PositionError` if no game goes on from there."""
    text = (options or {}).get(POSITION)
    if text is None:
        return game.start()
    if not isinstance(text, str):
        raise PositionError(f"the option {POSITION!r} is {shown(text)}; expected a text, {game.name}'s compact form")
    position = game.parse_position(text)
    if position.result is not None:
        raise PositionError(f"the game is over at {text!r}; expected a position in which it goes on")
    return position


def verdict_info(game: Game[P], position: P) -> JsonObject:
    """Return what an info says of a position: what ships and what has been found in this process, without a search."""
    return {"verdict": verdict_data(game, position, knowledge_of(game).of(position))}
