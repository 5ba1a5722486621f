"""Compare the compiled and interpreted builds of UCT: playouts per second from the start, and the same tree in both.

python benchmarks/uct_speed.py
"""

import argparse
import math
import platform
import sys
import time
from types import ModuleType

from sttt.games.super_ttt.search import uct
from sttt.kernel.builds import build_name, interpreted


def main() -> None:
    """Run and print."""
    options = _options()
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, {build_name()} build")
    for name, module, playouts in (
        ("installed", uct, options.playouts),
        ("interpreted", interpreted("sttt.games.super_ttt.search.uct"), options.playouts // 20),
    ):
        seconds = _measure(module, playouts)
        print(f"{name:11} {playouts:>9,} playouts {seconds:7.3f} s {playouts / seconds:>9,.0f} playouts/s")
    same = _ranking(uct, options.playouts // 20) == _ranking(
        interpreted("sttt.games.super_ttt.search.uct"), options.playouts // 20
    )
    print("the same tree" if same else "different trees")
    sys.exit(not same)


def _measure(module: ModuleType, playouts: int) -> float:
    searcher = module.Uct(playouts, 1)
    started = time.perf_counter()
    searcher.choose(playouts, math.inf)
    return time.perf_counter() - started


def _ranking(module: ModuleType, playouts: int) -> list[tuple[int, int, float]]:
    searcher = module.Uct(playouts, 1)
    searcher.choose(playouts, math.inf)
    ranking: list[tuple[int, int, float]] = searcher.ranking()
    return ranking


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--playouts", type=int, default=100_000, help="in the installed build; a 20th interpreted")
    return parser.parse_args()


if __name__ == "__main__":
    main()
