"""What somebody at the page notices of a crowd: how long the page and an engine's turn take meanwhile.

Each row is measured while a crowd does one thing as fast as it is let: POSTs of different positions to
``/api/openings``, or seats of rooms that repeat the offer of a draw. Printed are the median and the longest wait for
the page, and the median time of a turn that an engine was asked for within a second.

    python benchmarks/web_bystander.py --openings 20 60 --repeaters 8 40

With several programs (``--sttt OLD/sttt NEW/sttt``) each crowd meets one after the other, so that all have the same
machine.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

Act = Callable[[str, int], Awaitable[None]]
"""What one of a crowd does, given the server's address and a number."""


async def ask(address: str, path: str, body: object = None) -> bytes:
    """Send one request over a connection of its own."""
    place = urlsplit(address)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    content = b"" if body is None else json.dumps(body).encode()
    method = "GET" if body is None else "POST"
    head = f"{method} {path} HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(content)}\r\nConnection: close\r\n\r\n".encode() + content)
    answer = await reader.read()
    writer.close()
    return answer.partition(b"\r\n\r\n")[2]


async def open_books(address: str, number: int) -> None:
    """Ask for openings, each time of another position."""
    random = Random(number)
    while True:
        body = {"game": "super-ttt", "turns": [random.sample(range(81), 2)]}
        with suppress(OSError):
            await ask(address, "/api/openings", body)


async def offer_draws(address: str, number: int, rooms: list[dict]) -> None:
    """Repeat the offer of a draw within the limits of a connection."""
    made = rooms[number % len(rooms)]
    url = f"ws://{urlsplit(address).netloc}/api/rooms/{made['room']}?seat={made['tokens']['own']}"
    while True:
        with suppress(OSError, WebSocketException):
            async with connect(url, open_timeout=None) as socket:
                reading = asyncio.create_task(_swallow(socket))
                try:
                    while not reading.done():
                        await socket.send('{"kind": "draw", "number": 1}')
                        await asyncio.sleep(0.1)
                finally:
                    reading.cancel()
        await asyncio.sleep(1)


async def _swallow(socket: object) -> None:
    async for _ in socket:
        pass


async def look_on(address: str, seconds: float) -> str:
    """Load the page again and again, and have an engine play; say how long both took."""
    until = time.monotonic() + seconds
    pages, turns = [], []

    async def pages_on() -> None:
        while not pages or time.monotonic() < until:
            began = time.monotonic()
            await ask(address, "/")
            pages.append(time.monotonic() - began)
            await asyncio.sleep(0.05)

    async def turns_on() -> None:
        async with connect(f"ws://{urlsplit(address).netloc}/api/think", open_timeout=None) as socket:
            while not turns or time.monotonic() < until:
                began = time.monotonic()
                asked = {"kind": "think", "id": 1, "game": "super-ttt", "player": "alpha-beta-no-book", "seconds": 1}
                await socket.send(json.dumps(asked))
                while not json.loads(await socket.recv()).get("final", True):
                    pass
                turns.append(time.monotonic() - began)

    await asyncio.gather(pages_on(), turns_on())
    return f"{1000 * median(pages):8.1f} {1000 * max(pages):8.1f} {median(turns):8.2f}"


async def beside(address: str, number: int, act: Act, seconds: float) -> str:
    """Look on while a crowd acts."""
    crowd = [asyncio.create_task(act(address, one)) for one in range(number)]
    await asyncio.sleep(1.0)
    seen = await look_on(address, seconds)
    for one in crowd:
        one.cancel()
    await asyncio.gather(*crowd, return_exceptions=True)
    await asyncio.sleep(2.0)
    return seen


async def measure(addresses: list[str], given: argparse.Namespace) -> None:
    """Print a row for each crowd at each server."""
    print(f"{'crowd':28} {'at':>3} {'page ms':>8} {'longest':>8} {'turn s':>8}", flush=True)
    for name, number, act in crowds(given):
        for at, address in enumerate(addresses, start=1):
            print(f"{name:28} {at:3} {await beside(address, number, act, given.seconds)}", flush=True)


def crowds(given: argparse.Namespace) -> Iterator[tuple[str, int, Act]]:
    """Return each crowd: a name, a number, what everybody in it does."""
    rooms = {}

    async def offer(address: str, number: int) -> None:
        if address not in rooms:
            wanted = [ask(address, "/api/rooms", {"game": "super-ttt", "side": "x"}) for _ in range(8)]
            rooms[address] = asyncio.gather(*wanted)
        await offer_draws(address, number, list(map(json.loads, await asyncio.shield(rooms[address]))))

    yield "nobody", 0, offer
    for number in given.openings:
        yield f"{number} at the openings", number, open_books
    for number in given.repeaters:
        yield f"{number} who offer a draw", number, offer


@contextmanager
def served(program: str) -> Iterator[str]:
    """Run a server meanwhile, and return its address."""
    with tempfile.TemporaryDirectory() as rooms:
        command = [program, "serve", "--port", "0", "--rooms", rooms]
        with subprocess.Popen(  # noqa: S603 - what the user names
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            try:
                yield server.stdout.readline().split()[4]
            finally:
                server.terminate()


def main() -> None:
    """Start a server, crowd it, look on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--openings", type=int, nargs="*", default=[20, 60])
    parser.add_argument("--repeaters", type=int, nargs="*", default=[8, 40])
    parser.add_argument("--seconds", type=float, default=8)
    own = str(Path(sys.executable).with_name("sttt"))
    parser.add_argument("--sttt", nargs="+", default=[own], help="the programs to measure")
    given = parser.parse_args()
    with ExitStack() as servers:
        addresses = [servers.enter_context(served(program)) for program in given.sttt]
        asyncio.run(measure(addresses, given))


if __name__ == "__main__":
    main()
