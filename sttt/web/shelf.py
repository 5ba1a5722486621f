"""The archive that the server was started with: its games listed, and one of them opened."""

from itertools import dropwhile, islice
from pathlib import Path

from sttt.arena.archive.archive import Archive, ArchivedGame
from sttt.arena.archive.selection import Selection
from sttt.errors import ArchiveError
from sttt.web.messages import ArchivedOut, ImportedOut, ShelfOut
from sttt.web.notation import of_record

PAGE = 50
"""Games listed at once."""


def listed(path: Path, player: str | None, after: int) -> ShelfOut:
    """List games, of one player if it is named, from the one behind game `after` on."""
    selection = Selection(players=(player,) if player else ())
    with Archive(path) as archive:
        games = archive.games(selection)
        if after:
            games = islice(dropwhile(lambda game: game.id != after, games), 1, None)
        page = list(islice(games, PAGE + 1))
    return ShelfOut(games=[_entry(game) for game in page[:PAGE]], more=len(page) > PAGE)


def opened(path: Path, number: int) -> ImportedOut:
    """Return one game, verified by its rules; raises `ArchiveError` if there is none of that number."""
    with Archive(path) as archive:
        for game in archive.games(Selection(ids=(number,))):
            return of_record(game.record)
    raise ArchiveError(f"the archive has no game {number}; expected the number of one that is listed")


def _entry(game: ArchivedGame) -> ArchivedOut:
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
