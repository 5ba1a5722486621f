"""The file of what was learned: plain numbers, where they come from, and a checksum of both. Players read it."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from sttt import strict_json
from sttt.errors import RecordError, WeightsError
from sttt.execution.foreign import read_regular, replacing, text_of
from sttt.strict_json import Json, JsonObject

MOST_BYTES = 2**24
"""The size of the largest file of weights; those that ship have less than 300,000 bytes."""


def write_weights(path: Path, game: str, values: Mapping[str, Json], origin: Mapping[str, Json]) -> None:
    """Write learned values, with their origin, over a file; raises `WeightsError`."""
    content: Mapping[str, Json] = {"game": game, "origin": origin, "values": values}
    text = strict_json.dump({**content, "sha256": _checksum(content)}) + "\n"
    try:
        with replacing(path) as file:
            file.write(text.encode("ascii"))
    except OSError as error:
        raise WeightsError(f"{path}: {error.strerror}; expected a file that can be written") from error


def read_weights(path: Path, game: str) -> tuple[JsonObject, JsonObject]:
    """Return the values and the origin that a file holds for a game; raises `WeightsError`."""
    try:
        data = strict_json.load_object(text_of(read_regular(path, MOST_BYTES, follow=True)), str(path))
        checksum = data.pop("sha256", None)
        values, origin = (strict_json.check_object(data.get(key), f"{path}: {key}") for key in ("values", "origin"))
    except (OSError, UnicodeDecodeError, RecordError) as error:
        raise WeightsError(f"{path}: {error}; expected a file that sttt tune has written") from error
    if data.get("game") != game:
        raise WeightsError(f"{path}: of the game {data.get('game')!r}; expected {game}")
    if checksum != _checksum(data):
        raise WeightsError(f"{path}: does not have its checksum; expected a file as sttt tune has written it")
    return values, origin


def integers(values: JsonObject, key: str, count: int) -> list[int]:
    """Return the list of that many integers under a key; raises `WeightsError`."""
    found = values.get(key)
    if not isinstance(found, list) or len(found) != count or not all(type(one) is int for one in found):
        raise WeightsError(f"{key} is {found!r:.60}; expected a list of {count} integers")
    return found


def _checksum(content: Mapping[str, Json]) -> str:
    return hashlib.sha256(strict_json.dump(content).encode()).hexdigest()
