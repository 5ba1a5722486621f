"""Guests of a room: a WebSocket each, which is told how the room stands now, never how it stood a while ago."""

import asyncio
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass, field

from fastapi import WebSocket, WebSocketDisconnect

from sttt.errors import StttError
from sttt.games.game import Side
from sttt.web.http.limits import FullError, makes_way
from sttt.web.rooms import RoomError
from sttt.web.socket_messages import RoomRefusedOut

MOST_WATCHING = 40
"""Connections to one room that only watch."""

MOST_AT_A_SEAT = 8
"""Connections with one seat's token; the oldest makes way for another one."""

SEND_SECONDS = 5.0
"""Within which a connection must take what it is sent."""

FLOODED = 1008
"""The WebSocket close code for who sends too much, or has no place."""


@dataclass(eq=False)
class Guest:
    """Somebody in a room. What is told replaces what was not sent yet: nobody waits for another one's line."""

    socket: WebSocket
    room: str
    token: str | None
    seat: Side | None
    client: str
    _latest: str | None = None
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, text: str) -> None:
        """Have this sent, unless there is something newer by then."""
        self._latest = text
        self._news.set()

    async def write(self) -> None:
        """Send what is told, until the connection ends or does not take it."""
        while True:
            await self._news.wait()
            self._news.clear()
            text, self._latest = self._latest, None
            if text is not None and not await self.send(text):
                return

    async def send(self, text: str) -> bool:
        """Send a message at once; a connection that does not take it is closed."""
        try:
            await asyncio.wait_for(self.socket.send_text(text), SEND_SECONDS)
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            await self.hang_up("too slow")
            return False
        return True

    async def refuse(self, error: StttError) -> None:
        """Say why nothing was done."""
        await self.send(RoomRefusedOut.of(error, gone=False).model_dump_json())

    async def send_away(self, error: StttError) -> None:
        """Say why there is no place, and that to come again would not help."""
        if await self.send(RoomRefusedOut.of(error, gone=True).model_dump_json()):
            await self.hang_up("refused")

    async def hang_up(self, reason: str) -> None:
        """Close the connection."""
        with suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.close(FLOODED, reason)


class Guests:
    """Who is in which room."""

    def __init__(self, most: int) -> None:
        """`most` is how many may watch in all rooms together."""
        self._most = most
        self._of: dict[str, list[Guest]] = {}
        self._watching: dict[Guest, Hashable] = {}
        """Whose each is of those who watch, in all rooms."""

    def of(self, room: str) -> list[Guest]:
        """Return who is in a room."""
        return list(self._of.get(room, ()))

    def __contains__(self, room: object) -> bool:
        """Return whether anybody is in the room."""
        return room in self._of

    def add(self, guest: Guest) -> Guest | None:
        """Let somebody in, a seat always; return who makes way. Raises `RoomError` for one too many who watch."""
        gone = self._watcher_before(guest) if guest.seat is None else self._tab_before(guest)
        if gone:
            self.remove(gone)
        self._of.setdefault(guest.room, []).append(guest)
        if guest.seat is None:
            self._watching[guest] = guest.client
        return gone

    def remove(self, guest: Guest) -> None:
        """Let somebody go, who may have gone before."""
        self._watching.pop(guest, None)
        present = self._of.get(guest.room, [])
        if guest in present:
            present.remove(guest)
        if not present:
            self._of.pop(guest.room, None)

    def _tab_before(self, guest: Guest) -> Guest | None:
        """Return the oldest connection with the same seat if there are as many as there may be."""
        same = [one for one in self.of(guest.room) if one.seat is guest.seat]
        return same[0] if len(same) >= MOST_AT_A_SEAT else None

    def _watcher_before(self, guest: Guest) -> Guest | None:
        """Return who of those who watch makes way for another one, here or in all rooms together."""
        here = {one: whose for one, whose in self._watching.items() if one.room == guest.room}
        try:
            gone = makes_way(here, MOST_WATCHING, guest.client)
        except FullError as error:
            raise RoomError.of("room.full", number=MOST_WATCHING) from error
        try:
            return gone or makes_way(self._watching, self._most, guest.client)
        except FullError as error:
            raise RoomError.of("room.all-full") from error
