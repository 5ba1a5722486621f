"""Compare the engine's compiled and interpreted builds: nodes (equal), nodes per second, and their ratio.

    python benchmarks/engine_speed.py

Both search the same positions to the same depth in one run, so that their ratio stands on a noisy machine too.
"""

import argparse
import platform
from random import Random
from types import ModuleType

from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search import bench, engine
from sttt.kernel import builds
from sttt.kernel.builds import build_name


def main() -> None:
    """Run and print."""
    options = _options()
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, {build_name()} build")
    positions = [_position(options.seed, index) for index in range(options.positions)]
    speeds = []
    for name, module in (
        ("installed", engine),
        ("interpreted", builds.interpreted("sttt.games.super_ttt.search.engine")),
    ):
        nodes, seconds = _search(module, positions, options.turns)
        speeds.append(nodes / seconds)
        print(f"{name:11} {nodes:>12,} nodes {seconds:9.3f} s {nodes / seconds:>12,.0f} nodes/s")
    print(f"ratio {speeds[0] / speeds[1]:.0f}")


def _search(module: ModuleType, positions: list[Position], turns: int) -> tuple[int, float]:
    searched = list(bench.run(turns, module, positions))
    return sum(one.nodes for one in searched), sum(one.seconds for one in searched)


def _position(seed: int, index: int) -> Position:
    """Return a position a few random turns into a game."""
    random = Random(f"{seed} {index}")
    position = Position()
    for _ in range(2 * random.randrange(6)):
        position = position.play(random.choice(position.legal_placements()))
    return position


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=12)
    parser.add_argument("--turns", type=int, default=4, help="depth of the search")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
