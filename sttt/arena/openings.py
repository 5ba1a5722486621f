"""Random openings: a match from many positions, for players that always begin alike."""

from random import Random
from typing import Any

from sttt.errors import PositionError
from sttt.games.game import Game

TRIES = 1000


def random_opening(game: Game, turns: int, seed: int) -> Any:
    """Return the position after so many turns, all legal placements being equally likely; the game is not over then.

    Raises `PositionError` where hardly any game lasts so long.
    """
    random = Random(seed)
    for _ in range(TRIES):
        position = game.start()
        for _ in range(turns):
            position = _after_random_turn(position, random)
        if position.result is None:
            return position
    raise PositionError(f"no game goes on after {turns} random turns; expected fewer")


def _after_random_turn(position: Any, random: Random) -> Any:
    side = position.side
    while position.side is side and position.result is None:
        position = position.play(random.choice(position.legal_placements()))
    return position
