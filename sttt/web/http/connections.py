"""Connections: how many are open at once, how long each may take, and how many lines the log spends on them.

uvicorn bounds what a request may hold and how long a connection stays open after an answer; it bounds neither the
connections that send nothing nor those that send a request in part.
"""

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from copy import deepcopy
from typing import Any

import h11
from uvicorn.config import LOGGING_CONFIG
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

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


class HttpConnection(H11Protocol):
    """HTTP with a deadline wherever the client is waited for: for a whole request, and to take an answer."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start to wait for the first request."""
        super().connection_made(transport)  # type: ignore[arg-type]
        self._start_deadline()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        if self._deadline is None:
            self._start_deadline()
        super().data_received(data)

    def handle_events(self) -> None:
        """Go on without a deadline once the request is whole: its answer takes as long as it takes."""
        super().handle_events()
        if self._is_answering() and not self.flow.write_paused:
            self._end_deadline()

    def pause_writing(self) -> None:
        """Wait for the client: what it has not taken fills the buffer."""
        super().pause_writing()
        if self._deadline is None:
            self._start_deadline()

    def resume_writing(self) -> None:
        """Go on: the client has taken enough."""
        super().resume_writing()
        if self._is_answering():
            self._end_deadline()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to its WebSocket, which pings."""
        self._end_deadline()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Leave an answered connection to uvicorn's timer, unless more was sent already or the answer is not taken."""
        self._end_deadline()
        super().on_response_complete()
        if self.timeout_keep_alive_task is None or self.transport.get_write_buffer_size():
            self._start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the deadline."""
        self._end_deadline()
        super().connection_lost(exc)

    def _is_answering(self) -> bool:
        return bool(self.cycle) and not self.cycle.more_body and not self.cycle.response_complete

    def _start_deadline(self) -> None:
        self._deadline = self.loop.call_later(PATIENCE, self.transport.abort)

    def _end_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket that takes neither text that is no text, nor forever to be rid of a client that is gone."""

    def send_receive_event_to_app(self) -> None:
        """Pass a message on, or close the connection where its text is not UTF-8."""
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            self.frames = []
            self.conn.fail(CloseCode.INVALID_DATA, "not UTF-8")
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """Drop a client that answers no ping, with what it has not taken."""
        super().keepalive_timeout()
        self.transport.abort()


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class FewLines(logging.Filter):
    """Lets each place in the code log a few times a minute, and says when it leaves out more."""

    MOST = 5
    """Records of one place in a minute."""

    def __init__(self) -> None:
        super().__init__()
        self._minute = 0
        self._seen: Counter[Hashable] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log it."""
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
