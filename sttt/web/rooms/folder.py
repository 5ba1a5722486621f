"""The folder in which rooms are written down: one file each, for their owner's eyes alone, by one server at a time."""

import logging
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sttt.errors import ServerError, StttError, printable
from sttt.execution.foreign import open_to_go_on, part_of, read_regular, replacing
from sttt.execution.locked import lock
from sttt.web.rooms.claims import checked, written
from sttt.web.rooms.room import Room

LARGEST_ROOM = 65_536
"""Bytes of a room's file; one of 200 turns has about four thousand."""

OWN = 0o600
"""Nobody but the owner reads or writes: the file has the tokens of both seats."""

_LOCK = ".lock"


@contextmanager
def claimed(path: Path | None) -> Iterator[None]:
    """Keep a folder, made where there is none, for this server alone as long as the block lasts.

    None is no folder. Raises `ServerError`.
    """
    if path is None:
        yield
        return
    try:
        _make(path)
        file = open_to_go_on(path / _LOCK, OWN)
    except OSError as error:
        raise ServerError(f"{path}: {error.strerror}; expected a folder for rooms") from error
    with file:
        try:
            lock(file)
        except OSError as error:
            raise ServerError(f"{path}: another server keeps its rooms there; expected a folder of its own") from error
        yield


class RoomFolder:
    """Rooms as files. Raises `OSError` where nothing else is said."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def rooms(self, most: int) -> Iterator[Room]:
        """Yield the rooms that a server before this one has left, the latest `most` of them; raises `ServerError`."""
        try:
            _make(self._path)
            found = list(self._found())
        except OSError as error:
            raise ServerError(f"{self._path}: {error.strerror}; expected a folder for rooms") from error
        for _, name in sorted(found)[:-most]:
            _leave_out(self._path / name, f"there are {most} later ones")
        for _, name in sorted(found)[-most:]:
            path = self._path / name
            try:
                room = checked(read_regular(path, LARGEST_ROOM), path.stem)
                _make_own(path)
            except (OSError, ValueError, LookupError, StttError) as error:
                _leave_out(path, error)
            else:
                yield room

    def _found(self) -> Iterator[tuple[float, str]]:
        """Yield the names of what may be rooms, with the times of their last change."""
        with os.scandir(self._path) as entries:
            for entry in entries:
                if not entry.name.endswith(".json"):
                    continue
                try:
                    yield entry.stat(follow_symlinks=False).st_mtime, entry.name
                except OSError as error:
                    _leave_out(self._path / entry.name, error)

    def write(self, room: Room) -> None:
        """Write a room down, whole or not at all."""
        with replacing(self._path / f"{room.name}.json", OWN) as file:
            file.write(written(room))

    def drop(self, room: Room) -> None:
        """Remove a room's file."""
        path = self._path / f"{room.name}.json"
        path.unlink(missing_ok=True)
        part_of(path).unlink(missing_ok=True)


def _make(path: Path) -> None:
    path.mkdir(parents=True, exist_ok=True, mode=0o700)


def _leave_out(path: Path, why: object) -> None:
    if isinstance(why, OSError):
        why = why.strerror
    told = printable(f"sttt: {path} is no room, it is left out: {why}")
    logging.getLogger("uvicorn.error").warning("%s", told)


def _make_own(path: Path) -> None:
    """Keep others from reading a file that a server left when it did not yet."""
    if stat.S_IMODE(path.lstat().st_mode) & 0o077:
        with suppress(NotImplementedError):
            path.chmod(OWN)
