"""The lines that a batch is asked with: queries about positions, and actions; ``docs/analysis.md`` describes them."""

import re
from typing import Annotated, Literal

import msgspec

from sttt import strict_json
from sttt.bounds import MOST_COUNT, MOST_DEPTH, MOST_SECONDS, MOST_SEED
from sttt.errors import QueryError, RecordError
from sttt.execution.foreign import shorten, text_of

LONGEST_LINE = 2**16
"""Bytes; a query about a whole game takes a few hundred."""

_EXPECTED = 'expected an object on one line, such as {"id": "a", "nodes": 1000}'

_FIELD = re.compile(r"at `\$\.(\w+)|field `(\w+)`")
"""Where msgspec says what is wrong: a path such as ``$.moves[3]``, or the name of a field that is missing."""

_Count = Annotated[int, msgspec.Meta(ge=1, le=MOST_COUNT)]
_Depth = Annotated[int, msgspec.Meta(ge=1, le=MOST_DEPTH)]
_Seconds = Annotated[float, msgspec.Meta(gt=0, le=MOST_SECONDS)]
_Seed = Annotated[int, msgspec.Meta(ge=-MOST_SEED, le=MOST_SEED)]
_Priority = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
_Turns = tuple[Annotated[int, msgspec.Meta(ge=0, le=LONGEST_LINE)], ...]


class Query(msgspec.Struct, frozen=True):
    """Asks what a player says of positions of a game; what is None is as the command's options have it."""

    id: str
    """The id of the answers."""
    game: str | None = None
    position: str | None = None
    """In the game's compact form; None is its start."""
    moves: tuple[str, ...] = ()
    """Turns from there on, in the game's notation."""
    analyze_turns: _Turns | None = None
    """After how many of the moves there is a position to analyze; None is after all of them."""
    player: str | None = None
    seconds: _Seconds | None = None
    nodes: _Count | None = None
    depth: _Depth | None = None
    seed: _Seed | None = None
    priority: _Priority = 0
    """The larger is done first, and of two that are equal what came first."""


class Terminate(msgspec.Struct, frozen=True):
    """Gives up a query that is not answered yet, or some of its turns."""

    id: str
    action: Literal["terminate"]
    terminate_id: str
    turn_numbers: _Turns | None = None
    """None is all of them."""


class QueryVersion(msgspec.Struct, frozen=True):
    """Asks what answers here."""

    id: str
    action: Literal["query_version"]


Line = Query | Terminate | QueryVersion

_ACTIONS: dict[str, type[Terminate | QueryVersion]] = {"terminate": Terminate, "query_version": QueryVersion}


def read_line(line: bytes) -> tuple[Line, tuple[str, ...]]:
    """Read a line, and the names of the fields in it that mean nothing; raises `QueryError`."""
    if len(line) > LONGEST_LINE:
        raise QueryError(f"the line has more than {LONGEST_LINE} bytes; expected a query")
    try:
        data = strict_json.load_object(text_of(line), "query")
    except UnicodeDecodeError as error:
        raise QueryError(f"byte {error.start} is no UTF-8; {_EXPECTED}") from error
    except RecordError as error:
        raise QueryError(f"{shorten(error)}; {_EXPECTED}") from error
    named = data.get("id")
    of = named if isinstance(named, str) else None
    kind = _kind(data["action"], of) if "action" in data else Query
    try:
        read = msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        found = _FIELD.search(str(error))
        raise QueryError(shorten(error), found and (found[1] or found[2]), of) from error
    return read, tuple(name for name in data if name not in kind.__struct_fields__)


def _kind(action: strict_json.Json, of: str | None) -> type[Line]:
    found = _ACTIONS.get(action) if isinstance(action, str) else None
    if found is None:
        raise QueryError(
            f"unknown action {shorten(repr(action))}; expected one of: {', '.join(_ACTIONS)}", "action", of
        )
    return found
