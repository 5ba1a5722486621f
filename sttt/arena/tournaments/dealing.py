"""Dealing games out to workers: small ones several at once, as many as are played in half a second or so."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sttt.arena.play.answer import Terms
from sttt.arena.play.match import Pairing
from sttt.execution.executor import Again
from sttt.execution.load import HoldUps, speed
from sttt.execution.place import place
from sttt.execution.provenance import provenance
from sttt.games.records.record import Ending, GameRecord

DEAL_SECONDS = 0.5
"""Seconds that the games of a deal should take: long beside what sending them costs, short enough to be lost."""
LONGEST_DEAL = 4 * DEAL_SECONDS
"""Seconds after which a worker gives back what it has not begun: games may take longer than those before them."""
MOST_DEALT = 256
"""Most games of a deal."""

TRIES = 3
"""Times that a game is played of which a loss on time may be the worker's fault; the last result stands."""
MOST_SPREAD = 2.0
"""Greatest ratio of a worker's speed to this machine's, or of this to that, at which its limits are scaled."""

Play = Callable[[Pairing, Terms], GameRecord]


@dataclass(frozen=True)
class Deal:
    """Games to be played by one worker, one after the other, each with its number in the tournament."""

    games: Sequence[tuple[int, Pairing]]
    tries: int = 1
    """Number of times that they have been played, this one included."""


@dataclass(frozen=True)
class FinishedGame:
    """A finished game, and the process that played it."""

    number: int
    """Number in the tournament."""
    record: GameRecord
    build: str
    """Build of the process."""
    worker: str | None = None
    """Name of the process on a cluster; None on this machine."""
    seconds: float = 0.0
    """Wall-clock time of the whole game, players made and closed."""


def play_deal(
    deal: Deal, play: Play, terms: Terms, reference: float | None = None
) -> list[FinishedGame] | Again[Deal, list[FinishedGame]]:
    """Play the games on any machine; their results depend on pairings, terms and provenance alone.

    With a `reference`, limits of time hold for a machine of that speed, and are scaled by this one's. A loss on time
    while this process was held up is not returned, but to be played again elsewhere, as what is left of a long deal.
    """
    named = {name for _, pairing in deal.games for name in (pairing.x, pairing.o) if name.endswith(".toml")}
    if absent := sorted(name for name in named if not Path(name).is_file()):
        return Again(deal, f"has no {absent[0]}; expected the same files there", unfit=True)
    if reference is not None:
        factor = reference / speed()
        if not 1 / MOST_SPREAD <= factor <= MOST_SPREAD:
            found = f"is {1 / factor:.2g} times as fast as this machine"
            return Again(deal, f"{found}; expected {1 / MOST_SPREAD:g} to {MOST_SPREAD:g} times", unfit=True)
        terms = terms.scaled(factor)
    finished: list[FinishedGame] = []
    doubted: list[tuple[int, Pairing]] = []
    with HoldUps() as held_up:
        begun = time.monotonic()
        for index, (number, pairing) in enumerate(deal.games):
            held_up.longest, started = 0.0, time.monotonic()
            if index and started - begun > LONGEST_DEAL:
                rest = [*doubted, *deal.games[index:]]
                return Again(Deal(rest, deal.tries + bool(doubted)), "has played for long", finished)
            record = play(pairing, terms)
            if record.ending is Ending.TIMEOUT and held_up.longest > terms.patience and deal.tries < TRIES:
                doubted.append((number, pairing))
                continue
            seconds = time.monotonic() - started
            finished.append(FinishedGame(number, record, str(provenance()), place(), seconds))
    return Again(Deal(doubted, deal.tries + 1), "was held up", finished) if doubted else finished


class Dealer(Iterator[Deal]):
    """Deals the games that are due, in order, and learns from those that have ended how many to deal at once."""

    def __init__(self, due: Mapping[int, Pairing]) -> None:
        """Take the games; those that are taken out of the mapping meanwhile are not dealt."""
        self._due = due
        self._numbers = iter(due)
        self._learned = 0
        self._size = 1

    def __next__(self) -> Deal:
        games: list[tuple[int, Pairing]] = []
        while len(games) < self._size and (number := next(self._numbers, None)) is not None:
            if number in self._due:
                games.append((number, self._due[number]))
        if not games:
            raise StopIteration
        return Deal(games)

    def learn(self, games: Sequence[FinishedGame]) -> None:
        """Choose the size of the next deals by how long these games took, twice as many as have ended at most."""
        self._learned += len(games)
        if games:
            mean = sum(game.seconds for game in games) / len(games)
            self._size = max(1, min(int(DEAL_SECONDS / max(mean, 1e-9)), 2 * self._learned, MOST_DEALT))
