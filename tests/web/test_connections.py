"""``sttt serve`` among connections that are too many, too slow or not what they say, and what its log says of them."""

import asyncio
import socket
import struct
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import pytest
import uvicorn
from fastapi import WebSocket
from support.browser import Server, served
from support.web_client import PATIENCE, send, session
from websockets.exceptions import ConnectionClosed

from sttt.games.game import Side
from sttt.web.http import connections
from sttt.web.http.guests import Guest, Guests
from sttt.web.http.limits import FullError, makes_way
from sttt.web.http.server import listen
from sttt.web.rooms import RoomError

TEXT, BINARY, CONTINUATION = 1, 2, 0
FINAL, MASKED = 0x80, 0x80
UPGRADE = (
    "GET /api/think HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


@pytest.fixture
def server(log: Path) -> Iterator[Server]:
    with served("--searches", "1", "--sessions", "20", log=log) as running:
        yield running


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """Run one server for all frames, and give its log too."""
    log = tmp_path_factory.mktemp("frames") / "log"
    with served("--searches", "1", "--sessions", "20", log=log) as running:
        yield running, log


def connected(server: Server) -> socket.socket:
    place = urlsplit(server.address)
    return socket.create_connection((place.hostname or "", place.port or 0), timeout=PATIENCE)


def test_out_of_descriptors_it_recovers_and_says_little(log: Path) -> None:
    with served("--searches", "1", descriptors=100, log=log) as server:
        with ExitStack() as open_ones:
            for _ in range(200):
                open_ones.enter_context(closing(connected(server)))
            assert len(list(Path(f"/proc/{server.pid}/fd").iterdir())) < 100
        assert send_until_answered(server) == 200
        with session(server.address) as tab:
            assert tab.answer()["final"]
    assert "room for 30 tabs, not 256" in log.read_text()
    assert len(log.read_text().splitlines()) < 10
    assert "Traceback" not in log.read_text()


def send_until_answered(server: Server) -> int:
    """Ask until a connection is free; who never gets one is stopped by the count."""
    for _ in range(1000):
        try:
            return send(server.address, "/api/games").status
        except OSError:
            continue
    return 0


def test_idle_connections_give_way_without_being_closed_by_their_clients() -> None:
    """As many as it takes, none of which ever sends a byte: the server drops them itself."""
    with served("--searches", "1", descriptors=100) as server, ExitStack() as open_ones:
        idle = [open_ones.enter_context(closing(connected(server))) for _ in range(200)]
        for connection in idle:
            assert is_dropped(connection)
        assert send(server.address, "/api/games").status == 200


def is_dropped(connection: socket.socket) -> bool:
    """Wait until the other end hangs up; whatever it says before does not count."""
    try:
        while connection.recv(65_536):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    return True


WHOLE = b"GET /static/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF_BODY = (
    b"POST /api/view HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
)


NEVER_COMPLETED = {
    "nothing": b"",
    "half a line": b"GE",
    "half a head": WHOLE[:-2],
    "half a body": HALF_BODY,
    "half of the next head": WHOLE + WHOLE[:-2],
    "half of the next body": WHOLE + HALF_BODY,
}


def test_what_is_never_completed_is_dropped(server: Server) -> None:
    with ExitStack() as stack:
        waiting = {name: stack.enter_context(closing(connected(server))) for name in NEVER_COMPLETED}
        for name, connection in waiting.items():
            connection.sendall(NEVER_COMPLETED[name])
        assert [name for name, connection in waiting.items() if not is_dropped(connection)] == []


def test_an_answer_that_is_never_taken_is_dropped(server: Server) -> None:
    with closing(connected(server)) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(1)
        with suppress(OSError):  # its buffers are full, or it has hung up already
            while True:
                connection.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50)
        connection.settimeout(PATIENCE)
        assert is_dropped(connection)


def test_a_client_is_not_dropped_while_the_server_works_on_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(_scope: object, _receive: object, send: Callable[[dict[str, object]], Awaitable[None]]) -> None:
        await asyncio.sleep(10 * connections.PATIENCE)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"late", "more_body": True})
        await asyncio.sleep(10 * connections.PATIENCE)
        await send({"type": "http.response.body", "body": b"r"})

    monkeypatch.setattr(connections, "PATIENCE", 0.1)
    config = connections.watched(answer, lifespan="off", log_level="critical")
    server = uvicorn.Server(config)
    listener = listen("127.0.0.1", 0)
    thread = threading.Thread(target=server.run, args=([listener],))
    with closing(socket.create_connection(listener.getsockname(), timeout=PATIENCE)) as client:
        client.sendall(b"GET / HTTP/1.0\r\n\r\n")  # before it is waited for
        thread.start()
        try:
            assert b"".join(iter(lambda: client.recv(4096), b"")).endswith(b"\r\n\r\nlater")
        finally:
            server.should_exit = True
            thread.join()


def test_a_slow_client_that_goes_on_within_its_time_is_answered(server: Server) -> None:
    with closing(connected(server)) as connection:
        for byte in WHOLE:
            connection.sendall(bytes([byte]))
        assert connection.recv(12) == b"HTTP/1.1 200"


def frame(head: int, payload: bytes, *, masked: bool = True) -> bytes:
    length = struct.pack("!BB", head, len(payload) | (MASKED if masked else 0))
    return length + (bytes(4) if masked else b"") + payload


