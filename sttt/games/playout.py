"""Random games, on which the contract of a game is tried."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic

from sttt.errors import shown
from sttt.games.game import Game, P, Turn

LONGEST = 5_000
"""Placements after which a game counts as one that does not end."""


@dataclass(frozen=True)
class Playout(Generic[P]):
    """A random game, placement by placement."""

    positions: tuple[P, ...]
    """The start, and the position after each placement."""
    placements: tuple[int, ...]
    seen: tuple[Hashable, ...]
    """The text of each position when it was reached."""

    def turns(self) -> Iterator[tuple[P, Turn, P]]:
        """Yield each whole turn between two positions; a placement that ends the game forfeits the rest of its turn."""
        turn: list[int | None] = []
        before = self.positions[0]
        for placement, after in zip(self.placements, self.positions[1:], strict=True):
            turn.append(placement)
            if after.result or len(turn) == before.left:
                yield before, (*turn, *(None,) * (before.left - len(turn))), after
                turn, before = [], after


Clause = Callable[[Game[P], Sequence[Playout[P]]], Iterator[str]]
"""Yields what is wrong; of several things the first one is told."""


class UnplayableError(Exception):
    """A game that cannot be played on."""


def told(error: BaseException) -> str:
    """Return what a stranger's error says, on one line."""
    return f"{type(error).__name__}: {shown(str(error), 120)[1:-1]}"


def play_out(game: Game[P], random: Random) -> Playout[P]:
    """Play a random game to its end; raises `UnplayableError` for one that has none."""
    positions, placements = [game.start()], list[int]()
    if positions[0].result:
        raise UnplayableError(f"the start has the result {positions[0].result}; expected a game that goes on")
    seen = [look_of(game, positions[0])]
    while not positions[-1].result:
        legal = positions[-1].legal_placements()
        if not legal:
            raise UnplayableError(
                f"no placement is legal {after_placements(placements)}, without a result; expected one of the two"
            )
        if len(placements) == LONGEST:
            raise UnplayableError(f"a game has no result after {LONGEST} placements; expected every game to end")
        placements.append(random.choice(legal))
        positions.append(positions[-1].play(placements[-1]))
        seen.append(look_of(game, positions[-1]))
    return Playout(tuple(positions), tuple(placements), tuple(seen))


def look_of(game: Game[P], position: P) -> Hashable:
    """Return all that a position shows of itself."""
    marks = game.shape.marks(position) if game.shape else None
    legal = tuple(position.legal_placements())
    return position.side, position.left, position.result, legal, game.format_position(position), marks


def after_placements(placements: Sequence[int]) -> str:
    """Say where in a game that is."""
    last = ", ".join(map(str, placements[-5:]))
    return f"after {len(placements)} placements, the last of them {last}" if placements else "at the start"


def at(playout: Playout[P], number: int) -> str:
    """Say where in a playout that is."""
    return after_placements(playout.placements[:number])


def every_position(playouts: Sequence[Playout[P]]) -> Iterator[tuple[str, P]]:
    """Yield every position with its place in words."""
    for playout in playouts:
        for number, position in enumerate(playout.positions):
            yield at(playout, number), position
