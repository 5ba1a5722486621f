"""Measure what `sttt match` costs beside its games, in ms of processor time a game, here and at an earlier revision.

    pip install '.[dask]'
    python benchmarks/match_overhead.py --games 4000 --rounds 5 --against main~10

The players are `random`, whose games are the shortest there are, with an archive. Counted is the time of all processes:
in one process, in two, and by Dask with two workers. Two matches of different length tell what each further game costs
from what the start costs. A bare game is the players' decisions entered by the rules, nothing else. Rounds alternate
between the revisions; given are medians, with half the range of the middle half of the rounds.
"""

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import psutil
from cluster_of_processes import on, processor_seconds, scheduler, worker

from sttt.arena.play.match import schedule
from sttt.errors import StttError
from sttt.execution.executor import cores
from sttt.execution.provenance import provenance
from sttt.execution.revision import build_of
from sttt.games.game import Side
from sttt.players import registry
from sttt.players.player import Limits

SHARE = 0.05
"""The share of a game that the overhead should stay below."""
GAME, NODES, SEED = "super-ttt", 200, 1


@dataclass(frozen=True)
class Measured:
    """Processor seconds of matches of two lengths, one pair a round, and of a bare game in the same rounds."""

    short: list[float] = field(default_factory=list)
    long: list[float] = field(default_factory=list)
    bare: list[float] = field(default_factory=list)

    def overhead(self, games: int) -> tuple[float, float]:
        """Return what a game costs beside itself, in ms, and the error of that."""
        each = [
            1000 * ((long - short) / (games - _fewer(games)) - bare)
            for short, long, bare in zip(self.short, self.long, self.bare, strict=True)
        ]
        return median(each), _spread(each)

    def start(self, games: int) -> float:
        """Return the seconds that remain of the short match without its games."""
        fewer = _fewer(games)
        slopes = [(long - short) / (games - fewer) for short, long in zip(self.short, self.long, strict=True)]
        return median(short - fewer * slope for short, slope in zip(self.short, slopes, strict=True))


def main() -> int:
    """Measure and print."""
    options = _options()
    load = "/".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"Python {platform.python_version()}, {cores()} cores, load {load}, sttt {provenance()}")
    try:
        pythons = {"here": sys.executable} | _pythons(options.against)
    except StttError as error:
        sys.exit(f"failed: {error}")
    ways = ["one process", "two processes", "Dask, two workers"]
    found = {(way, name): Measured() for way in ways for name in pythons}
    bare = []
    for number in range(options.rounds):
        for way in ways:
            for name in sorted(pythons, reverse=bool(number % 2)):
                one = found[way, name]
                one.bare.append(_bare(200))
                bare.append(one.bare[-1])
                with _where(way, pythons[name]) as where:
                    one.short.append(where(_fewer(options.games)))
                    one.long.append(where(options.games))
    print(f"a bare game takes {1000 * median(bare):.2f} ± {1000 * _spread(bare):.2f} ms; {options.rounds} rounds")
    print(f"{'':20} {'revision':10} {'overhead a game':>18} {'start':>8} {'below 5 % of games from':>24}")
    for (way, name), one in found.items():
        each, error = one.overhead(options.games)
        start = one.start(options.games)
        whole = each + 1000 * start / 10_000
        print(f"{way:20} {name:10} {each:8.2f} ± {error:.2f} ms {start:8.1f} s {whole / SHARE:20.0f} ms")
    print("The last column counts the start of 10,000 games.")
    return 0


def _fewer(games: int) -> int:
    return games // 4


def _spread(values: Sequence[float]) -> float:
    if len(values) < 2:
        return 0.0
    low, _, high = quantiles(values, n=4)
    return (high - low) / 2


def _pythons(revision: str | None) -> dict[str, str]:
    """Return the interpreter of an earlier revision, with the same Dask as here."""
    if not revision:
        return {}
    build = build_of(revision, print)
    said = subprocess.run(
        [sys.executable, "-c", "import distributed; print(distributed.__version__)"],
        capture_output=True,
        text=True,
        check=True,
    )
    install = [build.python, "-m", "pip", "install", "--quiet", f"distributed=={said.stdout.strip()}"]
    subprocess.run(install, check=True)  # noqa: S603 - the same
    return {build.commit[:7]: str(build.python)}


@contextmanager
def _where(way: str, python: str) -> Iterator["Match"]:
    """Provide what plays a match in one of the ways; workers have played some games before."""
    with TemporaryDirectory() as named:
        folder = Path(named)
        if not way.startswith("Dask"):
            yield Match(python, folder, ["--jobs", "1" if way == "one process" else "2"])
            return
        with scheduler(folder, python) as address, worker(folder, python) as one, worker(folder, python) as other:
            match = Match(python, folder, on(address), [psutil.Process(process.pid) for process in (one, other)])
            match(200)
            yield match


@dataclass
class Match:
    """A match in one of the ways."""

    python: str
    folder: Path
    where: Sequence[str]
    workers: Sequence[psutil.Process] = ()

    def __call__(self, games: int) -> float:
        """Play it, and return the processor seconds of everything but the scheduler."""
        settings = ["--games", str(games), "--nodes", str(NODES), "--seed", str(SEED), "--json"]
        keep = ["--archive", str(self.folder / f"{games}.db")]
        command = [self.python, "-P", "-c", "import sttt.cli; sttt.cli.main()", "match", "random", "random"]
        before = _children() + sum(map(processor_seconds, self.workers))
        subprocess.run(  # noqa: S603 - our own command
            [*command, *settings, *keep, *self.where],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
        )
        return _children() + sum(map(processor_seconds, self.workers)) - before


def _children() -> float:
    used = os.times()
    return used.children_user + used.children_system


def _bare(games: int) -> float:
    """Return the processor seconds of a game in which players decide and the rules count, and nobody looks on."""
    pairings = schedule(GAME, ("random", "random"), games, SEED, 2)
    starts = [pairing.start for pairing in pairings]
    enter, limits = registry.game(GAME).enter_turn, Limits(nodes=NODES)
    begun = time.process_time()
    for number, start in enumerate(starts):
        players = {side: registry.strategy("random").make(number) for side in Side}
        position = start
        while position.result is None:
            position, _ = enter(position, players[position.side].choose(position, limits).turn)
    return (time.process_time() - begun) / games


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4000, help="games of the longer match; the other has a quarter")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--against", metavar="REV", help="an earlier revision, measured in the same rounds")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
