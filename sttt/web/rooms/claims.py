"""The content of a room's file, checked: the turns replayed by the rules, and nothing in it that no game comes to.

A file has times of day, a room those of the monotonic clock: they are changed into each other here. A moment that is
said to be still to come is taken as this one, so that no clock shows more than it had.
"""

import re
import time
from dataclasses import asdict

from sttt.execution.foreign import read_json
from sttt.games.game import Result, Side
from sttt.strict_json import dump
from sttt.web.rooms.room import Room, RoomError, visible
from sttt.web.socket_messages import LAST_GAME, LONGEST_INCREMENT, LONGEST_MINUTES, LONGEST_PERSON

_TOKEN = re.compile(r"[A-Za-z0-9_-]{8,80}")
_SIDES = {side.value for side in Side}
_OFFERS = {"draw", "rematch"}


def written(room: Room) -> bytes:
    """Return what is written down of a room."""
    ahead = time.time() - time.monotonic()
    since = None if room.since is None else room.since + ahead
    return dump({**asdict(room), "since": since, "touched": room.touched + ahead}).encode()


def checked(data: bytes, name: str) -> Room:
    """Return the room of that name; raises `StttError` for a file that no room has left."""
    room = read_json(data, Room, name, RoomError)
    _check_names(room, name)
    _check_game(room)
    _check_end(room)
    _check_clocks(room)
    room.since, room.touched = _moment(room.since or None), _moment(room.touched) or 0.0
    return room


def _moment(said: float | None) -> float | None:
    """Return a time of day as one of the monotonic clock: now at the latest."""
    return None if said is None else time.monotonic() - max(0.0, time.time() - said)


def _demand(holds: bool, wrong: str, expected: str) -> None:  # noqa: FBT001 - reads as a sentence
    if not holds:
        raise RoomError(f"{wrong}; expected {expected}")


def _check_names(room: Room, name: str) -> None:
    tokens = room.tokens
    _demand(room.name == name, "it has another name", "that of its file")
    _demand(tokens.keys() == _SIDES, "it has other seats", "x and o")
    _demand(all(map(_TOKEN.fullmatch, tokens.values())), "a seat's token is none", "8 to 80 letters, digits, - or _")
    _demand(tokens["x"] != tokens["o"], "both seats have one token", "two different ones")
    named = room.names.keys() <= set(tokens.values()) and all(one == visible(one) for one in room.names.values())
    _demand(named, "a name is none, or nobody's", f"up to {LONGEST_PERSON} visible characters, by token")


def _check_game(room: Room) -> None:
    _demand(1 <= room.number <= LAST_GAME, f"number is {room.number}", f"1 to {LAST_GAME}")
    room.table()  # raises what the rules say against the turns
    over = room.result is not None
    allowed = {"rematch"} if over else {"draw"}
    sound = room.offers.keys() <= allowed and set(room.offers.values()) <= _SIDES
    _demand(sound, "there is an offer that nobody can make now", f"{' or '.join(allowed)}, by x or o")


def _check_end(room: Room) -> None:
    now, result, ended = room.table().now, room.result, room.ended
    if now.result:
        _demand((result, ended) == (now.result, None), "the result is not what the turns led to", f"{now.result}")
        return
    ways = {
        (None, None),
        (Result.DRAW.value, "agreed"),
        *((Result.win(side).value, "resigned") for side in Side),
        *([(Result.win(now.side.other).value, "time")] if room.minutes and not room.left.get(now.side) else []),
    }
    _demand((result, ended) in ways, f"no turn led to the result {result}", "none, or one agreed or given up")


def _check_clocks(room: Room) -> None:
    if room.minutes is None:
        _demand(not room.left and not room.since, "there is a clock without a time for it", "minutes")
        return
    _demand(0 <= room.increment <= LONGEST_INCREMENT, f"increment is {room.increment}", f"up to {LONGEST_INCREMENT}")
    _demand(0 < room.minutes <= LONGEST_MINUTES, f"minutes are {room.minutes}", f"up to {LONGEST_MINUTES}")
    _demand(room.left.keys() == _SIDES, "not each side has a clock", "one for x and one for o")
    most = 60 * room.minutes + room.increment * len(room.turns)
    sound = all(0 <= seconds <= most for seconds in room.left.values())
    _demand(sound, "a clock has a time that it never had", f"0 to {most:g} seconds")
    runs = bool(room.turns) and room.result is None
    _demand(bool(room.since) == runs, "a clock runs or stands at the wrong time", "one that runs between two turns")
    _demand(room.since is None or room.since >= 0, f"since is {room.since}", "a time of day")
    fresh = dict.fromkeys(_SIDES, 60 * room.minutes)
    _demand(bool(room.turns) or room.left == fresh, "time is gone before the first turn", "all of it")
