"""Rooms as files: claims that are checked, for their owner's eyes alone, kept by one server at a time."""

import errno
import json
import logging
import os
import socket
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.browser import served
from support.command import STTT
from support.room_guest import enter, make

from sttt.games.game import Side
from sttt.web.rooms import MOST_ROOMS, RoomError, Rooms
from sttt.web.rooms.claims import checked, written
from sttt.web.rooms.room import Room
from sttt.web.socket_messages import RoomActionIn, RoomIn

WISH = RoomIn(game="four-by-four", side=Side.X)

TOKENS = {"x": "a" * 24, "o": "b" * 24}


def played(turns: int = 2) -> Room:
    room = Room("room", "four-by-four", dict(TOKENS), 5.0)
    for at in range(turns):
        room.place((Side.X, Side.O)[at % 2], [at], at, time.monotonic())
    return room


def test_a_room_is_read_as_it_was_written() -> None:
    room = played()
    again = checked(written(room), "room")
    assert again.since == pytest.approx(room.since, abs=1)
    again.since, again.touched = room.since, room.touched
    assert again == room


@pytest.mark.parametrize(
    "claim",
    [
        {"result": "x"},
        {"result": "o", "ended": "time"},
        {"result": "draw", "ended": "resigned"},
        {"result": "x", "ended": "agreed"},
        {"ended": "resigned"},
        {"turns": [[0], [0]]},
        {"turns": [[99]]},
        {"turns": [[0, 1]]},
        {"left": {"x": 1e9, "o": 300.0}},
        {"left": {"x": -1.0, "o": 300.0}},
        {"left": {}, "minutes": 5.0, "since": -5.0},
        {"minutes": None},
        {"minutes": 1e6},
        {"minutes": -5.0},
        {"since": None},
        {"since": -1.0},
        {"turns": []},
        {"offers": {"rematch": "x"}},
        {"offers": {"draw": "z"}},
        {"offers": {"cake": "x"}},
        {"number": 0},
        {"number": 10**9},
        {"name": "other"},
        {"tokens": {"x": "a" * 24, "o": "a" * 24}},
        {"tokens": {"x": "", "o": "b" * 24}},
        {"tokens": {"x": "a" * 24}},
        {"game": "nothing"},
        {"increment": -1.0},
        {"increment": 1e6},
        {"names": {"nobody": "Ann"}},
        {"names": {"a" * 24: "two\nlines"}},
        {"turns": [[4]] * 500},
    ],
)
def test_what_no_game_has_come_to_is_no_room(claim: dict[str, Any]) -> None:
    sound = json.loads(written(played()))
    with pytest.raises(Exception, match=r"expected|turn|Expected") as refused:
        checked(json.dumps(sound | claim).encode(), "room")
    assert isinstance(refused.value, (RoomError, ValueError)) or "sttt" in type(refused.value).__module__


def test_a_clock_that_starts_in_the_future_has_no_more_than_it_had() -> None:
    sound = json.loads(written(played()))
    room = checked(json.dumps(sound | {"since": time.time() + 3600}).encode(), "room")
    clocks = room.clocks(time.monotonic())
    assert clocks is not None
    assert all(0 <= seconds <= 300 for seconds in clocks.values())


def test_a_clock_does_not_follow_the_time_of_day(monkeypatch: pytest.MonkeyPatch) -> None:
    room = played()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    clocks = room.clocks(time.monotonic())
    assert clocks is not None
    assert all(299 < seconds <= 300 for seconds in clocks.values())


def hear(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Listen at the server's own log: a server in this process may have changed its level, and what is above it."""
    log = logging.getLogger("uvicorn.error")
    caplog.set_level(logging.WARNING, log.name)
    for name, value in (("handlers", [caplog.handler]), ("propagate", False), ("disabled", False)):
        monkeypatch.setattr(log, name, value)


def test_strange_things_in_the_folder_keep_no_server_from_starting(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    hear(caplog, monkeypatch)
    sound = Rooms(tmp_path).create(WISH).room
    (tmp_path / "dangling.json").symlink_to(tmp_path / "nowhere")
    (tmp_path / "loop.json").symlink_to(tmp_path / "loop.json")
    (tmp_path / "linked.json").symlink_to(tmp_path / f"{sound}.json")
    (tmp_path / "folder.json").mkdir()
    os.mkfifo(tmp_path / "fifo.json")
    with closing(socket.socket(socket.AF_UNIX)) as door:
        door.bind(str(tmp_path / "s.json"))
    with (tmp_path / "huge.json").open("wb") as huge:
        huge.truncate(2**40)
    (tmp_path / "empty.json").touch()
    (tmp_path / os.fsdecode(b"\xff\n.json")).touch()
    again = Rooms(tmp_path)
    assert again.find(sound)
    assert set(again._rooms) == {sound}
    told = [record.getMessage() for record in caplog.records]
    assert sum("is left out" in line for line in told) == 9
    assert all(line.isprintable() and "Errno" not in line for line in told)


def test_a_room_is_for_its_owner_alone_also_one_that_was_not(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
    path = tmp_path / f"{rooms.create(WISH).room}.json"
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    Rooms(tmp_path)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_second_server_on_the_same_rooms_says_so_and_ends(tmp_path: Path) -> None:
    with served("--searches", "1", "--rooms", str(tmp_path)):
        command = [STTT, "serve", "--port", "0", "--searches", "1", "--rooms", str(tmp_path)]
        second = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert second.returncode == 2
    assert "another server keeps its rooms there" in second.stderr
    assert "Traceback" not in second.stderr


def test_an_empty_room_makes_way_then_one_that_is_over_and_none_that_somebody_is_in() -> None:
    rooms = Rooms()
    first, *others = [rooms.create(WISH).room for _ in range(MOST_ROOMS)]
    made = rooms.make(WISH, {first})
    assert made[2] is not None
    assert made[2].name == others[0]
    for name in [first, made[0].name, *others[1:]]:
        rooms.find(name).place(Side.X, [0], 0, 0.0)
    with pytest.raises(RoomError, match="rooms already"):
        rooms.create(WISH)
    act = RoomActionIn(kind="resign", number=1)
    rooms.find(others[7]).act(Side.O, act, 0.0)
    gone = rooms.make(WISH)[2]
    assert gone is not None
    assert gone.name == others[7]


def test_a_turn_that_cannot_be_stored_is_refused_and_shown_to_nobody(tmp_path: Path) -> None:
    """A folder in the place of the file's new version stands for whatever the disk may have against it."""
    with served("--searches", "1", "--rooms", str(tmp_path)) as server:
        room, x, o = make(server)
        part = tmp_path / f"{room}.json.part"
        part.mkdir()
        with enter(server, room, x) as one, enter(server, room, o) as two:
            one.turn([3], 0)
            assert "could not write it down" in one.refused()
            part.rmdir()
            one.turn([4], 0)
            assert two.until(turns=[[4]])["turns"] == [[4]]
            assert one.until(turns=[[4]])


def test_a_full_disk_is_said_in_the_systems_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = Rooms(tmp_path)
    room = rooms.make(WISH)[0]
    before = list(tmp_path.iterdir())

    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        rooms.keep(room)
    assert list(tmp_path.iterdir()) == before
