"""Measure how soon our engine answers ``stop`` over the Universal Game Interface, in every game.

``python benchmarks/ugi_stop.py --stops 100``: searches of the strongest players, with their books and without, in
positions of random games, are stopped at random moments; half of them are without an end, half have 10 s, of which the
proofs come first. Prints the milliseconds from the writing of ``stop`` to the reading of ``bestmove``, by the clock and
of processor time that the engine used meanwhile: on a busy machine the clock measures the others as well. Linux alone
tells the latter.
"""

import argparse
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

from sttt.games.game import Game, Position
from sttt.players import registry

PLAYERS = (
    ("super-ttt", "alpha-beta"),
    ("super-ttt", "alpha-beta-no-book"),
    ("qubic", "qubic"),
    ("qubic", "qubic-alpha-beta"),
    ("connect-four", "connect-four"),
    ("connect-four", "connect-four-no-book"),
    ("four-by-four", "four-by-four-perfect"),
    ("four-by-four", "four-by-four-difficult"),
    ("three-by-four", "three-by-four-perfect"),
)
LONGEST_WAIT = 0.5
"""Seconds of a search before it is stopped, at most."""


class Engine:
    """Our engine in a process of its own."""

    def __init__(self, game: str, player: str) -> None:
        command = [sys.executable, "-P", "-m", "adapter.ugi", "--game", game, "--player", player]
        self._process = subprocess.Popen(  # noqa: S603 - our own engine
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def say(self, line: str) -> None:
        """Write a line."""
        if self._process.stdin:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()

    def wait_for(self, word: str) -> None:
        """Read up to the line that begins with a word."""
        while self._process.stdout and not self._process.stdout.readline().startswith(word):
            pass

    def processor_time(self) -> float:
        """Return the seconds that its threads have run."""
        tasks = Path(f"/proc/{self._process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def stop_after(self, position: str, go: str, seconds: float) -> tuple[float, float]:
        """Return the seconds from ``stop`` to the answer, by the clock and of its processor time."""
        self.say("isready")
        self.wait_for("readyok")
        self.say(f"position fen {position}")
        self.say(go)
        time.sleep(seconds)
        used, written = self.processor_time(), time.perf_counter()
        self.say("stop")
        self.wait_for("bestmove")
        return time.perf_counter() - written, self.processor_time() - used

    def quit(self) -> None:
        """End it."""
        self.say("quit")
        self._process.wait()


def some_position(game: Game, draw: random.Random) -> str:
    """Return a position of a random game, not over, in its first two thirds."""
    positions: list[Position] = [game.start()]
    while not positions[-1].result:
        side, position = positions[-1].side, positions[-1]
        while position.side is side and not position.result:
            position = position.play(draw.choice(position.legal_placements()))
        positions.append(position)
    return game.format_position(draw.choice(positions[: max(1, 2 * len(positions) // 3)]))


def main() -> None:
    """Stop searches, and print how long that took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stops", type=int, default=100, help="for each player (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    print(f"{'player':24} {'stops':>5} {'median':>8} {'max':>8} {'over 50 ms':>10} {'of cpu: median':>14} {'max':>6}")
    for name, player in PLAYERS:
        game, engine = registry.game(name), Engine(name, player)
        took = [
            engine.stop_after(some_position(game, draw), go, draw.uniform(0, LONGEST_WAIT))
            for number in range(options.stops)
            for go in (("go infinite", "go movetime 10000")[number % 2],)
        ]
        engine.quit()
        clock, used = ([1000 * one for one in column] for column in zip(*took, strict=True))
        by_clock = f"{statistics.median(clock):8.1f} {max(clock):8.1f} {sum(one > 50 for one in clock):10}"
        print(f"{player:24} {len(took):5} {by_clock} {statistics.median(used):14.1f} {max(used):6.1f}", flush=True)


if __name__ == "__main__":
    main()
