"""Game records as JSON: one object per record, in a file of many one object per line.

{"version": 1, "game": "super-ttt", "x": "random", "o": "offensive", "start": "........./...:x2", "seed": 7,
 "result": "x", "ending": "line", "turns": [{"side": "x", "turn": "55+51", "seconds": 0.001}, ...]}

Values that are None are left out, except ``result``. Reading refuses unknown keys and wrong types with `RecordError`.
The text form has the same keys and values, read and written by what is public here. ``docs/records.md`` describes both,
``record.schema.json`` the objects.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar, cast

from sttt import bounds, strict_json
from sttt.errors import BookError, NumberError, Phrase, PositionError, RecordError, UnknownNameError, shown
from sttt.execution.foreign import open_to_go_on, read_whole
from sttt.games.game import Game, Result, Side, Turn
from sttt.games.records.record import (
    LONGEST_NAME,
    LONGEST_TEXT,
    Ending,
    Failure,
    GameRecord,
    TurnRecord,
    is_name,
)
from sttt.strict_json import Json, JsonObject, check_object

_Word = TypeVar("_Word", bound=StrEnum)

FindGame = Callable[[str], Game]
"""Finds a game by its name; raises `UnknownNameError`."""

VERSION = 1
"""Of the format. A record that names none is of version 1; one of a later version is refused."""

RECORD = Phrase("where.record")

HEADER_KEYS = ("version", "game", "x", "o", "start", "seed", "result", "ending", "failure")
REQUIRED_KEYS = ("game", "x", "o", "start", "result", "ending")

_TEXT, _COUNT = Phrase("kind.text"), Phrase("kind.count")
_SEED = Phrase("kind.seed")
"""Of any size: it is kept and compared, and nothing is computed with it."""
_SECONDS = Phrase("kind.seconds", {"most": round(bounds.MOST_SECONDS)})
_NAME = Phrase("kind.name", {"most": LONGEST_NAME})
_WORDS = Phrase("kind.words", {"most": LONGEST_TEXT})

_PLAIN_KEYS = {"game": _TEXT, "x": _NAME, "o": _NAME, "start": _TEXT, "seed": _SEED}
_TURN_KEYS = {
    "seconds": _SECONDS,
    "score": _COUNT,
    "depth": _COUNT,
    "nodes": _COUNT,
    "reason": _WORDS,
    "fault": _WORDS,
}
_FAILURE_KEYS = {"message": _WORDS, "seconds": _SECONDS}


def header(record: GameRecord) -> JsonObject:
    """Return everything but the turns, in the order in which it is written."""
    data: JsonObject = {"version": VERSION}
    data |= {"game": record.game, "x": record.x, "o": record.o, "start": record.start}
    if record.seed is not None:
        data["seed"] = record.seed
    data |= {"result": record.result, "ending": record.ending}
    if record.failure:
        data["failure"] = _present(record.failure, _FAILURE_KEYS)
    return data


def _present(thing: object, keys: dict[str, Phrase]) -> JsonObject:
    values = ((key, getattr(thing, key)) for key in keys)
    return {key: value for key, value in values if value is not None}


def turn_data(turn: TurnRecord) -> JsonObject:
    """Return what is known about a turn besides its side and placements."""
    return _present(turn, _TURN_KEYS)


def write_turn(turn: Turn, game: Game) -> str:
    """Write the placements of a turn; one without any has no notation, and a counted turn always has some."""
    if not turn:
        raise RecordError.of("record.no-placements")
    return game.format_turn(turn)


def read_turn(side: Json, notation: Json, data: JsonObject, game: Game, where: Phrase) -> TurnRecord:
    """Build a turn from its side, its placements' notation and the rest; raises `RecordError`."""
    check_keys(data, _TURN_KEYS, (), where)
    try:
        turn = game.parse_turn(_text(notation, _key(where, "turn")))
    except PositionError as error:
        raise RecordError.of("at", where=where, reason=error) from error
    return TurnRecord(_member(Side, side, _key(where, "side")), turn, **_values(data, _TURN_KEYS, where))


def read_header(data: JsonObject, turns: tuple[TurnRecord, ...], where: Phrase) -> GameRecord:
    """Build the record from its header's values and its turns; raises `RecordError`."""
    values = _values(data, _PLAIN_KEYS, where)
    ending = _member(Ending, data["ending"], _key(where, "ending"))
    result = None if data["result"] is None else _member(Result, data["result"], _key(where, "result"))
    return GameRecord(**values, turns=turns, result=result, ending=ending, failure=_read_failure(data, where))


def _read_failure(data: JsonObject, where: Phrase) -> Failure | None:
    if "failure" not in data:
        return None
    where = _key(where, "failure")
    failure = check_object(data["failure"], where)
    check_keys(failure, _FAILURE_KEYS, ("message",), where)
    return Failure(**_values(failure, _FAILURE_KEYS, where))


def game_of(data: JsonObject, find_game: FindGame, where: Phrase) -> Game:
    """Find the game that the header names; raises `RecordError`."""
    try:
        return find_game(_text(data["game"], _key(where, "game")))
    except UnknownNameError as error:
        raise RecordError.of("at", where=where, reason=error) from error


def check_version(data: JsonObject, where: Phrase) -> None:
    """Refuse a record of another version with `RecordError`, before anything in it that only that one knows."""
    version = data.get("version", 1)
    if _checked(version, _COUNT, _key(where, "version")) != VERSION:
        raise RecordError.of("record.version", where=where, version=shown(version), expected=VERSION)


