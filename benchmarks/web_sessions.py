"""How many people can play in the browser at once: sessions at once against one server on this machine.

Every session plays games against the default player: a person's turn (a random one, over HTTP, after a pause drawn by
lot), then the engine's (over its WebSocket, with the think time asked for). Printed is how much later than its think
time an engine's turn was back, what was refused as busy, and what became of the server's processes and memory.

    python benchmarks/web_sessions.py --sessions 200 --minutes 2 --think 1 --pause 8
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from urllib.parse import urlsplit
from urllib.request import urlopen

from websockets.asyncio.client import ClientConnection, connect

GRACE = 0.2
"""Seconds that an engine's turn may take beyond its think time."""


@dataclass
class Tally:
    """What all sessions met."""

    late: list[float] = field(default_factory=list)
    """Seconds beyond the think time of each engine's turn."""
    thought: list[float] = field(default_factory=list)
    """Seconds that the engine had of each think time."""
    views: list[float] = field(default_factory=list)
    busy: int = 0
    refused: list[str] = field(default_factory=list)
    server_errors: int = 0
    games: int = 0


class Visitor:
    """One session: a tab that plays game after game."""

    def __init__(self, address: str, given: argparse.Namespace, number: int, tally: Tally) -> None:
        self._address = address
        self._given = given
        self._random = Random(number)
        self._tally = tally

    async def play(self, until: float) -> None:
        """Play until the time is up."""
        await asyncio.sleep(self._random.uniform(0, self._given.pause))
        async with connect(f"ws://{urlsplit(self._address).netloc}/api/think") as socket:
            while time.monotonic() < until:
                await self._play_game(socket, until)
                self._tally.games += 1

    async def _play_game(self, socket: ClientConnection, until: float) -> None:
        turns: list[list[int | None]] = []
        while time.monotonic() < until:
            await asyncio.sleep(self._random.uniform(0.5, 1.5) * self._given.pause)
            turn = await self._persons_turn(turns)
            if turn is None:
                return
            turns.append(turn)
            if (await self._view(turns))["result"]:
                return
            turns.append(await self._engines_turn(socket, turns))

    async def _persons_turn(self, turns: list[list[int | None]]) -> list[int | None] | None:
        """Draw open squares for a whole turn; None when the game is over."""
        seen = await self._view(turns)
        open_cells = [cell for cell, refusal in enumerate(seen["refusals"]) if refusal is None]
        if not open_cells:
            return None
        turn: list[int | None] = [self._random.choice(open_cells)]
        after = await self._view(turns, turn)
        if after["side"] != seen["side"] or after["result"]:
            return turn
        return [*turn, self._random.choice([c for c, refusal in enumerate(after["refusals"]) if refusal is None])]

    async def _view(self, turns: list[list[int | None]], tentative: list[int | None] | None = None) -> dict:
        started = time.monotonic()
        status, seen = await post(
            self._address, "/api/view", {"game": "super-ttt", "turns": turns, "tentative": tentative or []}
        )
        self._tally.views.append(time.monotonic() - started)
        if status != 200:
            self._tally.server_errors += status >= 500
            raise RuntimeError(f"status {status}: {seen}")
        return seen

    async def _engines_turn(self, socket: ClientConnection, turns: list[list[int | None]]) -> list[int | None]:
        seconds = self._given.think
        question = {"kind": "think", "id": 1, "game": "super-ttt", "turns": turns, "player": self._given.player}
        while True:
            started = time.monotonic()
            await socket.send(json.dumps({**question, "seconds": seconds}))
            answer = json.loads(await socket.recv())
            while answer["kind"] == "thought" and not answer["final"]:
                answer = json.loads(await socket.recv())
            if answer["kind"] == "thought":
                self._tally.late.append(time.monotonic() - started - seconds)
                self._tally.thought.append(answer["seconds"])
                return answer["turn"]
            if not answer["busy"]:
                raise RuntimeError(answer["error"])
            self._tally.busy += 1
            await asyncio.sleep(1.5)


async def post(address: str, path: str, body: object) -> tuple[int, dict]:
    """Send one request over a connection of its own."""
    place = urlsplit(address)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    content = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(content)}\r\nConnection: close\r\n\r\n".encode() + content)
    answer = await reader.read()
    writer.close()
    head, _, content = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(content)


def family(pid: int) -> list[int]:
    """Return a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *map(int, children)]


def resident(pids: list[int]) -> float:
    """Return the memory that processes hold, in MB."""
    pages = [int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]) for pid in pids]
    return sum(pages) * 4096 / 1e6


def processor_seconds(pids: list[int]) -> float:
    """Return the processor time that processes have used."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def share(values: list[float], part: float) -> float:
    """Return the value that a part of all values stay within."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else float("nan")


async def load(address: str, pid: int, given: argparse.Namespace) -> Tally:
    """Let all sessions play; a line of the server's state every ten seconds."""
    tally = Tally()
    until = time.monotonic() + 60 * given.minutes
    visitors = [Visitor(address, given, number, tally).play(until) for number in range(given.sessions)]
    tasks = [asyncio.create_task(visitor) for visitor in visitors]
    while time.monotonic() < until:
        await asyncio.sleep(min(10, 60 * given.minutes))
        pids = family(pid)
        print(
            f"{len(tally.late):6} engine turns, {tally.busy} busy, {len(pids)} processes, {resident(pids):.0f} MB",
            file=sys.stderr,
        )
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, BaseException):
            tally.refused.append(f"{type(outcome).__name__}: {outcome}")
    return tally


def report(tally: Tally, given: argparse.Namespace) -> None:
    """Print what the sessions met."""
    late, thought, views = tally.late, tally.thought, [1000 * seconds for seconds in tally.views]
    in_time = sum(seconds <= GRACE for seconds in late)
    rows = {
        "sessions": f"{given.sessions}, think time {given.think:g} s, a person's pause {given.pause:g} s",
        "engine turns": f"{len(late)}, {tally.games} games ended",
        f"within think+{GRACE:g} s": f"{in_time} ({100 * in_time / max(1, len(late)):.2f} %)",
        "median beyond it": f"{share(late, 0.5):+.3f} s, 99 % {share(late, 0.99):+.3f} s, worst {max(late):+.3f} s",
        "searched": f"median {share(thought, 0.5):.3f} s, least 1 % {share(thought, 0.01):.3f} s",
        "views": f"{len(views)}, median {share(views, 0.5):.1f} ms, 99 % {share(views, 0.99):.1f} ms",
        "told 'busy'": f"{tally.busy}",
        "server errors": f"{tally.server_errors}",
        "sessions failed": f"{len(tally.refused)} {tally.refused[:3] or ''}",
    }
    for name, row in rows.items():
        print(f"{name:18} {row}")


def main() -> None:
    """Start a server, load it, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--pause", type=float, default=8.0)
    parser.add_argument("--player", default="alpha-beta")
    given = parser.parse_args()
    command = [Path(sys.executable).with_name("sttt"), "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own
        address = server.stdout.readline().split()[4]
        urlopen(address).read()  # noqa: S310 - our own server
        try:
            tally = asyncio.run(load(address, server.pid, given))
            pids = family(server.pid)
            web, engines = processor_seconds(pids[:1]), processor_seconds(pids[1:])
            print(f"machine            load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
            print(f"processor time     server {web:.1f} s, engines {engines:.1f} s in {60 * given.minutes:.0f} s")
            print(f"server afterwards  {len(pids)} processes, {resident(pids):.0f} MB")
        finally:
            server.terminate()
    report(tally, given)


if __name__ == "__main__":
    main()
