"""Tabs that talk to engines: a WebSocket each, as many at once as there is room for."""

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import TypeVar

from anyio import to_thread
from fastapi import WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from sttt.errors import StttError
from sttt.web.engines import Engines
from sttt.web.http.limits import FullError, Rate, makes_way
from sttt.web.socket_messages import RefusedOut
from sttt.web.thinking import Hangup, Session

TRY_AGAIN_LATER = 1013
"""The WebSocket close code for a server that is full."""

GOODBYE_SECONDS = 5.0
"""Within which a tab must take why it is sent away."""

T = TypeVar("T")


async def _in_a_thread(work: Callable[[], T]) -> T:
    return await to_thread.run_sync(work)


class Tabs:
    """All tabs that are served."""

    def __init__(self, engines: Engines, most: int, rate: Rate) -> None:
        """`most` is how many there may be, `rate` how often one client may send."""
        self._engines = engines
        self._most = most
        self._rate = rate
        self._open: dict[WebSocket, Hashable] = {}
        """Whose each tab is, the latest last."""

    async def serve(self, socket: WebSocket) -> None:
        """Serve a tab until it leaves, or say that there is no room for it."""
        client = socket.state.client
        try:
            gone = makes_way(self._open, self._most, client)
        except FullError:
            await _send_away(socket, StttError.of("think.full", number=self._most))
            return
        if gone:
            del self._open[gone]
        self._open[socket] = client
        leaving = asyncio.create_task(_send_away(gone, StttError.of("think.crowded"))) if gone else None
        try:
            await Session(_Tab(socket, self._rate), self._engines, _in_a_thread).run()
        finally:
            self._open.pop(socket, None)
            if leaving:
                await leaving


async def _send_away(socket: WebSocket, why: StttError) -> None:
    """Close a connection with the reason, whether or not it takes that."""
    with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
        async with asyncio.timeout(GOODBYE_SECONDS):
            await socket.send_text(RefusedOut.of(why, busy=True).model_dump_json())
    with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
        async with asyncio.timeout(GOODBYE_SECONDS):
            await socket.close(TRY_AGAIN_LATER, "full")


class _Tab:
    """A browser's tab at the other end of a WebSocket."""

    def __init__(self, socket: WebSocket, rate: Rate) -> None:
        self._socket = socket
        self._rate = rate

    async def receive(self) -> str:
        try:
            text = await self._socket.receive_text()
        except (WebSocketDisconnect, KeyError, RuntimeError) as error:
            raise Hangup from error  # it has left, was found gone while it was sent something, or talks in bytes
        await asyncio.sleep(self._rate.wait(self._socket.state.client))
        return text

    async def send(self, text: str) -> None:
        try:
            if self._socket.client_state is WebSocketState.CONNECTED:
                await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError) as error:
            raise Hangup from error
