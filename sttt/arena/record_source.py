"""Reading games back from whatever they were kept in."""

from pathlib import Path

from sttt import registry
from sttt.errors import RecordError
from sttt.games.record import GameRecord
from sttt.games.record_json import parse_json_lines
from sttt.games.record_text import parse_text


def read_records(path: Path) -> list[GameRecord]:
    """Return the games in a file of JSON lines or of text; raises `RecordError` naming the file and what is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}; expected a file of games") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no text; expected a file of games as JSON lines or text") from error
    parse = parse_json_lines if text.lstrip().startswith("{") else parse_text
    try:
        return parse(text, registry.game)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error
