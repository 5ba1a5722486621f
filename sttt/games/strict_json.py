"""JSON as records use it: ASCII out, and in nothing that would not come out the same way again."""

import json
from typing import Any

from sttt.errors import RecordError


def dump(value: object) -> str:
    """Write a value as JSON in ASCII; floats in the shortest form that reads back as the same number."""
    return json.dumps(value, allow_nan=False)


def load(source: str, where: str) -> Any:
    """Read one JSON value, refusing NaN, infinities and repeated keys; raises `RecordError`."""
    try:
        return json.loads(source, object_pairs_hook=_without_repeats, parse_constant=_refuse_constant)
    except RecordError as error:
        raise RecordError(f"{where}: {error}") from error
    except json.JSONDecodeError as error:
        raise RecordError(f"{where}: {error.msg} at character {error.pos}; expected JSON") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{where}: {error}; expected JSON of ordinary size") from error


def load_object(source: str, where: str) -> dict[str, Any]:
    """Read one JSON object; raises `RecordError`."""
    data = load(source, where)
    if not isinstance(data, dict):
        raise RecordError(f"{where}: {data!r} is not a JSON object; expected one in braces")
    return data


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise RecordError("a key occurs twice; expected each at most once")
    return data


def _refuse_constant(name: str) -> None:
    raise RecordError(f"{name} is not a number; expected a finite one")