def check_keys(data: JsonObject, known: Iterable[str], required: Iterable[str], where: Phrase) -> None:
    """Refuse unknown and missing keys with `RecordError`."""
    for key in data:
        if key not in known:
            raise RecordError.of("record.key", where=where, key=key, known=", ".join(known))
    for key in required:
        if key not in data:
            raise RecordError.of("record.missing", where=where, key=key, required=", ".join(required))


def _values(data: JsonObject, kinds: dict[str, Phrase], where: Phrase) -> dict[str, Any]:  # each is of its key's kind
    return {key: _checked(data[key], kind, _key(where, key)) for key, kind in kinds.items() if key in data}


def _key(where: Phrase, key: str) -> Phrase:
    return Phrase("where.key", {"where": where, "key": key})


def _text(value: Json, where: Phrase) -> str:
    if not isinstance(value, str):
        raise RecordError.of("record.value", where=where, value=shown(value), kind=_TEXT)
    return value


def _checked(value: Json, kind: Phrase, where: Phrase) -> str | float:
    """Return a value of that kind; an integer number of seconds becomes a float. Truth values are no numbers."""
    if kind == _TEXT:
        return _text(value, where)
    if isinstance(value, str) and (
        (kind == _NAME and is_name(value)) or (kind == _WORDS and len(value) <= LONGEST_TEXT)
    ):
        return value
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    if kind == _SEED and is_integer:
        return cast("int", value)
    if kind == _COUNT and is_integer and abs(cast("int", value)) <= bounds.MOST_SEED:
        return cast("int", value)
    if kind == _SECONDS and isinstance(value, int | float):
        with suppress(NumberError):
            return bounds.seconds_or_none(value, "seconds")
    raise RecordError.of("record.value", where=where, value=shown(value), kind=kind)


def _member(kind: type[_Word], value: Json, where: Phrase) -> _Word:
    try:
        return kind(value)  # type: ignore[arg-type] # anything but one of its words is refused
    except ValueError as error:
        known = ", ".join(member.value for member in kind)
        raise RecordError.of("record.word", where=where, value=shown(value), known=known) from error


def format_json(record: GameRecord, game: Game) -> str:
    """Write the record as one line of JSON, without a line break."""
    turns = [{"side": turn.side, "turn": write_turn(turn.turn, game), **turn_data(turn)} for turn in record.turns]
    return strict_json.dump({**header(record), "turns": turns})


def parse_json(line: str, find_game: FindGame) -> GameRecord:
    """Read one record; raises `RecordError` saying what is wrong with which key."""
    data = strict_json.load_object(line, RECORD)
    check_version(data, RECORD)
    turns = data.pop("turns", None)
    if not isinstance(turns, list):
        raise RecordError.of("record.turns", where=RECORD, turns=shown(turns))
    check_keys(data, HEADER_KEYS, REQUIRED_KEYS, RECORD)
    game = game_of(data, find_game, RECORD)
    read = (
        _read_turn(item, game, Phrase("where.turn", {"number": number})) for number, item in enumerate(turns, start=1)
    )
    return read_header(data, tuple(read), RECORD)


def _read_turn(data: Json, game: Game, where: Phrase) -> TurnRecord:
    data = check_object(data, where)
    rest = {key: value for key, value in data.items() if key not in ("side", "turn")}
    return read_turn(data.get("side"), data.get("turn"), rest, game, where)


def parse_line(number: int, line: str, find_game: FindGame) -> GameRecord:
    """Read the record in a line of a file; raises `RecordError` naming the line."""
    try:
        return parse_json(line, find_game)
    except RecordError as error:
        raise RecordError.of("at", where=Phrase("where.line", {"number": number}), reason=error) from error


MOST_WORK = 2**28
"""Bytes of a work file that are taken in."""


class WorkFile:
    """The lines that earlier runs have written, and where this run's go. Not for use by two processes at once.

    What a killed run was writing is a last line without an end: it is left out, and the next line takes its place.
    """

    def __init__(self, path: Path, head: str = "") -> None:
        """Open the file, or begin it; raises `BookError` if it cannot be read or written.

        A `head` is its first line, which says what it is of and is none of `lines`; another is refused likewise.
        """
        self._path = path
        try:
            self._file = open_to_go_on(path)
            whole = b"".join(read_whole(self._file, MOST_WORK).rpartition(b"\n")[:2])
        except OSError as error:
            raise BookError(f"{path}: {error.strerror}; expected a file to keep the work in") from error
        self._file.seek(len(whole))
        self.lines = whole.decode("utf-8", "replace").splitlines()
        if head:
            self._begin(path, head)

    def _begin(self, path: Path, head: str) -> None:
        if not self.lines:
            self.append(head)
        elif self.lines[0] != head:
            self.close()
            raise BookError(f"{path}: line 1 is {self.lines[0][:200]!r}; expected {head!r}, or no such file")
        self.lines = self.lines[1:]

    def append(self, line: str) -> None:
        """Write a line at once; raises `BookError`."""
        try:
            self._file.write(f"{line}\n".encode())
            self._file.truncate()
            self._file.flush()
        except OSError as error:
            raise BookError(f"{self._path}: {error.strerror}; expected room for the work") from error

    def close(self) -> None:
        """Close the file, whatever of it could not be written: that has been told."""
        with suppress(OSError):
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
