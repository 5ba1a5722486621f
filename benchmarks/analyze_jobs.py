"""Compare `sttt analyze --stdin` with one job, with two, and by Dask with two workers, on many positions.

    pip install '.[dask]'
    python benchmarks/analyze_jobs.py --positions 200 --nodes 20000 --rounds 3

Each round takes all ways in turn. The yardstick is what two programs do at once that have nothing to do with each
other: two commands with one job and half of the positions each. Printed are wall-clock seconds, their ratio to one job,
and the processor seconds of all processes. Answers must be equal but for times and order.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import psutil
from cluster_of_processes import STTT, on, processor_seconds, scheduler, worker

from sttt.arena.play.openings import random_openings
from sttt.execution.executor import cores
from sttt.execution.provenance import provenance
from sttt.players import registry

GAME = "super-ttt"
Run = Callable[[], list[str]]


def main() -> int:
    """Measure, compare and print."""
    options = _options()
    load = "/".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"Python {platform.python_version()}, {cores()} cores, load {load}, sttt {provenance()}")
    queries = _queries(options.positions)
    half = len(queries) // 2
    with TemporaryDirectory() as named:
        folder = Path(named)
        with scheduler(folder) as address, worker(folder) as one, worker(folder) as other:
            workers = [psutil.Process(process.pid) for process in (one, other)]
            ways: dict[str, Run] = {
                "one job": lambda: _answers(options, [(queries, ["--jobs", "1"])]),
                "two jobs": lambda: _answers(options, [(queries, ["--jobs", "2"])]),
                "two commands, half each": lambda: _answers(
                    options, [(queries[:half], ["--jobs", "1"]), (queries[half:], ["--jobs", "1"])]
                ),
                "Dask, two workers": lambda: _answers(options, [(queries, on(address))]),
            }
            _answers(options, [(queries[:4], on(address))])  # the workers load what they need
            found: dict[str, list[tuple[float, float]]] = {way: [] for way in ways}
            said = None
            for _ in range(options.rounds):
                for way, run in ways.items():
                    wall, spent = time.monotonic(), _processor(workers)
                    answers = run()
                    found[way].append((time.monotonic() - wall, _processor(workers) - spent))
                    said = said or answers
                    if answers != said:
                        sys.exit(f"failed: {way} answers otherwise than one job")
    base = [wall for wall, _ in found["one job"]]
    for way, pairs in found.items():
        ratios = [one / wall for one, (wall, _) in zip(base, pairs, strict=True)]
        walls, spent = [wall for wall, _ in pairs], [used for _, used in pairs]
        print(
            f"{way:24} {median(walls):7.2f} s, {median(ratios):5.2f} times as fast "
            f"({min(ratios):.2f} to {max(ratios):.2f}), {median(spent):7.2f} s of processor"
        )
    return 0


def _queries(count: int) -> list[str]:
    game = registry.game(GAME)
    positions = random_openings(game, 6, count, seed=1)
    return [
        json.dumps({"id": str(number), "position": game.format_position(position)})
        for number, position in enumerate(positions)
    ]


def _answers(options: argparse.Namespace, parts: Sequence[tuple[Sequence[str], Sequence[str]]]) -> list[str]:
    """Have each part answered by a command of its own, all at once; return the answers without times, in order."""
    command = [STTT, "analyze", "--stdin", "--player", options.player, "--nodes", str(options.nodes)]
    with TemporaryDirectory() as named, ExitStack() as stack:
        running, said = [], []
        for number, (queries, where) in enumerate(parts):
            asked, answers = Path(named, f"{number}.in"), Path(named, f"{number}.out")
            asked.write_text("".join(f"{query}\n" for query in queries))
            stdin, stdout = stack.enter_context(asked.open("rb")), stack.enter_context(answers.open("wb"))
            running.append(subprocess.Popen([*command, *where], stdin=stdin, stdout=stdout))  # noqa: S603 - ours
            said.append(answers)
        if sum(one.wait() for one in running):
            sys.exit("failed: a command ended otherwise than well")
        lines = [line for answers in said for line in answers.read_text().splitlines()]
    return sorted(json.dumps(_timeless(json.loads(line)), sort_keys=True) for line in lines)


def _timeless(value: object) -> object:
    if isinstance(value, dict):
        return {key: _timeless(one) for key, one in value.items() if key not in ("seconds", "nodes_per_second")}
    return value


def _processor(workers: Sequence[psutil.Process]) -> float:
    used = os.times()
    return used.children_user + used.children_system + sum(map(processor_seconds, workers))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--player", default="alpha-beta")
    parser.add_argument("--rounds", type=int, default=3)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
