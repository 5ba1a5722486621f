"""JSON values, and strict JSON text: ASCII out, and in nothing that would not come out the same way again."""

import json
from collections.abc import Mapping, Sequence
from typing import Union

from sttt.errors import Phrase, RecordError, shown

Json = Union[Mapping[str, "Json"], Sequence["Json"], str, int, float, bool, None]  # noqa: UP007 - it names itself
"""A value that JSON can say."""
JsonObject = dict[str, Json]


def dump(value: object) -> str:
    """Write a value as JSON in ASCII; floats in the shortest form that reads back as the same number."""
    return json.dumps(value, allow_nan=False)


def load(source: str, where: str | Phrase) -> Json:
    """Read one JSON value, refusing NaN, infinities and repeated keys; raises `RecordError`."""
    try:
        value: Json = json.loads(source, object_pairs_hook=_without_repeats, parse_constant=_refuse_constant)
    except RecordError as error:
        raise RecordError.of("at", where=where, reason=error) from error
    except json.JSONDecodeError as error:
        raise RecordError.of("json.syntax", where=where, problem=error.msg, number=error.pos) from error
    except (ValueError, RecursionError) as error:
        raise RecordError.of("json.size", where=where, problem=str(error)) from error
    return value


def load_object(source: str, where: str | Phrase) -> JsonObject:
    """Read one JSON object; raises `RecordError`."""
    return check_object(load(source, where), where)


def check_object(data: Json, where: str | Phrase) -> JsonObject:
    """Refuse anything but a JSON object with `RecordError`."""
    if not isinstance(data, dict):
        raise RecordError.of("json.object", where=where, data=shown(data))
    return data


def _without_repeats(pairs: list[tuple[str, Json]]) -> JsonObject:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise RecordError.of("json.twice")
    return data


def _refuse_constant(name: str) -> None:
    raise RecordError.of("json.constant", name=name)
