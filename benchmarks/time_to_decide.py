"""Measure how long the exact solver takes to decide positions: who wins, or that nobody can force a win.

    python benchmarks/time_to_decide.py --time 1.0
    python benchmarks/time_to_decide.py --nodes 3000000 --after 5 4

The stored positions (`decide_positions.txt`) are decided one after the other on one core, each from an empty table:
both sides are asked in turn whether they win within 1, 2 ... 6 turns, and then whether they ever do. Prints, by the
number of turns played so far, how many were decided in time, how (with a 95 % interval of the share), and the time and
nodes that took.
"""

import argparse
import math
import platform
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from sttt.arena.statistics.tally import wilson_interval
from sttt.games.claim import EVER
from sttt.games.super_ttt.classes import groups
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.solver import CUT_OFF, Solver
from sttt.games.super_ttt.text import parse_position
from sttt.kernel.builds import build_name
from sttt.kernel.limits import NO_NODE_LIMIT

POSITIONS = Path(__file__).with_name("decide_positions.txt")


ASKED = (1, 2, 3, 4, 5, 6, 20)
"""Within how many turns a side is asked to win. After the first turn 20 is ever.

Hardly a win decided in time takes more than 6; to go on in single steps takes a third more nodes where nobody wins.
"""


class Decided(NamedTuple):
    """How one position came out, and what that took."""

    outcome: str
    seconds: float
    nodes: int


def main() -> None:
    """Run and print."""
    options = _options()
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, {build_name()} build")
    limit = f"{options.time:g} s" if options.nodes is None else f"{options.nodes:,} nodes"
    print(f"limit {limit}, table of {16 * 2**options.table_bits / 1e6:.0f} MB")
    solver = Solver(load(), groups.load(), options.table_bits)
    for turns in options.after:
        _print(turns, [_decide(solver, position, options) for position in _positions(turns)])


def _positions(turns: int) -> list[Position]:
    lines = POSITIONS.read_text(encoding="ascii").splitlines()[1:]
    return [parse_position(line.split()[1]) for line in lines if line.split()[0] == str(turns)]


def _decide(solver: Solver, position: Position, options: argparse.Namespace) -> Decided:
    solver.forget()
    ClassView(position).set_up(solver)
    started = time.monotonic()
    if options.nodes is None:
        solver.begin(started + options.time, NO_NODE_LIMIT)
    else:
        solver.begin(math.inf, options.nodes)
    return Decided(_outcome(solver), time.monotonic() - started, solver.nodes)


def _outcome(solver: Solver) -> str:
    """Return ``x``, ``o``, ``draw`` or ``open``."""
    bounds = [0, 0]
    for turns in ASKED:
        for attacker in (0, 1):
            if bounds[attacker] > -turns:
                bounds[attacker] = solver.bound(attacker, turns)
            if bounds[attacker] == CUT_OFF:
                return "open"
            if bounds[attacker] > 0:
                return "xo"[attacker]
        if bounds == [-EVER, -EVER]:
            break
    return "draw"


def _print(turns: int, decided: list[Decided]) -> None:
    outcomes = Counter(one.outcome for one in decided)
    count = len(decided) - outcomes["open"]
    interval = wilson_interval(count / len(decided), len(decided))
    seconds = sorted(one.seconds for one in decided)
    nodes = sum(one.nodes for one in decided)
    print(
        f"after {turns} turns: {count} of {len(decided)} decided, {100 * count / len(decided):.1f} %"
        f" ({100 * interval.low:.1f} to {100 * interval.high:.1f});"
        f" x {outcomes['x']}, o {outcomes['o']}, draw {outcomes['draw']};"
        f" median {1000 * seconds[len(seconds) // 2]:.1f} ms, p90 {1000 * seconds[9 * len(seconds) // 10]:.0f} ms,"
        f" {nodes:,} nodes, {nodes / sum(seconds):,.0f} nodes/s",
        flush=True,
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--time", type=float, default=1.0, help="seconds a position")
    parser.add_argument("--nodes", type=int, help="nodes a position, instead of seconds: the same on any machine")
    parser.add_argument("--after", type=int, nargs="+", default=[8, 6, 5, 4], help="turns played so far")
    parser.add_argument("--table-bits", type=int, default=20)
    return parser.parse_args()


if __name__ == "__main__":
    main()