@pytest.mark.parametrize(
    "sent",
    [
        frame(FINAL | TEXT, b"\xff\xfe"),
        frame(TEXT, b"\xe2\x82") + frame(FINAL | CONTINUATION, b"x"),
        frame(FINAL | TEXT, b"{}", masked=False),
        frame(FINAL | CONTINUATION, b"{}"),
        frame(TEXT, b"{") + frame(FINAL | TEXT, b"}"),
        frame(FINAL | 3, b""),
        frame(0x40 | FINAL | TEXT, b"{}"),
        frame(0x10 | FINAL | TEXT, b"{}"),
        frame(0x09, b"part of a ping"),
        frame(FINAL | 8, b"\x03"),
        frame(FINAL | 8, b"\x03\xe8\xff"),
        frame(FINAL | 8, b"\x00\x00"),
        frame(FINAL | BINARY, b"\xff"),
        frame(FINAL | TEXT, b"nonsense" * 8) + frame(FINAL | 8, b""),
        struct.pack("!BBQ", FINAL | TEXT, MASKED | 127, 2**62) + bytes(4),
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
def test_an_invalid_frame_ends_its_session_without_a_traceback(logged: tuple[Server, Path], sent: bytes) -> None:
    server, log = logged
    with closing(connected(server)) as connection:
        connection.sendall(UPGRADE.encode())
        assert connection.recv(12) == b"HTTP/1.1 101"
        connection.sendall(sent)
        assert is_dropped(connection)
    assert send(server.address, "/api/games").status == 200
    assert log.read_text() == ""


@pytest.mark.parametrize(
    "sent", [b"\r\n\r\nnonsense\r\n\r\n", WHOLE.replace(b"Host", b"Upgrade: x\r\nConnection: upgrade\r\nHost")]
)
def test_the_log_does_not_grow_with_what_clients_do(server: Server, log: Path, sent: bytes) -> None:
    for _ in range(100):
        with closing(connected(server)) as connection:
            connection.sendall(sent)
            assert connection.recv(12).startswith(b"HTTP/1.1 ")
    assert "no more of these" in log.read_text()
    assert len(log.read_text().splitlines()) < 25


@pytest.mark.parametrize(
    ("present", "client", "gone"),
    [
        ("aaaaaaa", "a", None),
        ("aaaaaaaa", "b", 7),
        ("aaaaaaab", "b", 6),
        ("baaaaaaa", "c", 7),
        ("aaabbbbc", "c", 6),
    ],
)
def test_whoever_has_most_makes_way_for_who_has_less_than_a_share(present: str, client: str, gone: int | None) -> None:
    assert makes_way(dict(enumerate(present)), 8, client) == gone


@pytest.mark.parametrize(
    ("present", "client"), [("aaaaaaaa", "a"), ("aaaaaabb", "b"), ("aabbccdd", "e"), ("abcdefgh", "i")]
)
def test_with_a_whole_share_or_among_others_who_have_no_more_nobody_gets_a_place(present: str, client: str) -> None:
    with pytest.raises(FullError):
        makes_way(dict(enumerate(present)), 8, client)


def test_the_only_place_is_not_taken_away() -> None:
    with pytest.raises(FullError):
        makes_way({"first": "a"}, 1, "b")


def test_one_client_cannot_keep_all_sessions() -> None:
    def client(number: int) -> dict[str, dict[str, str]]:
        return {"additional_headers": {"X-Forwarded-For": f"1.1.1.{number}"}}

    with served("--searches", "1", "--sessions", "4", "--proxy", "127.0.0.1") as server, ExitStack() as tabs:
        greedy = [tabs.enter_context(session(server.address, **client(1))) for _ in range(4)]
        assert greedy[3].answer()["final"]  # by now all of them are there
        other = tabs.enter_context(session(server.address, **client(2)))
        assert other.answer()["final"]
        sent_away = greedy[3].hear()
        assert (sent_away["kind"], sent_away["busy"]) == ("refused", True)
        with pytest.raises(ConnectionClosed):
            greedy[3].hear()
        assert greedy[0].answer()["final"]
        refused = tabs.enter_context(session(server.address, **client(1)))
        assert "4 games are open" in refused.hear()["error"]
        assert other.answer()["final"]


def test_one_address_cannot_keep_all_connections() -> None:
    with served("--searches", "1", "--sessions", "1") as server, ExitStack() as open_ones:
        for _ in range(100):  # of 66
            open_ones.enter_context(closing(connected(server)))
        place = urlsplit(server.address)
        other = open_ones.enter_context(
            closing(socket.create_connection((place.hostname or "", place.port or 0), PATIENCE, ("127.0.0.2", 0)))
        )
        other.sendall(WHOLE)
        assert other.recv(15) == b"HTTP/1.1 200 OK"


@pytest.mark.slow
def test_one_client_cannot_keep_all_places_of_those_who_watch() -> None:
    nobody = cast("WebSocket", None)  # nothing is sent

    def watcher(room: str, client: str) -> Guest:
        return Guest(nobody, room, None, None, client)

    guests = Guests(8)
    greedy = [watcher(room, "a") for room in "1112222" + "3"]
    assert [guests.add(one) for one in greedy] == [None] * 8
    assert guests.add(watcher("1", "b")) is greedy[7]
    assert "3" not in guests
    guests.remove(greedy[7])  # it hears of it later
    with pytest.raises(RoomError):
        guests.add(watcher("1", "a"))
    seated = Guest(nobody, "1", "token", Side.X, "a")
    assert guests.add(seated) is None
