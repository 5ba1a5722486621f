"""Send damaged requests to the Scheme bot and check every line it prints.

    python benchmarks/fuzz_scheme.py --requests 200000 --seed 1
    python benchmarks/fuzz_scheme.py --requests 20000 --process

Without --process the bot's own loop runs in this process with the `random` player, and each turn is also checked to be
legal on the position it answers. Every batch ends in undamaged requests, which must be answered with a turn: whatever
came before, the bot lives on. The exit status is 0 only if nothing was wrong.
"""

import argparse
import platform
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version
from random import Random

from adapter.scheme import parse_turn
from adapter.scheme.board import format_request
from adapter.scheme.bot import serve
from strategies.super_ttt.benchmarks import RandomPlayer
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.players.player import Decision, Limits

BATCH = 20
"""Damaged requests between two undamaged ones."""

UNDAMAGED = b"\n" + 2 * (format_request(Position()).encode() + b"\n")
"""Two, as the first may be swallowed by a ``(quote`` left open before it."""

SNIPPETS = [
    *(b"(", b")", b"()", b"((", b"))", b"'", b"''", b'"', b'\\"', b";", b"\n", b" ", b".", b" . ", b"#|", b"|#", b"\\"),
    *(
        b"x",
        b"o",
        b"X",
        b"nil",
        b"#f",
        b"#t",
        b"t",
        b"5",
        b"5.0",
        b"1e999",
        b"nan",
        b"1_0",
        b"#(",
        b"[",
        b"]",
        b"`",
        b",",
    ),
    *(b"big", b"little", b"quote", b"(quote ", b"((big ", b"\xff", b"\x00", b"\xc3\xa9", b"\x1b[0m", b"\r\n", b"\f"),
]


def pool(random: Random, size: int) -> list[tuple[Position, bytes]]:
    """Return positions of random games, finished ones too, each with its request in some spelling."""
    made = []
    for _ in range(size):
        position = Position()
        for _ in range(random.randrange(45)):
            if position.result:
                break
            position, _ = enter_turn(position, (random.randrange(81), random.randrange(81)))
        made.append((position, spelled(format_request(position), random).encode()))
    return made


def spelled(request: str, random: Random) -> str:
    """Write a request in one of the old spellings."""
    spelling = random.randrange(6)
    changes = [(" x", " 'x"), ("()", "nil"), ("(little", "\n  ('little"), (" ", "\t"), ("()", "#f"), ("", "")]
    return request.replace(*changes[spelling], random.choice([3, 1000])) if changes[spelling][0] else request.upper()


def damaged(request: bytes, random: Random) -> bytes:
    """Damage a request in one to six places, mostly in one."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        request = random.choice(DAMAGES)(request, random)
    return request


def _insert(request: bytes, random: Random) -> bytes:
    place = random.randrange(len(request) + 1)
    return request[:place] + random.choice(SNIPPETS) + request[place:]


def _replace(request: bytes, random: Random) -> bytes:
    place = random.randrange(len(request) + 1)
    return request[:place] + random.choice(SNIPPETS) + request[place + random.randrange(12) :]


def _cut(request: bytes, random: Random) -> bytes:
    place = random.randrange(len(request) + 1)
    return request[:place] if random.random() < 0.2 else request[:place] + request[place + random.randrange(40) :]


def _copy(request: bytes, random: Random) -> bytes:
    start, place = random.randrange(len(request) + 1), random.randrange(len(request) + 1)
    return request[:place] + request[start : start + random.randrange(200)] + request[place:]


def _flip(request: bytes, random: Random) -> bytes:
    place = random.randrange(len(request) + 1)
    return request[:place] + random.randbytes(random.randrange(3)) + request[place + 1 :]


def _repeat(request: bytes, random: Random) -> bytes:
    return _insert(request, random) if random.random() < 0.98 else request + random.choice(SNIPPETS) * 30_000


DAMAGES = (_insert, _replace, _cut, _copy, _flip, _repeat)


def stream(requests: int, random: Random) -> Iterator[bytes]:
    """Yield that many damaged requests, each on lines of its own; after every batch and at the end, undamaged ones."""
    bases = pool(random, 400)
    for number in range(1, requests + 1):
        yield damaged(random.choice(bases)[1], random) + b"\n"
        if number % BATCH == 0 or number == requests:
            yield UNDAMAGED


class Checker:
    """Counts what comes back, and what of it is wrong."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.wrong: list[bytes] = []
        self.last = ""

    def check(self, line: bytes, position: Position | None) -> None:
        """Check one line; with a position, also that the turn is legal there."""
        self.last = self._kind(line, position)
        self.counts[self.last] += 1
        if self.last == "wrong":
            self.wrong.append(line)

    @staticmethod
    def _kind(line: bytes, position: Position | None) -> str:
        text = line.decode("latin-1")
        if not (text.endswith("\n") and text.isascii() and text[:-1].isprintable()):
            return "wrong"
        if text.startswith('(error "') and text.endswith('")\n'):
            return "errors"
        try:
            turn = parse_turn(text)
        except Exception:  # noqa: BLE001 - whatever it is, the line was no turn
            return "wrong"
        return "turns" if position is None or enter_turn(position, turn)[1] == turn else "wrong"


