"""Reading games back from whatever they were kept in: an archive, JSON lines or text, told by what is in the file."""

from pathlib import Path

from sttt.arena.archive.archive import Archive, Complain, refuse
from sttt.arena.archive.rows import Selection
from sttt.errors import RecordError
from sttt.execution.foreign import read_regular, shorten
from sttt.games.records.json_lines import parse_json_lines
from sttt.games.records.record import GameRecord, replay
from sttt.games.records.text import parse_text
from sttt.players import registry

_SQLITE = b"SQLite format 3\x00"
"""How an SQLite file begins. Source: https://www.sqlite.org/fileformat.html, section 1.3."""


def read_records(path: Path, tournament: int | None = None, complain: Complain = refuse) -> list[GameRecord]:
    """Return the games in a file, replayed by their rules, of an archive those of one tournament if its id is given.

    What is wrong with a game in an archive is complained of, as `Archive` does. Raises `RecordError` naming the file
    and what is wrong, or `ArchiveError`.
    """
    try:
        is_archive = read_regular(path, len(_SQLITE), follow=True) == _SQLITE
        content = b"" if is_archive else read_regular(path, follow=True)
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}; expected a file of games") from error
    if is_archive:
        with Archive(path, read_only=True, complain=complain) as archive:
            return [kept.record for kept in archive.games(Selection(tournament))]
    if tournament is not None:
        raise RecordError(f"{path} is no archive, and only an archive has tournaments; expected one")
    return _parse(content, path)


def _parse(content: bytes, path: Path) -> list[GameRecord]:
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no text; expected games in an archive, as JSON lines or as text") from error
    parse = parse_json_lines if text.lstrip().startswith("{") else parse_text
    try:
        records = parse(text, registry.game)
    except RecordError as error:
        raise RecordError(f"{path}: {shorten(error)}") from error
    for number, record in enumerate(records, start=1):
        try:
            replay(record, registry.game(record.game))
        except RecordError as error:
            raise RecordError(f"{path}: game {number}: {error}") from error
    return records
