"""Reading games from a file of any form: an archive, or JSON lines and text, recognized by its content."""

from collections.abc import Callable
from pathlib import Path

from sttt.arena.archive.archive import MOST_DAMAGED, Archive, Complain, refuse
from sttt.arena.archive.rows import Selection
from sttt.errors import RecordError
from sttt.execution.foreign import read_beginning, read_regular, shorten, text_of
from sttt.games.records.record import GameRecord, replay
from sttt.games.records.text import records_in
from sttt.players import registry

_SQLITE = b"SQLite format 3\x00"
"""First bytes of an SQLite file. Source: https://www.sqlite.org/fileformat.html, section 1.3."""


def read_records(path: Path | str, tournament: int | None = None, complain: Complain | None = None) -> list[GameRecord]:
    r"""Return the games in a file as `read_games` does, without their workers.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "games.txt")
    ...     tags = '[game "connect-four"]\n[x "Ada"]\n[o "Grace"]\n[start ""]\n[result "x"]\n[ending "line"]\n'
    ...     turns = [f"{number}. {'ox'[number % 2]} {2 - number % 2}" for number in range(1, 8)]
    ...     _ = file.write_text(tags + "\n".join(turns))
    ...     [(game.x, game.o, len(game.turns)) for game in read_records(file)]
    [('Ada', 'Grace', 7)]
    """
    return [record for record, _ in read_games(path, tournament, complain)]


def read_games(
    path: Path | str, tournament: int | None = None, complain: Complain | None = None
) -> list[tuple[GameRecord, str | None]]:
    """Return the games in a file, replayed by their rules, and the workers of a cluster that an archive names for them.

    Of an archive, only the games of `tournament` are read if that is given. With `complain`, a damaged game is reported
    to it, as by `Archive`, and left out. Raises `ArchiveError` or `RecordError` with the file's name, also if every
    game is damaged.
    """
    path = Path(path)
    try:
        is_archive = read_beginning(path, len(_SQLITE), follow=True) == _SQLITE
        content = b"" if is_archive else read_regular(path, follow=True)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}; expected a file of games") from error
    if is_archive:
        with Archive(path, read_only=True, complain=complain or refuse) as archive:
            return [(kept.record, kept.worker) for kept in archive.games(Selection(tournament))]
    if tournament is not None:
        raise RecordError(f"{path} is no archive, and only an archive has tournaments; expected one")
    return [(record, None) for record in _parse(content, path, complain)]


def _parse(content: bytes, path: Path, complain: Complain | None) -> list[GameRecord]:
    try:
        text = text_of(content)
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no text; expected games in an archive, as JSON lines or as text") from error
    records: list[GameRecord] = []
    faults: list[RecordError] = []
    for number, read in enumerate(records_in(text, registry.game), start=1):
        try:
            records.append(_replayed(read, number))
        except RecordError as error:
            faults.append(RecordError(f"{path}: {shorten(error)}"))
            if len(faults) > MOST_DAMAGED:
                break
    for fault in faults:
        if complain is None or not records or len(faults) > MOST_DAMAGED:
            raise fault
        complain(fault)
    return records


def _replayed(read: Callable[[], GameRecord], number: int) -> GameRecord:
    """Read a record and replay its game; raises `RecordError`."""
    record = read()
    try:
        replay(record, registry.game(record.game))
    except RecordError as error:
        raise RecordError(f"game {number}: {error}") from error
    return record
