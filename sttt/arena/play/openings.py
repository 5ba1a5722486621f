"""Openings: starting positions of games, drawn at random when needed, or all positions of a length."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from sttt import bounds
from sttt.errors import PositionError
from sttt.games.game import Game, Position

TRIES = 1000


class Openings(Protocol):
    """A list of openings, finite or infinite."""

    def __getitem__(self, index: int, /) -> Position:
        """Return the opening with this index, counted from 0."""


@dataclass
class RandomOpenings:
    """Distinct positions after `turns` random turns; none is a symmetric image of another.

    At each step every legal placement is equally likely, and the game is not over. The openings depend on the seed
    alone, and are drawn one after another, as many as are asked for. After `TRIES` attempts in a row without a new one,
    they repeat from the first.
    """

    game: Game
    turns: int
    seed: int
    distinct: int | None = field(default=None, init=False, compare=False)
    """Number of openings before they repeat; None until that is known."""
    _drawn: list[Position] = field(default_factory=list, init=False, repr=False, compare=False)
    _keys: set[Hashable] = field(default_factory=set, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Raise `ValueError` (`NumberError`) for an invalid number of turns or seed."""
        bounds.count(self.turns, "random turns", least=0)
        self._random = Random(bounds.seed(self.seed))

    def __getitem__(self, index: int) -> Position:
        """Return the opening with this index, counted from 0; draw all up to it that have not been drawn.

        Raises `PositionError` if (almost) no game lasts that long.
        """
        while index >= len(self._drawn) and self.distinct is None:
            self._draw()
        return self._drawn[index % len(self._drawn)]

    def _draw(self) -> None:
        """Draw one more opening, or note that there are no others."""
        for _ in range(TRIES):
            opening = _random_opening(self.game, self.turns, self._random)
            key = self.game.canonical(opening)
            if key not in self._keys:
                self._keys.add(key)
                self._drawn.append(opening)
                return
        self.distinct = len(self._drawn)


def random_openings(game: Game, turns: int, count: int, seed: int) -> list[Position]:
    """Return the first `count` of `RandomOpenings`: a shorter list is a prefix of a longer one."""
    openings = RandomOpenings(game, turns, seed)
    return [openings[index] for index in range(bounds.count(count, "count", least=0))]


def every_opening(game: Game, turns: int) -> list[Position]:
    """Return every unfinished position after `turns` turns of one placement; of symmetric ones, the first."""
    found = {game.canonical(game.start()): game.start()}
    for _ in range(turns):
        deeper: dict[Hashable, Position] = {}
        for position in found.values():
            for placement in position.legal_placements():
                after = position.play(placement)
                deeper.setdefault(game.canonical(after), after)
        found = deeper
    return [position for position in found.values() if position.result is None]


def _random_opening(game: Game, turns: int, random: Random) -> Position:
    for _ in range(TRIES):
        position: Position = game.start()
        for _ in range(turns):
            position = _after_random_turn(position, random)
            if position.result is not None:
                break
        if position.result is None:
            return position
    raise PositionError(f"no game goes on after {turns} random turns; expected fewer")


def _after_random_turn(position: Position, random: Random) -> Position:
    side = position.side
    while position.side is side and position.result is None:
        position = position.play(random.choice(position.legal_placements()))
    return position
