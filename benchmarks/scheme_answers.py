"""Time the bot's answers, from the request written to the line read, on a machine that is busy otherwise.

    python benchmarks/scheme_answers.py --answers 10000

Starts real ``python -m adapter.scheme`` processes and a busy loop for every core, sends them boards of random games
at the start of a turn, and checks every answer: a turn whose placements all count. Then it times some first answers of
fresh processes, their start included. The exit status is 0 only if every answer was right and none took longer than
the limit.
"""

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from threading import Event

from adapter.scheme import parse_turn
from adapter.scheme.board import format_request
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.kernel.builds import build_name

BUSY_LOOP = [sys.executable, "-c", "while True: pass"]
LONGEST_GAME = 70
"""The most random placements that lead to a board."""


@dataclass(frozen=True)
class Answer:
    """One answer: how long it took, and what was wrong with it, if anything."""

    seconds: float
    wrong: str | None


def main() -> int:
    """Run, print the figures and return the exit status."""
    options = _options()
    cores = os.cpu_count() or 1
    print(f"{platform.python_implementation()} {platform.python_version()}, {build_name()} build, {cores} cores")
    print(f"{options.player}, limit {options.time} s, {options.bots} bots and {cores} busy loops, seed {options.seed}")
    with _busy(cores):
        shares = [range(start, options.answers, options.bots) for start in range(options.bots)]
        stop = Event()
        with ThreadPoolExecutor(options.bots) as threads:
            try:
                conversations = threads.map(lambda share: _converse(options, share, stop), shares)
                answers = [answer for many in conversations for answer in many]
            finally:
                stop.set()
        starts = [_first_answer(options) for _ in range(options.starts)]
    _report("answers", answers)
    _report("first answers, process start included", starts)
    return int(any(answer.wrong or answer.seconds > options.time for answer in answers + starts))


@contextmanager
def _busy(cores: int) -> Iterator[None]:
    loops = [subprocess.Popen(BUSY_LOOP) for _ in range(cores)]  # noqa: S603 - a loop of our own
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def _converse(options: argparse.Namespace, share: range, stop: Event) -> list[Answer]:
    """Let one bot answer its share of the boards, until it is told to stop."""
    with _bot(options) as bot:
        return [_ask(bot, _board(options.seed, index)) for index in share if not stop.is_set()]


def _first_answer(options: argparse.Namespace) -> Answer:
    started = time.monotonic()
    with _bot(options) as bot:
        answer = _ask(bot, Position())
        return Answer(time.monotonic() - started, answer.wrong)


@contextmanager
def _bot(options: argparse.Namespace) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "adapter.scheme", "--player", options.player, "--time", str(options.time)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:  # noqa: S603 - our own bot
        try:
            yield bot
        finally:
            bot.kill()


def _ask(bot: subprocess.Popen[bytes], position: Position) -> Answer:
    if bot.stdin is None or bot.stdout is None:
        raise RuntimeError("the bot has no pipes")
    started = time.monotonic()
    bot.stdin.write(format_request(position).encode() + b"\n")
    bot.stdin.flush()
    line = bot.stdout.readline().decode()
    return Answer(time.monotonic() - started, _wrong(position, line))


def _wrong(position: Position, line: str) -> str | None:
    """Say what is wrong with an answer: unreadable, or a placement that does not count."""
    try:
        turn = parse_turn(line)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what was wrong
        return f"{line!r}: {error}"
    after, counted = enter_turn(position, turn)
    placed = sum(square is not None for square in counted)
    rightly_null = not after.open_squares and counted == turn
    return (
        None if placed == position.left or rightly_null else f"{line!r}: {placed} of {position.left} placements count"
    )


def _board(seed: int, index: int) -> Position:
    """Return the board of a random game at the start of a turn."""
    random = Random(f"{seed} {index}")
    position = start = Position()
    for _ in range(random.randrange(LONGEST_GAME)):
        position = position.play(random.choice(position.legal_placements()))
        if position.result:
            return start
        if position.left == 2 or position.open_squares.bit_count() == 1:
            start = position
    return start


def _report(what: str, answers: list[Answer]) -> None:
    seconds = sorted(answer.seconds for answer in answers)
    wrong = [answer.wrong for answer in answers if answer.wrong]
    if not seconds:
        return
    at = {share: seconds[min(len(seconds) - 1, int(share * len(seconds)))] for share in (0.5, 0.99, 0.999)}
    spread = ", ".join(f"{share:.1%} below {value:.3f}" for share, value in at.items())
    print(f"{len(seconds)} {what}: {len(wrong)} wrong; seconds: {spread}, slowest {seconds[-1]:.3f}")
    for message in wrong[:10]:
        print(f"  {message}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=int, default=10_000)
    parser.add_argument("--starts", type=int, default=20, help="fresh processes timed to their first answer")
    parser.add_argument("--bots", type=int, default=4, help="bots that answer at the same time")
    parser.add_argument("--player", default="alpha-beta")
    parser.add_argument("--time", type=float, default=1.0, help="the bot's limit, in seconds")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
