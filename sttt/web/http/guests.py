"""Guests of a room: a WebSocket each, which is told how the room stands now, never how it stood a while ago."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

from fastapi import WebSocket, WebSocketDisconnect

from sttt.errors import StttError
from sttt.games.game import Side
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

    def of(self, room: str) -> list[Guest]:
        """Return who is in a room."""
        return list(self._of.get(room, ()))

    def __contains__(self, room: object) -> bool:
        """Whether anybody is in the room."""
        return room in self._of

    def add(self, room: str, guest: Guest) -> Guest | None:
        """Let somebody in, a seat always; return who makes way. Raises `RoomError` for one too many who watch."""
        if guest.seat is None:
            self._check_space(room)
        same = [one for one in self.of(room) if guest.seat is not None and one.seat is guest.seat]
        gone = same[0] if len(same) >= MOST_AT_A_SEAT else None
        if gone:
            self.remove(room, gone)
        self._of.setdefault(room, []).append(guest)
        return gone

    def remove(self, room: str, guest: Guest) -> None:
        """Let somebody go, who may have gone before."""
        present = self._of.get(room, [])
        if guest in present:
            present.remove(guest)
        if not present:
            self._of.pop(room, None)

    def _check_space(self, room: str) -> None:
        watching = [one for one in self.of(room) if one.seat is None]
        if len(watching) >= MOST_WATCHING:
            raise RoomError.of("room.full", number=MOST_WATCHING)
        if sum(one.seat is None for guests in self._of.values() for one in guests) >= self._most:
            raise RoomError.of("room.all-full")
