"""Dealing games out to workers: small ones several at once, as many as are played in half a second or so."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sttt.arena.play.answer import Terms
from sttt.arena.play.match import Pairing
from sttt.execution.provenance import provenance
from sttt.games.records.record import GameRecord

DEAL_SECONDS = 0.5
"""Seconds that the games of a deal should take: long beside what sending them costs, short enough to be lost."""
MOST_DEALT = 64
"""Most games of a deal."""

Deal = Sequence[tuple[int, Pairing]]
"""Games to be played by one worker, one after the other, each with its number in the tournament."""
Play = Callable[[Pairing, Terms], GameRecord]


@dataclass(frozen=True)
class FinishedGame:
    """A finished game, and the process that played it."""

    number: int
    """Number in the tournament."""
    record: GameRecord
    build: str
    """Build of the process."""
    seconds: float = 0.0
    """Wall-clock time of the whole game, players made and closed."""


def play_deal(deal: Deal, play: Play, terms: Terms) -> list[FinishedGame]:
    """Play the games on any machine; their results depend on pairings, terms and provenance alone."""
    return [_play(number, pairing, play, terms) for number, pairing in deal]


def _play(number: int, pairing: Pairing, play: Play, terms: Terms) -> FinishedGame:
    started = time.monotonic()
    record = play(pairing, terms)
    return FinishedGame(number, record, str(provenance()), time.monotonic() - started)


class Dealer(Iterator[Deal]):
    """Deals the games that are due, in order, and learns from those that have ended how many to deal at once."""

    def __init__(self, due: Mapping[int, Pairing]) -> None:
        """Take the games; those that are taken out of the mapping meanwhile are not dealt."""
        self._due = due
        self._numbers = iter(due)
        self._size = 1

    def __next__(self) -> Deal:
        deal: list[tuple[int, Pairing]] = []
        while len(deal) < self._size and (number := next(self._numbers, None)) is not None:
            if number in self._due:
                deal.append((number, self._due[number]))
        if not deal:
            raise StopIteration
        return deal

    def learn(self, games: Sequence[FinishedGame]) -> None:
        """Choose the size of the next deals by how long these games took; it grows twofold at most."""
        mean = sum(game.seconds for game in games) / len(games)
        self._size = max(1, min(int(DEAL_SECONDS / max(mean, 1e-9)), 2 * len(games), MOST_DEALT))
