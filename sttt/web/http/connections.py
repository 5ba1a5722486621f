"""Connections: how many are open at once, how long each may take, and how many lines the log spends on them.

uvicorn bounds what a request may hold and how long a connection stays open after an answer; it bounds neither the
connections that send nothing nor those that send a request in part.
"""

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Callable, Hashable
from contextlib import suppress
from copy import deepcopy
from functools import partial
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.config import LOGGING_CONFIG

from sttt.errors import ServerError
from sttt.web.http.limits import FullError, home, makes_way

PATIENCE = 10.0
"""Seconds in which a client must bring a whole request, and then take its answer; our own time is not counted."""

FEWEST = 8
"""Connections without which there is no use in a server."""

_BESIDE_TABS = 64
"""Connections for whatever tabs ask over HTTP, beside one for each."""

_LEAVING = 8
"""Connections beyond the most that were hung up on and are not closed yet."""

_OWN_FILES = 24
"""Descriptors of the server itself, an open archive among them."""

_FILES_OF_ENGINE = 8
"""Descriptors of an engine process, most of them while it starts."""


def most_connections(sessions: int, processes: int) -> int:
    """Return how many connections there may be, two for each session if this process may open that many files.

    Raises its soft limit of open files as far as needed and allowed; raises `ServerError` where even that is too low.
    """
    own = _OWN_FILES + _LEAVING + _FILES_OF_ENGINE * processes
    wanted = own + 2 * sessions + _BESIDE_TABS
    try:
        import resource  # noqa: PLC0415 - Windows has none, and no limit that is set for a process
    except ImportError:
        return wanted - own
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        raised = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
        wanted = min(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    if wanted - own < FEWEST:
        raise ServerError(f"this process may open {wanted} files; expected at least {own + FEWEST} (ulimit -n)")
    return wanted - own


class Listener(socket.socket):
    """A listening socket that hangs up on one connection for each that comes while there are as many as there may be.

    That is the new one, or the latest of an address that has more than its share of them. The count is taken here,
    before the event loop knows of a connection: it accepts many in one go, and would run out of descriptors before it
    could refuse the first.
    """

    def __init__(self, listening: socket.socket, most: int) -> None:
        """Take over a listening socket."""
        super().__init__(fileno=listening.detach())
        self._most = most
        self._open: dict[socket.socket, Hashable] = {}
        """Whose each connection is, the latest last."""
        self._leaving: list[socket.socket] = []
        """Connections that were hung up on, until the event loop has closed them."""

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection; raises `ConnectionAbortedError` for one too many, which has the event loop go on."""
        connection, address = super().accept()
        client = home(address[0])
        try:
            self._make_way(client)
        except FullError as error:
            connection.close()
            raise ConnectionAbortedError("as many connections as there may be") from error
        self._open[connection] = client
        return connection, address

    def _make_way(self, client: Hashable) -> None:
        """See that there is a place for a connection of a client; raises `FullError`."""
        self._open = {one: whose for one, whose in self._open.items() if one.fileno() >= 0}
        self._leaving = [one for one in self._leaving if one.fileno() >= 0]
        gone = makes_way(self._open, self._most, client)
        if gone is None:
            return
        if len(self._leaving) >= _LEAVING:
            raise FullError("too many connections are still to be closed; expected to come back later")
        with suppress(OSError):
            gone.shutdown(socket.SHUT_RDWR)  # to be closed by whom it belongs to: the event loop, which reads its end
        del self._open[gone]
        self._leaving.append(gone)


class WatchedConnection(asyncio.Protocol):
    """A connection with a deadline wherever its client is waited for: for a whole request, and to take an answer.

    uvicorn's own protocol does the work; this stands before it, and `Watch` tells it what the application is doing.
    """

    def __init__(self, make: Callable[..., asyncio.Protocol], known: "Known", patience: float, **given: object) -> None:
        self._inner = make(**given)
        self._known = known
        self._patience = patience
        self._waited_for = True
        """True while it is the client's turn: it sends a request, or all that it asked for has been answered."""
        self._idle = False
        self._paused = False
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start to wait for the first request; whoever had the connection before gives it up."""
        self._transport = cast("asyncio.Transport", transport)
        self._client = tuple(transport.get_extra_info("peername") or ())[:2]
        if before := self._known.get(self._client):
            before.stop()
        self._known[self._client] = self
        self._wait()
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        if self._idle:
            self._wait()
        self._inner.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass on that the client sends no more."""
        return self._inner.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self.stop()
        if self._known.get(self._client) is self:
            del self._known[self._client]
        self._inner.connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait for the client: what it has not taken fills the buffer."""
        self._paused = True
        if self._deadline is None:
            self._wait()
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        """Go on: the client has taken enough."""
        self._paused = False
        if not self._waited_for:
            self.stop()
        self._inner.resume_writing()

    def asked(self) -> None:
        """Go on without a deadline: the request is whole, and its answer takes as long as it takes."""
        self._waited_for = False
        if not self._paused:
            self.stop()

    def answered(self) -> None:
        """Wait for the client to take the answer, and for its next request."""
        self._waited_for = True
        self._wait(idle=True)

    def stop(self) -> None:
        """End the deadline."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _wait(self, *, idle: bool = False) -> None:
        self.stop()
        self._idle = idle
        self._deadline = asyncio.get_running_loop().call_later(self._patience, self._transport.abort)


class WatchedWebSocket(WatchedConnection):
    """A WebSocket, which pings its client; one that is gone has so long to take what was sent to it."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hear of the first byte that is not taken."""
        super().connection_made(transport)
        self._transport.set_write_buffer_limits(high=0)
        self.asked()


Known = dict[tuple[Any, ...], WatchedConnection]
"""Open connections by the address and port of their clients, which is how an application knows them."""


class Watch:
    """An application that tells the connection of each request when that is whole, and when it is answered."""

    def __init__(self, app: ASGIApp, known: Known) -> None:
        self._app = app
        self._known = known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        connection = self._known.get(tuple(scope.get("client") or ()))
        if scope["type"] != "http" or connection is None:
            await self._app(scope, receive, send)
            return

        async def part() -> Message:
            message = await receive()
            if message["type"] == "http.request" and not message.get("more_body"):
                connection.asked()
            return message

        first = [await part()]  # also of a request whose body nobody reads

        async def receive_watched() -> Message:
            return first.pop() if first else await part()

        try:
            await self._app(scope, receive_watched, send)
        finally:
            connection.answered()


def watched(app: ASGIApp, **settings: Any) -> uvicorn.Config:
    """Return uvicorn's configuration for an application whose connections are watched; raises as uvicorn's."""
    known: Known = {}
    config = uvicorn.Config(Watch(app, known), http="h11", ws="websockets-sansio", **settings)
    config.load()
    http, socket_ = config.http_protocol_class, cast("type[asyncio.Protocol]", config.ws_protocol_class)
    config.http_protocol_class = cast("Any", partial(WatchedConnection, http, known, PATIENCE))
    config.ws_protocol_class = cast(
        "Any", partial(WatchedWebSocket, socket_, known, config.ws_ping_timeout or PATIENCE)
    )
    return config


class FewLines(logging.Filter):
    """Lets each place in the code log a few times a minute, and says when it leaves out more."""

    MOST = 5
    """Records of one place in a minute."""

    def __init__(self) -> None:
        super().__init__()
        self._minute = 0
        self._seen: Counter[Hashable] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log it: a client's text that is none is its own fault, of which it alone hears."""
        if record.exc_info and isinstance(record.exc_info[1], UnicodeDecodeError):
            return False
        minute = int(record.created // 60)
        if minute != self._minute:
            self._minute, self._seen = minute, Counter()
        place = (record.pathname, record.lineno)
        self._seen[place] += 1
        if self._seen[place] == self.MOST:
            record.msg = f"{record.getMessage()} (no more of these for up to a minute)"
            record.args = ()
        return self._seen[place] <= self.MOST


def log_settings() -> dict[str, Any]:
    """Return uvicorn's settings for its log, with few lines, and those of the event loop the same."""
    settings = deepcopy(LOGGING_CONFIG)
    settings["filters"] = {"few": {"()": FewLines}}
    settings["handlers"]["default"]["filters"] = ["few"]
    settings["loggers"]["asyncio"] = {"handlers": ["default"], "level": "WARNING", "propagate": False}
    return settings
