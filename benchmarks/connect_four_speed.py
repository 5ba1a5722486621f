"""Compare the compiled and interpreted builds of the Connect 4 searches: nodes per second, and equal node counts.

python benchmarks/connect_four_speed.py
"""

import argparse
import math
import platform
import sys
import time
from types import ModuleType
from typing import Any

from sttt.games.connect_four.position import Position
from sttt.games.connect_four.search import engine as connect_four_engine
from sttt.games.connect_four.search import solver as connect_four_solver
from sttt.games.connect_four.text import parse_position
from sttt.kernel.builds import build_name, interpreted

POSITIONS = ("44444", "4435", "21225", "7422341735", "65214673")


def main() -> None:
    """Run and print; exit with 1 if the builds differ."""
    options = _options()
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, {build_name()} build")
    same = True
    for name, module, what in (
        ("solver", connect_four_solver, "ConnectFourSolver"),
        ("engine", connect_four_engine, "ConnectFourEngine"),
    ):
        _measure(name, "installed", module, what, options.nodes)
        plain = interpreted(f"sttt.games.connect_four.search.{name}")
        few = options.nodes // 50
        same &= _measure(name, "interpreted", plain, what, few) == _measure(name, "installed", module, what, few)
    print("equal results" if same else "different results")
    sys.exit(not same)


def _measure(name: str, build: str, module: ModuleType, what: str, nodes: int) -> list[Any]:
    """Search each position with that many nodes, print the speed, and return what was found."""
    search = getattr(module, what)()
    used, counted, found = 0.0, 0, []
    for compact in POSITIONS:
        search.forget()
        started = time.process_time()
        found.append(_ask(search, parse_position(compact), nodes))
        used += time.process_time() - started
        counted += search.nodes
    print(f"{name:7} {build:12} {counted:>12,} nodes {used:8.3f} s {counted / used:>12,.0f} nodes/s", flush=True)
    return found


def _ask(search: Any, position: Position, nodes: int) -> Any:
    search.set_position(position.stones(position.side), position.filled)
    search.begin(math.inf, nodes)
    if hasattr(search, "solve"):
        return search.solve()
    found = []
    for depth in range(1, 42):
        found.append(search.search(depth))
        if search.was_cut_off:
            break
    return found


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=20_000_000, help="a position; a 50th of it interpreted")
    return parser.parse_args()


if __name__ == "__main__":
    main()
