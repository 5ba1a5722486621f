"""Reading games back from whatever they were kept in: an archive, JSON lines or text, told by what is in the file."""

from pathlib import Path

from sttt import registry
from sttt.arena.archive.archive import Archive
from sttt.arena.archive.selection import Selection
from sttt.errors import RecordError
from sttt.games.record import GameRecord
from sttt.games.record_json import parse_json_lines
from sttt.games.record_text import parse_text

_SQLITE = b"SQLite format 3\x00"
"""How an SQLite file begins. Source: https://www.sqlite.org/fileformat.html, section 1.3."""


def read_records(path: Path, tournament: int | None = None) -> list[GameRecord]:
    """Return the games in a file, of an archive those of one tournament if its id is given.

    Raises `RecordError` naming the file and what is wrong, or `ArchiveError`.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}; expected a file of games") from error
    if content.startswith(_SQLITE):
        with Archive(path) as archive:
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
        return parse(text, registry.game)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error
