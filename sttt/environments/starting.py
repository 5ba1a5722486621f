"""Where an episode starts."""

from collections.abc import Mapping
from typing import Any

from sttt.errors import PositionError
from sttt.games.game import Game, P

POSITION = "position"
"""The option of `reset` that is a position in the game's compact form; others are for wrappers, and left alone."""


def start_of(game: Game[P], options: Mapping[str, Any] | None) -> P:
    """Return the position that `reset`'s options ask for; raises `PositionError` if no game goes on from there."""
    text = (options or {}).get(POSITION)
    if text is None:
        return game.start()
    position = game.parse_position(text)
    if position.result is not None:
        raise PositionError(f"the game is over at {text!r}; expected a position in which it goes on")
    return position
