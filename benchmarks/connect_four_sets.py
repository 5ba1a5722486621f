"""Check the Connect 4 solver against sets of positions with known scores: exactness, nodes and seconds of each set.

python benchmarks/connect_four_sets.py FOLDER

A set is a file of lines ``MOVES SCORE``, columns 1 to 7 in playing order, scores as the solver gives them. With
--first only the first positions of each set are solved.
"""

import argparse
import math
import platform
import sys
import time
from pathlib import Path

from sttt.games.connect_four.search.solver import LEAST_TABLE_BITS, ConnectFourSolver
from sttt.games.connect_four.text import parse_position
from sttt.kernel.builds import build_name
from sttt.kernel.limits import NO_NODE_LIMIT


def main() -> None:
    """Run and print; exit with 1 if a score is wrong."""
    options = _options()
    print(f"{platform.python_implementation()} {platform.python_version()}, {build_name()} build", flush=True)
    solver = ConnectFourSolver(options.table_bits)
    sets = options.sets or sorted(path.stem for path in options.folder.glob("*.txt"))
    wrong = sum([_check(options.folder / f"{name}.txt", solver, options.first) for name in sets])
    sys.exit(wrong > 0)


def _check(path: Path, solver: ConnectFourSolver, first: int | None) -> int:
    """Solve the positions of a file, print its line, and return how many scores are wrong."""
    lines = [line.split() for line in path.read_text(encoding="ascii").splitlines()][:first]
    wrong = nodes = most_nodes = 0
    slowest = 0.0
    started, used = time.perf_counter(), time.process_time()
    for moves, score in lines:
        before = time.process_time()
        position = parse_position(moves)
        solver.set_position(position.stones(position.side), position.filled)
        solver.begin(math.inf, NO_NODE_LIMIT)
        least, most, _ = solver.solve()
        if not least == most == int(score):
            wrong += 1
            print(f"{path.stem}: {moves} has {least} to {most}; expected {score}", flush=True)
        nodes += solver.nodes
        most_nodes = max(most_nodes, solver.nodes)
        slowest = max(slowest, time.process_time() - before)
    seconds, used = time.perf_counter() - started, time.process_time() - used
    print(
        f"{path.stem:14} {len(lines):>5,} positions {wrong} wrong  nodes: mean {nodes / len(lines):>13,.0f} "
        f"most {most_nodes:>13,}  processor time: mean {used / len(lines):8.4f} s, slowest {slowest:7.3f} s, "
        f"all {used:8.1f} s ({seconds:.1f} s on the clock)  {nodes / used / 1e6:.2f} M nodes/s",
        flush=True,
    )
    return wrong


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("sets", nargs="*", help="names of files without .txt (default: all)")
    parser.add_argument("--first", type=int, help="how many positions of each set to solve")
    parser.add_argument("--table-bits", type=int, default=LEAST_TABLE_BITS, help="default: %(default)s")
    return parser.parse_args()


if __name__ == "__main__":
    main()
