"""Measure every compiled search on fixed positions with fixed limits: nodes, processor seconds, nodes per second.

    python benchmarks/search_speed.py
    python benchmarks/search_speed.py --against "../old/.venv/bin/python ../old/benchmarks/search_speed.py" --runs 5

With `--against` another checkout's copy of this script takes turns with this one; the table then gives both medians
and their ratio. Equal node counts say that both searched the same. Times are the processor's: the machine may be busy.
"""

import argparse
import json
import math
import shlex
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

from sttt.games.connect_four.text import parse_position as connect_four_position
from sttt.games.super_ttt.classes import groups
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.search import bench
from sttt.games.super_ttt.text import parse_position

SUPER_TTT = "sttt.games.super_ttt.search."
QUBIC = "sttt.games.qubic.search."
CONNECT_FOUR = "sttt.games.connect_four.search."

CONNECT_FOUR_POSITIONS = ("44444", "4435", "21225", "7422341735", "65214673")

PROVED_POSITIONS = (
    "o......../........./.o..o..o./........./x......../........./........./.x......./x......x.:x2",
    "o.xo..o../o.x....../.o..o..o./........./xxx....../........./........./xox....../x........:x2",
    "o......../x......../.o..o..o./........./x......../........./x......../........./......x..:x2",
    "x..o...../........./........./........./xxx....../x......../........./........./x.o..o..o:o2",
    "x.o....../x...x...x/x.o....../........./ox..o...o/........./o......../........./.........:x2",
)

Measurement = dict[str, float]
"""`nodes` and processor `seconds`."""


def _class(module: str, *names: str) -> Callable[..., Any]:
    """Return the module's class of the first of these names that it has."""
    found = import_module(module)
    return next(vars(found)[name] for name in names if hasattr(found, name))


