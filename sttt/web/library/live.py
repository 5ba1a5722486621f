"""A tournament that is going on, read from its archive: the table, who plays whom, and the games that have ended."""

import threading
from collections import deque
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path

from pydantic import BaseModel

from sttt.arena.archive.archive import Archive
from sttt.arena.statistics.head_to_head import enter, heads_to_heads
from sttt.arena.statistics.rating import rate
from sttt.arena.tournaments.plan import standings
from sttt.arena.tournaments.tournament import Tournament
from sttt.errors import ArchiveError
from sttt.web.library.archived import entry_of
from sttt.web.messages import ArchivedOut

LATEST = 40
"""Finished games that are listed, the latest first."""


@dataclass(frozen=True)
class Live:
    """The tournament that a server shows."""

    archive: Path
    number: int
    """In the archive."""
    jobs: int
    """Games at once."""


class StandingOut(BaseModel):
    """A player's place in the table."""

    player: str
    points: int
    won: int
    drawn: int
    lost: int
    elo: float | None
    error: float | None
    """Half of the 95 % interval."""


class WorkerOut(BaseModel):
    """The games that a worker of a cluster has played."""

    worker: str
    games: int
    time_losses: int
    nodes_per_second: float | None


class PairingOut(BaseModel):
    """A game that is due."""

    x: str
    o: str


class LiveOut(BaseModel):
    """The progress of a tournament."""

    game: str
    format: str
    played: int
    listed: int
    """Games in the rounds so far, those to come included."""
    over: bool
    standings: list[StandingOut]
    under_way: list[PairingOut]
    """The next due: as many as are played at once."""
    finished: list[ArchivedOut]
    champion: str | None
    """Who has won a knockout."""
    workers: list[WorkerOut]
    """None where the games are played on one machine."""


@dataclass
class _Followed:
    """The state of a tournament; it grows with each question."""

    tournament: Tournament
    last: int = 0
    """The id of the game that was entered last."""
    latest: deque[ArchivedOut] = field(default_factory=lambda: deque(maxlen=LATEST))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.comparisons = heads_to_heads([])

    def take_in(self, archive: Archive) -> None:
        """Take in what has been added to the archive."""
        for game in archive.added(self.tournament.number, self.last):
            self.last = game.id
            self.latest.appendleft(entry_of(game))
            enter(self.comparisons, game.record)
            self.tournament.follow(game)


@cache
def _followed(live: Live) -> _Followed:
    with Archive(live.archive, read_only=True) as archive:
        for kept in archive.tournaments():
            if kept.id == live.number:
                return _Followed(Tournament(kept.plan, archive, kept.id))
    raise ArchiveError.of("live.no-tournament", number=live.number)


def progress(live: Live | None) -> LiveOut:
    """Return how far the tournament has come by now; raises `ArchiveError` where none is shown."""
    if live is None:
        raise ArchiveError.of("live.none")
    followed = _followed(live)
    with followed.lock:
        with Archive(live.archive, read_only=True) as archive:
            followed.take_in(archive)
        return _shown(followed, live.jobs)


def _shown(followed: _Followed, jobs: int) -> LiveOut:
    tournament = followed.tournament
    plan, due = tournament.plan, tournament.due
    ratings = {one.name: one for one in rate(both.pair_results() for both in followed.comparisons.values()).ratings}
    table = [(one, ratings.get(one.player)) for one in standings(plan.players, tournament.played)]
    return LiveOut(
        game=plan.game,
        format=plan.format,
        played=len(tournament.played),
        listed=tournament.listed,
        over=not due,
        standings=[
            StandingOut(
                player=one.player,
                points=one.points,
                won=one.won,
                drawn=one.drawn,
                lost=one.lost,
                elo=rating.elo if rating else None,
                error=rating.error if rating else None,
            )
            for one, rating in table
        ],
        under_way=[PairingOut(x=one.x, o=one.o) for one in islice(due.values(), jobs)],
        finished=list(followed.latest),
        champion=tournament.champion,
        workers=[WorkerOut.model_validate(one) for one in tournament.workers.to_json()],
    )
