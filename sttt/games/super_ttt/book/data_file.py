"""The text files that ship: a JSON object that tells where the rest comes from, then a line for each position."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from sttt import strict_json
from sttt.errors import BookError, RecordError
from sttt.execution.foreign import read_regular, shorten, text_of
from sttt.strict_json import Json, JsonObject

FORMAT = 1


def read_lines(path: Path, kind: str) -> tuple[JsonObject, list[str]]:
    """Return a file's JSON object and its other lines; raises `BookError` if it is not of that `kind`."""
    try:
        header, *lines = text_of(read_regular(path, follow=True)).splitlines()
        origin = strict_json.load_object(header, "line 1")
    except OSError as error:
        raise BookError(f"{path}: {error.strerror}; expected {kind}") from error
    except (ValueError, RecordError) as error:
        raise BookError(f"{path} is not {kind}: {shorten(error)}; expected a JSON line, then positions") from error
    if origin.get("format") != FORMAT:
        raise BookError(f"{path} has format {origin.get('format')!r}; expected {FORMAT}")
    return origin, lines


def read_positions(path: Path, kind: str, pattern: re.Pattern[str], expected: str) -> tuple[JsonObject, dict[str, str]]:
    """Return a file's JSON object, and by each position's key the rest of its line, which a pattern describes."""
    origin, lines = read_lines(path, kind)
    for number, line in enumerate(lines, 2):
        if not pattern.fullmatch(line):
            raise BookError(f"{path}, line {number}: {shorten(line)!r} is no position; expected {expected}")
    return origin, dict(line.split(" ", 1) for line in lines)


def content(origin: Mapping[str, Json], lines: Iterable[str]) -> str:
    """Return what a file contains, its lines in a lasting order."""
    return "\n".join((json.dumps({**origin, "format": FORMAT}), *sorted(lines))) + "\n"