def _qubic_positions(count: int, most_marks: int) -> list[tuple[int, int]]:
    """Return random 4x4x4 positions, the marks of the side to move first; a few of them may be over."""
    random = Random(1)
    positions = []
    for _ in range(count):
        bits = [2**square for square in random.sample(range(64), 2 * random.randrange(3, most_marks // 2))]
        positions.append((sum(bits[::2]), sum(bits[1::2])))
    return positions


def engine() -> int:
    """Search the bench positions of Super Tic-Tac-Toe six turns deep."""
    return sum(one.nodes for one in bench.run(6))


def solver() -> int:
    """Ask who wins within ever more turns, 400,000 nodes a position."""
    tables = load()
    search = _class(SUPER_TTT + "solver", "Solver")(tables, groups.load(), 18)
    nodes = 0
    for text in PROVED_POSITIONS:
        ClassView(parse_position(text)).set_up(search)
        spent = 0
        for turns in range(1, 12):
            for side in (0, 1):
                search.begin(math.inf, max(1, 400_000 - spent))
                search.bound(side, turns)
                spent += search.nodes
        nodes += spent
    return nodes


def uct() -> int:
    """Grow trees of 60,000 playouts from the start."""
    search = _class(SUPER_TTT + "uct", "Uct")(60_000, 1)
    search.choose(60_000, math.inf)
    return search.playouts


def qubic_threats() -> int:
    """Look for wins by threats in 4x4x4 positions."""
    search = _class(QUBIC + "threats", "QubicThreats")(16)
    search.begin(math.inf, 2**62)
    for own, other in _qubic_positions(4_000, 22):
        search.winning_threats(own, other, 20_000)
    return search.nodes


def qubic_engine() -> int:
    """Deepen 4x4x4 positions, 250,000 nodes each."""
    search = _class(QUBIC + "engine", "QubicEngine")(18)
    nodes = 0
    for own, other in _qubic_positions(12, 12):
        search.begin(math.inf, 250_000)
        deepen = getattr(search, "search", None) or search.iterate
        for depth in range(1, 20):
            if not deepen(own, other, 2**64 - 1 & ~(own | other), depth)[2]:
                break
        nodes += search.nodes
    return nodes


def qubic_prover() -> int:
    """Grow proof-number trees of 4x4x4 positions, 200,000 nodes each."""
    search = _class(QUBIC + "prover", "QubicProver")(16)
    nodes = 0
    for own, other in _qubic_positions(12, 12):
        search.forget()
        search.begin(math.inf, 200_000)
        search.prove(own, other)
        nodes += search.nodes
    return nodes


def connect_four_solver() -> int:
    """Solve Connect 4 positions, 2,000,000 nodes each."""
    search = _class(CONNECT_FOUR + "solver", "ConnectFourSolver", "Solver")()
    nodes = 0
    for text in CONNECT_FOUR_POSITIONS:
        position = connect_four_position(text)
        search.set_position(position.stones(position.side), position.filled)
        search.begin(math.inf, 2_000_000)
        search.solve()
        nodes += search.nodes
    return nodes


def connect_four_engine() -> int:
    """Deepen Connect 4 positions, 1,000,000 nodes each."""
    search = _class(CONNECT_FOUR + "engine", "ConnectFourEngine", "Engine")()
    nodes = 0
    for text in CONNECT_FOUR_POSITIONS:
        position = connect_four_position(text)
        search.set_position(position.stones(position.side), position.filled)
        search.begin(math.inf, 1_000_000)
        deepen = getattr(search, "search", None) or search.iterate
        for depth in range(1, 42):
            if not deepen(depth)[2]:
                break
        nodes += search.nodes
    return nodes


SEARCHES = (
    engine,
    solver,
    uct,
    qubic_threats,
    qubic_engine,
    qubic_prover,
    connect_four_solver,
    connect_four_engine,
)


def measure(names: list[str], times: int) -> dict[str, Measurement]:
    """Run the named searches, each afresh this often."""
    found = {}
    for search in SEARCHES:
        if search.__name__ in names:
            started = time.process_time()
            nodes = sum(search() for _ in range(times))
            found[search.__name__] = {"nodes": nodes, "seconds": time.process_time() - started}
    return found


def main() -> None:
    """Measure here, or here and there in turn, and print."""
    options = _options()
    if options.json:
        print(json.dumps(measure(options.searches, options.times)))
        return
    commands = [[sys.executable, __file__]]
    if options.against:
        commands.append(shlex.split(options.against))
    runs: list[list[dict[str, Measurement]]] = [[] for _ in commands]
    for number in range(options.runs):
        for index in range(len(commands)) if number % 2 == 0 else reversed(range(len(commands))):
            command = [*commands[index], "--json", "--times", str(options.times), "--searches", *options.searches]
            output = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
            runs[index].append(json.loads(output))
    for name in options.searches:
        _print_row(name, *([one[name] for one in of_one] for of_one in runs))


def _print_row(name: str, here: list[Measurement], there: list[Measurement] | None = None) -> None:
    speed = median(one["nodes"] / one["seconds"] for one in here)
    seconds = median(one["seconds"] for one in here)
    row = f"{name:20} {here[0]['nodes']:>12,} nodes {seconds:8.2f} s {speed:>12,.0f} nodes/s"
    if there is not None:
        other = median(one["nodes"] / one["seconds"] for one in there)
        same = "same nodes" if here[0]["nodes"] == there[0]["nodes"] else f"there {there[0]['nodes']:,} nodes"
        row += f" {other:>12,.0f} there, ratio {speed / other:.3f}, {same}"
    print(row, flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [search.__name__ for search in SEARCHES]
    parser.add_argument("--searches", nargs="+", choices=names, default=names, help="which ones")
    parser.add_argument("--times", type=int, default=10, help="how often a run repeats each search")
    parser.add_argument("--runs", type=int, default=1, help="medians of this many runs")
    parser.add_argument(
        "--against", metavar="COMMAND", help="another checkout's copy of this script, to take turns with"
    )
    parser.add_argument("--json", action="store_true", help="one run, as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    main()
