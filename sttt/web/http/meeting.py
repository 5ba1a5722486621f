"""People in rooms: a WebSocket each, told of every change; what they ask is checked against their seat."""

import asyncio
import time
from collections import defaultdict
from contextlib import suppress

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from sttt.errors import StttError
from sttt.games.game import Result, Side
from sttt.web.rooms import Room, RoomError, Rooms
from sttt.web.socket_messages import RoomActionIn, RoomRefusedOut

MOST_PEOPLE = 40
"""Connections to one room."""

MESSAGES_A_SECOND = 10.0
"""What a connection may send on average; beyond that it is hung up on."""

BURST = 40.0
"""Messages that it may send at once."""

SEND_SECONDS = 5.0
"""Within which a connection must take what it is sent."""

FLOODED = 1008
"""The WebSocket close code for who sends too much."""

_ACTIONS: TypeAdapter[RoomActionIn] = TypeAdapter(RoomActionIn)


class Meetings:
    """Who is in which room."""

    def __init__(self, rooms: Rooms, most: int) -> None:
        """`most` is how many connections there may be in all rooms together."""
        self._rooms = rooms
        self._most = most
        self._people: dict[str, dict[WebSocket, Side | None]] = defaultdict(dict)
        self._flags: dict[str, asyncio.Task[None]] = {}

    async def join(self, socket: WebSocket, name: str, token: str | None) -> None:
        """Serve a connection until it ends."""
        try:
            room = self._rooms.find(name)
            seat = room.seat(token)
            self._check_space(name)
        except RoomError as error:
            await socket.send_text(RoomRefusedOut(error=str(error), gone=True).model_dump_json())
            await socket.close(FLOODED, "refused")
            return
        self._people[name][socket] = seat
        try:
            await self._tell(room)
            await self._listen(socket, room, token)
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return  # it has left, or talks in bytes
        finally:
            self._people[name].pop(socket, None)
            await self._tell(room)
            if not self._people[name]:
                del self._people[name]

    def _check_space(self, name: str) -> None:
        if len(self._people.get(name, ())) >= MOST_PEOPLE:
            raise RoomError(f"{MOST_PEOPLE} people are in this room already; expected to come back later")
        if sum(map(len, self._people.values())) >= self._most:
            raise RoomError("all rooms together are full; expected to come back later")

    async def close(self) -> None:
        """Stop all clocks' alarms."""
        for task in self._flags.values():
            task.cancel()
        await asyncio.gather(*self._flags.values(), return_exceptions=True)

    async def _listen(self, socket: WebSocket, room: Room, token: str | None) -> None:
        allowed, last = BURST, time.monotonic()
        while True:
            message = await socket.receive_text()
            now = time.monotonic()
            allowed, last = min(BURST, allowed + MESSAGES_A_SECOND * (now - last)) - 1, now
            if allowed < 0:
                await socket.close(FLOODED, "too many messages")
                return
            try:
                self._act(room, room.seat(token), _ACTIONS.validate_json(message))
            except ValidationError:
                await self._refuse(socket, "that is no message; expected one of those described")
            except StttError as error:
                await self._refuse(socket, str(error))
            else:
                self._rooms.keep(room)
                await self._tell(room)

    def _act(self, room: Room, seat: Side | None, asked: RoomActionIn) -> None:
        if seat is None:
            raise RoomError("you are watching; expected somebody with a seat")
        now = time.time()
        if room.flag(now):
            return
        if asked.number != room.number:
            raise RoomError("that game is over; expected the present one")
        if asked.kind == "turn":
            room.place(seat, asked.turn, asked.at, now)
        elif asked.kind == "resign":
            if room.result:
                raise RoomError("the game is over")
            room.end(Result.win(seat.other), "resigned")
        else:
            room.agree(seat, asked.kind)

    async def _refuse(self, socket: WebSocket, error: str) -> None:
        await socket.send_text(RoomRefusedOut(error=error, gone=False).model_dump_json())

    async def _tell(self, room: Room) -> None:
        """Send everybody in the room how it stands, and set the alarm of the running clock."""
        self._set_alarm(room)
        people = {one: self._seat_now(room, one, seat) for one, seat in self._people.get(room.name, {}).items()}
        if people:
            self._people[room.name] = people
        people = dict(people)
        present = {side: side in people.values() for side in Side}
        watching = sum(seat is None for seat in people.values())
        state = room.state(None, present, watching, time.time())
        await asyncio.gather(
            *(
                _send(socket, state.model_copy(update={"seat": seat}).model_dump_json())
                for socket, seat in people.items()
            )
        )

    def _seat_now(self, room: Room, socket: WebSocket, seat: Side | None) -> Side | None:
        """Return the seat again: a rematch exchanges them."""
        with suppress(RoomError):
            return room.seat(socket.query_params.get("seat"))
        return seat

    def _set_alarm(self, room: Room) -> None:
        old = self._flags.pop(room.name, None)
        if old and old is not asyncio.current_task():
            old.cancel()
        clocks = room.clocks(time.time())
        if clocks and room.since and not room.result:
            seconds = clocks[room.table().now.side]
            self._flags[room.name] = asyncio.create_task(self._flag_after(room, seconds))

    async def _flag_after(self, room: Room, seconds: float) -> None:
        await asyncio.sleep(seconds + 0.01)
        if room.flag(time.time()):
            self._rooms.keep(room)
            await self._tell(room)


async def _send(socket: WebSocket, text: str) -> None:
    """Send a message; a connection that does not take it is closed."""
    try:
        await asyncio.wait_for(socket.send_text(text), SEND_SECONDS)
    except (TimeoutError, WebSocketDisconnect, RuntimeError):
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(FLOODED, "too slow")
