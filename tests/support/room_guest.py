"""People in a room of a running server."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from support.browser import Server
from support.web_client import PATIENCE, send
from websockets.sync.client import ClientConnection, connect


class Guest:
    """Somebody in a room."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}

    def hear(self, kind: str = "room") -> dict[str, Any]:
        """Return the next message of a kind."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
            if message["kind"] == "room":
                self.state = message
            if message["kind"] == kind:
                return message

    def until(self, **wanted: Any) -> dict[str, Any]:
        """Return the first state that has these values, the present one if it does."""
        while not self.state or any(self.state[name] != value for name, value in wanted.items()):
            self.hear()
        return self.state

    def act(self, kind: str, **more: Any) -> None:
        self.socket.send(json.dumps({"kind": kind, "number": self.state["number"]} | more))

    def turn(self, turn: list[int], at: int) -> None:
        self.act("turn", turn=turn, at=at)

    def refused(self) -> str:
        return str(self.hear("refused")["error"])


def make(server: Server, game: str = "four-by-four", minutes: float | None = None) -> tuple[str, str, str]:
    """Make a room; return its name, the token of X and that of O."""
    made = send(server.address, "/api/rooms", body={"game": game, "side": "x", "minutes": minutes}).json()
    return made["room"], made["tokens"]["own"], made["tokens"]["friend"]


@contextmanager
def enter(server: Server, room: str, seat: str = "") -> Iterator[Guest]:
    with connect(f"ws://{urlsplit(server.address).netloc}/api/rooms/{room}?seat={seat}") as socket:
        guest = Guest(socket)
        guest.hear()
        yield guest
