"""The games of an archive that a server offers."""

import logging
from functools import lru_cache
from itertools import islice
from pathlib import Path

from sttt.arena.archive.archive import MOST_DAMAGED, Archive
from sttt.arena.archive.rows import ArchivedGame, Selection
from sttt.errors import ArchiveError, StttError
from sttt.web.messages import ArchivedOut, ImportedOut, ShelfOut
from sttt.web.notation import of_record

PAGE = 50
"""Games listed at once."""


def listed(path: Path, player: str | None, after: int) -> ShelfOut:
    """List games, of one player if it is named, from the one after game `after` on."""
    selection = Selection(players=(player,) if player else ())
    with Archive(path, read_only=True, complain=_name) as archive:
        page = list(islice(archive.games(selection, after or None), PAGE + 1))
    return ShelfOut(games=[entry_of(game) for game in page[:PAGE]], more=len(page) > PAGE)


def opened(path: Path, number: int) -> ImportedOut:
    """Return one game, verified by its rules; raises `ArchiveError` if there is none of that number."""
    with Archive(path, read_only=True) as archive:
        for game in archive.games(Selection(ids=(number,))):
            return of_record(game.record)
    raise ArchiveError.of("archive.no-game", number=number)


@lru_cache(maxsize=MOST_DAMAGED)
def _name_once(damage: str) -> None:
    """Say once which game is not listed, and why."""
    logging.getLogger(__name__).warning("sttt: %s; it is left out", damage)


def _name(damage: StttError) -> None:
    _name_once(str(damage))


def entry_of(game: ArchivedGame) -> ArchivedOut:
    """Return a game of an archive as it is listed."""
    record = game.record
    return ArchivedOut(
        id=game.id,
        tournament=game.tournament,
        game=record.game,
        x=record.x,
        o=record.o,
        result=record.result,
        turns=len(record.turns),
    )
