"""All rooms of a server. With a folder a later server goes on with them: each is written down after every change."""

import secrets
import time
from collections.abc import Container
from pathlib import Path

from sttt.web.messages import GameIn
from sttt.web.rooms.folder import RoomFolder
from sttt.web.rooms.room import Room, RoomError
from sttt.web.socket_messages import RoomIn, RoomOut, RoomSeatsOut
from sttt.web.table import table_of

MOST_ROOMS = 1000
"""Rooms at once; one that nobody needs makes way for a new one."""

MOST_OF_ONE = MOST_ROOMS // 4
"""Rooms that one client may have made: beyond that its own make way."""

LEFT_ALONE = 24 * 3600.0
"""Seconds without anybody's action after which a room makes way in the middle of a game."""


class Rooms:
    """All rooms of a server, by name."""

    def __init__(self, folder: Path | None = None) -> None:
        """Read the rooms that a server before this one has left in the folder; raises `ServerError`."""
        self._folder = RoomFolder(folder) if folder else None
        self._rooms = {room.name: room for room in self._folder.rooms(MOST_ROOMS)} if self._folder else {}
        self._makers: dict[str, str] = {}

    def create(self, wish: RoomIn) -> RoomOut:
        """Make a room and write it down."""
        room, told, _ = self.make(wish)
        self.keep(room)
        return told

    def make(self, wish: RoomIn, attended: Container[str] = (), maker: str = "") -> tuple[Room, RoomOut, Room | None]:
        """Make a room, not written down as yet, and return what its maker is told, and the room that made way for it.

        The links' tokens are told to whoever has made it, and to nobody else. Rooms that are `attended` do not make
        way. Raises `RoomError` where there is no place for it.
        """
        table_of(GameIn(game=wish.game))  # a game that is none is refused here
        gone = self._make_way(attended, maker)
        tokens = {one: secrets.token_urlsafe(18) for one in ("x", "o")}
        room = Room(secrets.token_urlsafe(9), wish.game, tokens, wish.minutes, increment=wish.increment)
        self.put(room)
        self._makers[room.name] = maker
        return (
            room,
            RoomOut(room=room.name, tokens=RoomSeatsOut(own=tokens[wish.side], friend=tokens[wish.side.other])),
            gone,
        )

    def find(self, name: str) -> Room:
        """Return a room; raises `RoomError`."""
        if name not in self._rooms:
            raise RoomError.of("room.none")
        return self._rooms[name]

    def put(self, room: Room) -> None:
        """Have a room stand as it is now."""
        self._rooms[room.name] = room

    def remove(self, room: Room) -> None:
        """Forget a room; its file stays until it is dropped."""
        self._rooms.pop(room.name, None)
        self._makers.pop(room.name, None)

    def keep(self, room: Room) -> None:
        """Write a room down, whole or not at all; takes as long as the disk does, and raises `OSError`."""
        room.touched = time.monotonic()
        if self._folder:
            self._folder.write(room)

    def drop(self, room: Room) -> None:
        """Remove a room's file; raises `OSError`."""
        if self._folder:
            self._folder.drop(room)

    def _make_way(self, attended: Container[str], maker: str) -> Room | None:
        """Remove a room where there are too many: an empty one, then one whose game is over, then one left alone."""
        own = [self._rooms[name] for name, made in self._makers.items() if made == maker and name in self._rooms]
        full, greedy = len(self._rooms) >= MOST_ROOMS, bool(maker) and len(own) >= MOST_OF_ONE
        if not full and not greedy:
            return None
        free = [room for room in (own if greedy else self._rooms.values()) if room.name not in attended]
        gone = min(free, key=lambda room: (_need(room), room.touched), default=None)
        if gone is None or (not greedy and _need(gone) > 1 and time.monotonic() - gone.touched < LEFT_ALONE):
            most = MOST_OF_ONE if greedy else MOST_ROOMS
            raise RoomError.of("room.too-many", number=most)
        self.remove(gone)
        return gone


def _need(room: Room) -> int:
    """Return how much a room is needed in which nobody is: 0 empty, 1 its game is over, 2 in the middle of one."""
    return 0 if not room.turns else 1 if room.result else 2