class RecordingPlayer(RandomPlayer):
    """The random player, remembering the position of its last turn."""

    position: Position | None = None

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose at random."""
        self.position = position
        return super().choose(position, limits)


class Loop:
    """Both ends of the bot's loop in one process: a source of requests and a sink that checks each line."""

    def __init__(self, requests: Iterator[bytes], checker: Checker, player: RecordingPlayer) -> None:
        self.requests = requests
        self.checker = checker
        self.player = player
        self.request = b""
        self.rest = b""

    def read1(self, size: int, /) -> bytes:
        """Send the next request, once the previous one has been dealt with."""
        if not self.rest:
            if self.request == UNDAMAGED and self.checker.last != "turns":
                self.checker.wrong.append(b"no turn for an undamaged request")
            self.rest = self.request = next(self.requests, b"")
        portion, self.rest = self.rest[:size], self.rest[size:]
        return portion

    def write(self, line: bytes, /) -> None:
        """Check a line."""
        self.checker.check(line, self.player.position)

    def flush(self) -> None:
        """Nothing is buffered."""


def run_inside(requests: Iterator[bytes], checker: Checker) -> None:
    """Drive the bot's loop in this process."""
    player = RecordingPlayer(1)
    loop = Loop(requests, checker, player)
    serve(loop, loop, player, 1.0)


def run_process(requests: Iterator[bytes], checker: Checker) -> None:
    """Drive a real bot process over its pipes."""
    command = [sys.executable, "-m", "adapter.scheme", "--player", "random"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:  # noqa: S603 - our own bot

        def send() -> None:
            with bot.stdin:
                bot.stdin.writelines(requests)

        sender = threading.Thread(target=send)
        sender.start()
        for line in bot.stdout:
            checker.check(line, None)
        sender.join()
    if bot.returncode != 0 or checker.last != "turns":
        checker.wrong.append(f"exit status {bot.returncode}, last line one of {checker.last}".encode())


def main() -> int:
    """Run, print the figures and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=200_000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the damage (default: %(default)s)")
    parser.add_argument("--process", action="store_true", help="send them to a real process")
    options = parser.parse_args()
    checker = Checker()
    start = time.monotonic()
    run = run_process if options.process else run_inside
    run(stream(options.requests, Random(options.seed)), checker)
    seconds = time.monotonic() - start
    print(f"{platform.python_implementation()} {sys.version.split()[0]}, sexpdata {version('sexpdata')}, interpreted")
    print(f"{options.requests} damaged requests, seed {options.seed}, {'process' if options.process else 'in-process'}")
    print(f"lines: {checker.counts['turns']} turns, {checker.counts['errors']} errors, {len(checker.wrong)} wrong")
    print(f"{seconds:.1f} s, {options.requests / seconds:.0f} requests/s")
    for line in checker.wrong[:10]:
        print(f"wrong: {line!r}")
    return 1 if checker.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
