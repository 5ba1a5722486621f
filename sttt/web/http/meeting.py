"""The events in rooms: whatever is asked is checked against the seat, written down, and told to everybody there.

Rules and disk have threads of their own here. A change is made on a copy; the room is exchanged for it, and anybody
told, only when it is written down: what somebody has seen stands after the server was killed, too.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from sttt.errors import StttError, printable
from sttt.games.game import Side
from sttt.web.http.guests import Guest, Guests
from sttt.web.http.limits import Rate, RateError
from sttt.web.rooms import Room, RoomError, Rooms
from sttt.web.socket_messages import RoomActionIn, RoomIn, RoomOut

T = TypeVar("T")

MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 10.0, 40.0
"""The messages that one seat of a room may send, over all of its connections, or one client that watches there; beyond
that the connection is hung up on."""

CHANGES_A_SECOND, CHANGES_AT_ONCE = 100.0, 500.0
"""The changes that one client may make in all rooms together; beyond that it waits."""

ROOMS_A_SECOND, ROOMS_AT_ONCE = 1 / 5, 200.0
"""Rooms that one client may make."""

PEOPLE_SECONDS = 0.1
"""After which everybody is told who has come and gone meanwhile."""

TRY_AGAIN_SECONDS = 5.0
"""After which what could not be written down is tried again."""

_THREADS = 4

_ACTIONS: TypeAdapter[RoomActionIn] = TypeAdapter(RoomActionIn)

_LOG = logging.getLogger("uvicorn.error")


class Meetings:
    """All rooms with the people in them."""

    def __init__(self, rooms: Rooms, most: int) -> None:
        """`most` is how many may watch in all rooms together."""
        self._rooms = rooms
        self._guests = Guests(most)
        self._locks: dict[str, asyncio.Lock] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """The alarm of each running clock."""
        self._soon: dict[str, asyncio.TimerHandle] = {}
        self._threads = ThreadPoolExecutor(_THREADS, "rooms")
        self._messages = Rate(MESSAGES_AT_ONCE, MESSAGES_A_SECOND)
        self._changes = Rate(CHANGES_AT_ONCE, CHANGES_A_SECOND)
        self._made = Rate(ROOMS_AT_ONCE, ROOMS_A_SECOND)

    async def close(self) -> None:
        """Stop all alarms."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        for soon in self._soon.values():
            soon.cancel()
        self._threads.shutdown()

    async def create(self, wish: RoomIn, client: str) -> RoomOut:
        """Make a room; raises `RateError`, and `RoomError` where it has no place or is not written."""
        if not self._made.take(client):
            raise RateError.of("room.many-lately")
        room, told, gone = self._rooms.make(wish, self._guests, client)
        try:
            await self._written(lambda: self._rooms.keep(room))
        except RoomError:
            self._rooms.remove(room)
            if gone:
                self._rooms.put(gone)
            raise
        if gone:
            self._locks.pop(gone.name, None)
            self._stop_alarm(gone.name)
            with suppress(RoomError):
                await self._written(lambda: self._rooms.drop(gone))
        return told

    async def join(self, socket: WebSocket, name: str, token: str | None, client: str) -> None:
        """Serve a connection until it ends."""
        guest = Guest(socket, name, token, None, client)
        try:
            room = self._rooms.find(name)
            guest.seat = room.seat(token)
            gone = self._guests.add(guest)
        except RoomError as error:
            await guest.send_away(error)
            return
        writing = asyncio.create_task(guest.write())
        try:
            await self._show(room)
            self._tell(room, guest)
            self._tell_soon(name)
            if gone:
                await gone.send_away(RoomError.of("room.tabs" if gone.seat else "room.crowded"))
            await self._listen(guest, name)
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return  # it has left, or talks in bytes
        finally:
            self._guests.remove(guest)
            self._tell_soon(name)
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    async def _listen(self, guest: Guest, name: str) -> None:
        while True:
            message = await guest.socket.receive_text()
            if not self._messages.take((name, guest.seat or guest.client)):
                await guest.hang_up("too many messages")
                return
            try:
                await self._obey(guest, name, _ACTIONS.validate_json(message))
            except ValidationError:
                await guest.refuse(RoomError.of("room.no-message"))
            except StttError as error:
                await guest.refuse(error)

    async def _obey(self, guest: Guest, name: str, asked: RoomActionIn) -> None:
        await asyncio.sleep(self._changes.wait(guest.client))
        await self._change(name, lambda room: room.act(room.seat(guest.token), asked, time.monotonic()))

    async def _change(self, name: str, act: Callable[[Room], object]) -> None:
        """Change a room, if that changes it, write it down and tell everybody; raises `RoomError`, and as `act`."""
        async with self._locks.setdefault(name, asyncio.Lock()):
            room = self._rooms.find(name)
            after = await self._written(lambda: self._changed(room, act))
            if after is None:
                return
            self._rooms.put(after)
            self._set_alarm(after)
            self._tell_all(after)

    def _changed(self, room: Room, act: Callable[[Room], object]) -> Room | None:
        """Return the room as it is afterwards, written down; None if there is no difference."""
        after = room.copy()
        act(after)
        if after == room:
            return None
        self._rooms.keep(after)
        after.table()  # replayed here, not where it is shown
        return after

    async def _written(self, work: Callable[[], T]) -> T:
        """Do in a thread what may write; raises `RoomError` where that fails."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except OSError as error:
            _LOG.warning("sttt: a room could not be written down: %s", printable(str(error)))
            why = error.strerror or "the disk failed"
            raise RoomError.of("room.not-written", why=why) from error

    async def _show(self, room: Room) -> None:
        """Have the room's game replayed before anybody is told of it, and its clock's alarm set."""
        await asyncio.get_running_loop().run_in_executor(self._threads, room.table)
        if room.name not in self._tasks:
            self._set_alarm(self._rooms.find(room.name))

    def _tell_soon(self, name: str) -> None:
        """Tell everybody in a moment who has come and gone."""
        if name not in self._soon:
            self._soon[name] = asyncio.get_running_loop().call_later(PEOPLE_SECONDS, self._tell_of_people, name)

    def _tell_of_people(self, name: str) -> None:
        del self._soon[name]
        with suppress(RoomError):
            self._tell_all(self._rooms.find(name))

    def _tell_all(self, room: Room) -> None:
        self._tell(room, *self._guests.of(room.name))

    def _tell(self, room: Room, *told: Guest) -> None:
        """Tell these people how the room stands."""
        present = self._guests.of(room.name)
        for guest in present:
            guest.seat = room.seat(guest.token)  # a rematch exchanges them
        seats = {guest.seat for guest in present}
        watching = sum(guest.seat is None for guest in present)
        state = room.state(None, {side: side in seats for side in Side}, watching, time.monotonic())
        said = {seat: state.model_copy(update={"seat": seat}).model_dump_json() for seat in {one.seat for one in told}}
        for guest in told:
            guest.tell(said[guest.seat])

    def _stop_alarm(self, name: str) -> None:
        old = self._tasks.pop(name, None)
        if old and old is not asyncio.current_task():
            old.cancel()

    def _set_alarm(self, room: Room) -> None:
        self._stop_alarm(room.name)
        if room.since is not None:
            self._tasks[room.name] = asyncio.create_task(self._flag_in_time(room))

    async def _flag_in_time(self, room: Room) -> None:
        """End the game when its clock has run out; as long as that cannot be written down, nobody has won by it."""
        clocks = room.clocks(time.monotonic()) or {}
        await asyncio.sleep(clocks[room.table().now.side] + 0.01)
        while True:
            try:
                await self._change(room.name, lambda now: now.flag(time.monotonic()))
            except RoomError:
                await asyncio.sleep(TRY_AGAIN_SECONDS)
            else:
                return
