"""A client of the web server that can also say what no browser would."""

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

PATIENCE = 150.0
"""Seconds until an answer that does not come fails the test."""


@dataclass(frozen=True)
class Reply:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


def send(address: str, path: str, *, body: object = None, headers: dict[str, str] | None = None) -> Reply:
    """Send one request, a POST of JSON if there is a body; bytes and iterators of bytes go as they are."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
    try:
        content = body if isinstance(body, bytes | Iterator) or body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json"} | (headers or {})
        connection.request("GET" if body is None else "POST", path, content, sent)  # type: ignore[arg-type]
        reply = connection.getresponse()
        return Reply(reply.status, {name.lower(): value for name, value in reply.getheaders()}, reply.read())
    finally:
        connection.close()


@contextmanager
def session(address: str, **headers: Any) -> Iterator["Session"]:
    """Open a session for as long as the block lasts."""
    with connect(f"ws://{urlsplit(address).netloc}/api/think", **headers) as socket:
        yield Session(socket)


class Session:
    """What a tab does with its engines."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def ask(self, number: int = 1, **question: Any) -> None:
        """Ask the random player about the start unless told otherwise."""
        usual = {"kind": "think", "id": number, "game": "super-ttt", "player": "random", "seconds": 0.1}
        self.socket.send(json.dumps(usual | question))

    def hear(self) -> dict[str, Any]:
        """Return the next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        return message

    def answer(self, number: int = 1, **question: Any) -> dict[str, Any]:
        """Ask, and return the final thought or the refusal; thoughts on the way must not be final."""
        self.ask(number, **question)
        while True:
            message = self.hear()
            if message["id"] in (number, None) and (message["kind"] == "refused" or message["final"]):
                return message
