"""What the web server makes of clients that do anything at any moment, sensible or not.

Each client draws one thing to do after the other: look at games, legal or not, read and write texts, send rubbish of
all sizes, ask engines and leave in mid-thought, cancel, shout. Printed are the answers by status, and the server's
processes, memory and open files over time; the exit status is 1 if there was an answer of 500 or above, if the server
or a process of it was lost, or if it holds notably more afterwards than when warm.

    python benchmarks/web_random_clients.py --clients 30 --minutes 10
"""

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random
from urllib.parse import urlsplit
from urllib.request import urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from sttt.games.super_ttt.position import Position

PATIENCE = 60.0
"""Seconds after which an answer that has not come counts as lost."""

GROWTH_MB = 40.0
"""By how much the server and its engines may have grown since they were warm."""


class Client:
    """Does one thing after the other, drawn from its seed."""

    def __init__(self, address: str, seed: int, seen: Counter[str]) -> None:
        self._address = address
        self._place = urlsplit(address)
        self._random = Random(seed)
        self._seen = seen

    async def act(self, until: float) -> None:
        """Act until the time is up; whatever goes wrong is counted."""
        acts = (self._look, self._look, self._read, self._rubbish, self._play, self._leave, self._shout, self._vanish)
        while time.monotonic() < until:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._random.choice(acts)()
            except TimeoutError:
                self._seen["lost"] += 1
            except (OSError, ConnectionClosed, InvalidHandshake) as error:
                self._seen[f"closed: {type(error).__name__}"] += 1

    def _game(self) -> dict[str, object]:
        """Draw a game of random turns, one in three of them with a turn that may be illegal."""
        position, turns = Position(), []
        for _ in range(self._random.randrange(12)):
            if position.result:
                break
            turn = [self._random.choice(position.legal_placements()) for _ in range(position.left)]
            if len(set(turn)) < len(turn):
                break
            for square in turn:
                if position.result or square not in position.legal_placements():
                    break
                position = position.play(square)
            else:
                turns.append(turn)
                continue
            break
        if self._random.random() < 1 / 3:
            turns.append([self._random.randrange(-2, 99)])
        return {"game": "super-ttt", "turns": turns}

    async def _look(self) -> None:
        path = self._random.choice(["/api/view", "/api/why", "/api/export"])
        form = {"form": self._random.choice(["json", "text", "compact", "scheme", "none"])} if "export" in path else {}
        await self._post(path, json.dumps(self._game() | form).encode())

    async def _read(self) -> None:
        text = "".join(self._random.choices('xo./:12()[] "{}\n', k=self._random.randrange(1, 3000)))
        await self._post("/api/import", json.dumps({"game": "super-ttt", "text": text}).encode())

    async def _rubbish(self) -> None:
        size = self._random.choice([0, 1, 100, 10_000, 300_000])
        await self._post(
            self._random.choice(["/api/view", "/api/import", "/api/none", "/"]), self._random.randbytes(size)
        )

    async def _vanish(self) -> None:
        """Send half a request and leave."""
        _, writer = await asyncio.open_connection(self._place.hostname, self._place.port)
        writer.write(f"POST /api/view HTTP/1.1\r\nHost: {self._place.netloc}\r\nContent-Length: 500\r\n\r\n{{".encode())
        await writer.drain()
        writer.close()
        self._seen["vanished"] += 1

    async def _play(self) -> None:
        async with self._session() as socket:
            for number in range(self._random.randrange(1, 4)):
                await socket.send(self._question(number, self._random.uniform(0.01, 0.5)))
                answer = json.loads(await socket.recv())
                while answer["kind"] == "thought" and not answer["final"]:
                    answer = json.loads(await socket.recv())
                self._seen["busy" if answer.get("busy") else answer["kind"]] += 1

    async def _leave(self) -> None:
        """Ask for a long thought, perhaps cancel, and leave in the middle."""
        async with self._session() as socket:
            await socket.send(self._question(1, 60))
            await asyncio.sleep(self._random.expovariate(3))
            if self._random.random() < 0.3:
                await socket.send('{"kind": "cancel"}')
        self._seen["left"] += 1

    async def _shout(self) -> None:
        async with self._session() as socket:
            with suppress(ConnectionClosed, TimeoutError):
                for _ in range(5):
                    await socket.send(self._random.choice(["", "[]", "{", "x" * 70_000, b"\x00\xff"]))
                while True:
                    await asyncio.wait_for(socket.recv(), 1)
        self._seen["shouted"] += 1

    def _session(self) -> connect:
        return connect(f"ws://{self._place.netloc}/api/think", open_timeout=PATIENCE)

    def _question(self, number: int, seconds: float) -> str:
        player = self._random.choice(["alpha-beta", "rules", "random", "uct", "nobody"])
        return json.dumps({"kind": "think", "id": number, "player": player, "seconds": seconds} | self._game())

    async def _post(self, path: str, content: bytes) -> None:
        reader, writer = await asyncio.open_connection(self._place.hostname, self._place.port)
        head = f"POST {path} HTTP/1.1\r\nHost: {self._place.netloc}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(content)}\r\nConnection: close\r\n\r\n".encode() + content)
        answer = await reader.read()
        writer.close()
        self._seen[answer.split(b" ", 2)[1].decode() if answer else "closed: no answer"] += 1


def state(pid: int) -> tuple[int, float, int]:
    """Return the processes of the server, itself included, their memory in MB, and its open files."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    pages = 0
    for member in (str(pid), *children):
        with suppress(OSError):  # it has ended meanwhile
            pages += int(Path(f"/proc/{member}/statm").read_text(encoding="ascii").split()[1])
    return 1 + len(children), pages * 4096 / 1e6, len(list(Path(f"/proc/{pid}/fd").iterdir()))


async def run(address: str, pid: int, given: argparse.Namespace) -> tuple[Counter[str], list[tuple[int, float, int]]]:
    """Let the clients act; note the server's state, and at last when it is at rest again."""
    seen: Counter[str] = Counter()
    states = []
    until = time.monotonic() + 60 * given.minutes
    clients = [Client(address, given.seed + number, seen).act(until) for number in range(given.clients)]
    tasks = [asyncio.create_task(client) for client in clients]
    while time.monotonic() < until:
        await asyncio.sleep(min(30, 60 * given.minutes / 4))
        states.append(state(pid))
        print(
            f"{states[-1][0]} processes, {states[-1][1]:.0f} MB, {states[-1][2]} files, {dict(seen)}", file=sys.stderr
        )
    await asyncio.gather(*tasks)
    await asyncio.sleep(5)
    states.append(state(pid))
    return seen, states


def main() -> None:
    """Start a server, send the clients, judge."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=30)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    command = [Path(sys.executable).with_name("sttt"), "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own
        address = server.stdout.readline().split()[4]
        try:
            seen, states = asyncio.run(run(address, server.pid, given))
            alive = urlopen(address).status == 200  # noqa: S310 - our own server
        finally:
            server.terminate()
    warm, last = max(states[: 1 + len(states) // 4], key=lambda state: state[1]), states[-1]
    for name, count in sorted(seen.items()):
        print(f"{name:28} {count}")
    print(f"warm: {warm[0]} processes, {warm[1]:.0f} MB, {warm[2]} files")
    print(f"last: {last[0]} processes, {last[1]:.0f} MB, {last[2]} files")
    failed = [name for name in seen if name.startswith("5") or name == "lost"]
    if failed or not alive or last[0] > warm[0] or last[1] > warm[1] + GROWTH_MB:
        sys.exit(1)


if __name__ == "__main__":
    main()
