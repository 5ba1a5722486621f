"""Openings, random ones or all: a match from many positions, for players that always begin alike."""

from collections.abc import Hashable
from itertools import cycle, islice
from random import Random
from typing import Any

from sttt.errors import PositionError
from sttt.games.game import Game

TRIES = 1000


def random_openings(game: Game, turns: int, count: int, seed: int) -> list[Any]:
    """Return positions after so many turns, no two of which a symmetry of the game carries into each other.

    In each all legal placements were equally likely, and the game is not over. A shorter list is the beginning of a
    longer one. Where `TRIES` lots in a row bring nothing new, the list goes on from its beginning.
    Raises `PositionError` where hardly any game lasts so long.
    """
    random = Random(seed)
    found: dict[Hashable, Any] = {}
    in_vain = 0
    while len(found) < count and in_vain < TRIES:
        opening = _random_opening(game, turns, random)
        key = game.canonical(opening)
        in_vain = in_vain + 1 if key in found else 0
        found.setdefault(key, opening)
    return list(islice(cycle(found.values()), count))


def every_opening(game: Game, turns: int) -> list[Any]:
    """Return every unfinished position after so many turns of one placement, of symmetric ones the first."""
    found = {game.canonical(game.start()): game.start()}
    for _ in range(turns):
        behind: dict[Hashable, Any] = {}
        for position in found.values():
            for placement in position.legal_placements():
                after = position.play(placement)
                behind.setdefault(game.canonical(after), after)
        found = behind
    return [position for position in found.values() if position.result is None]


def _random_opening(game: Game, turns: int, random: Random) -> Any:
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
