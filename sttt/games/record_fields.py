"""What a game record is made of, as plain JSON values: shared by the text notation and the JSON form.

Values that are None are left out, except ``result``. Reading refuses unknown keys and wrong types with `RecordError`.
"""

import math
from collections.abc import Callable, Iterable
from typing import Any

from sttt.errors import PositionError, RecordError, UnknownNameError
from sttt.games.ending import Ending
from sttt.games.game import Game, Result, Side, Turn
from sttt.games.record import Failure, GameRecord, TurnRecord

FindGame = Callable[[str], Game]
"""Finds a game by its name; raises `UnknownNameError`."""

HEADER_KEYS = ("game", "x", "o", "start", "seed", "result", "ending", "failure")
REQUIRED_KEYS = ("game", "x", "o", "start", "result", "ending")

_TEXT, _COUNT, _SECONDS = "a string", "an integer", "a finite number"

_PLAIN_KEYS = {"game": _TEXT, "x": _TEXT, "o": _TEXT, "start": _TEXT, "seed": _COUNT}
_TURN_KEYS = {
    "seconds": _SECONDS,
    "score": _COUNT,
    "depth": _COUNT,
    "nodes": _COUNT,
    "reason": _TEXT,
    "fault": _TEXT,
}
_FAILURE_KEYS = {"message": _TEXT, "seconds": _SECONDS}


def header(record: GameRecord) -> dict[str, Any]:
    """Return everything but the turns, in the order in which it is written."""
    data: dict[str, Any] = {"game": record.game, "x": record.x, "o": record.o, "start": record.start}
    if record.seed is not None:
        data["seed"] = record.seed
    data |= {"result": record.result, "ending": record.ending}
    if record.failure:
        data["failure"] = _present(record.failure, _FAILURE_KEYS)
    return data


def _present(thing: object, keys: dict[str, str]) -> dict[str, Any]:
    values = ((key, getattr(thing, key)) for key in keys)
    return {key: value for key, value in values if value is not None}


def turn_data(turn: TurnRecord) -> dict[str, Any]:
    """Return what is known about a turn besides its side and placements."""
    return _present(turn, _TURN_KEYS)


def write_turn(turn: Turn, game: Game) -> str:
    """Write the placements of a turn; one without any has no notation, and a counted turn always has some."""
    if not turn:
        raise RecordError("a turn has no placements; expected each as a placement or as forfeited")
    return game.format_turn(turn)


def read_turn(side: Any, notation: Any, data: dict[str, Any], game: Game, where: str) -> TurnRecord:
    """Build a turn from its side, its placements' notation and the rest; raises `RecordError`."""
    check_keys(data, _TURN_KEYS, (), where)
    try:
        turn = game.parse_turn(_checked(notation, _TEXT, f"{where}: turn"))
    except PositionError as error:
        raise RecordError(f"{where}: {error}") from error
    return TurnRecord(_member(Side, side, f"{where}: side"), turn, **_values(data, _TURN_KEYS, where))


def read_header(data: dict[str, Any], turns: tuple[TurnRecord, ...], where: str) -> GameRecord:
    """Build the record from its header's values and its turns; raises `RecordError`."""
    values = _values(data, _PLAIN_KEYS, where)
    ending = _member(Ending, data["ending"], f"{where}: ending")
    result = None if data["result"] is None else _member(Result, data["result"], f"{where}: result")
    return GameRecord(**values, turns=turns, result=result, ending=ending, failure=_read_failure(data, where))


def _read_failure(data: dict[str, Any], where: str) -> Failure | None:
    if "failure" not in data:
        return None
    failure, where = data["failure"], f"{where}: failure"
    check_object(failure, where)
    check_keys(failure, _FAILURE_KEYS, ("message",), where)
    return Failure(**_values(failure, _FAILURE_KEYS, where))


def game_of(data: dict[str, Any], find_game: FindGame, where: str) -> Game:
    """Find the game that the header names; raises `RecordError`."""
    try:
        return find_game(_checked(data["game"], _TEXT, f"{where}: game"))
    except UnknownNameError as error:
        raise RecordError(f"{where}: {error}") from error


def check_object(data: Any, where: str) -> None:
    """Refuse anything but a JSON object with `RecordError`."""
    if not isinstance(data, dict):
        raise RecordError(f"{where}: {data!r} is not a JSON object; expected one in braces")


def check_keys(data: dict[str, Any], known: Iterable[str], required: Iterable[str], where: str) -> None:
    """Refuse unknown and missing keys with `RecordError`."""
    for key in data:
        if key not in known:
            raise RecordError(f"{where}: unknown key {key!r}; expected one of: {', '.join(known)}")
    for key in required:
        if key not in data:
            raise RecordError(f"{where}: {key} is missing; expected: {', '.join(required)}")


def _values(data: dict[str, Any], kinds: dict[str, str], where: str) -> dict[str, Any]:
    return {key: _checked(data[key], kind, f"{where}: {key}") for key, kind in kinds.items() if key in data}


def _checked(value: Any, kind: str, where: str) -> Any:
    """Return a value of that kind; an integer number of seconds becomes a float. Truth values are no numbers."""
    if kind == _TEXT and isinstance(value, str):
        return value
    if kind == _COUNT and isinstance(value, int) and not isinstance(value, bool):
        return value
    if kind == _SECONDS and isinstance(value, int | float) and not isinstance(value, bool):
        return _finite(value, where)
    raise RecordError(f"{where} is {value!r}; expected {kind}")


def _finite(value: float, where: str) -> float:
    try:
        number = float(value)
    except OverflowError as error:
        raise RecordError(f"{where} is too large; expected {_SECONDS}") from error
    if not math.isfinite(number):  # JSON's 1e999 reads as infinity
        raise RecordError(f"{where} is {value!r}; expected {_SECONDS}")
    return number


def _member(kind: type[Any], value: Any, where: str) -> Any:
    try:
        return kind(value)
    except ValueError as error:
        known = ", ".join(member.value for member in kind)
        raise RecordError(f"{where} is {value!r}; expected one of: {known}") from error
