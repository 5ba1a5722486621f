"""Check that the moves chosen in random Connect 4 positions keep what the position is worth: win, draw or loss.

python benchmarks/connect_four_moves.py --positions 300 --time 30

For every even number of stones some positions, reached by playing random columns, go to the player; the exact
solver, without limits, tells what the position and the one after the move are worth. No two of them are the same or
mirror images, unless there are too few.
"""

import argparse
import math
import platform
import time
from collections.abc import Hashable

from sttt.arena.play.openings import random_openings
from sttt.games.connect_four.game import GAME
from sttt.games.connect_four.position import Position, canonical
from sttt.games.connect_four.search.solver import ConnectFourSolver
from sttt.games.connect_four.text import format_position
from sttt.kernel.builds import build_name
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.players.player import Limits
from sttt.players.registry import make_player


def main() -> None:
    """Run and print."""
    options = _options()
    print(f"{platform.python_implementation()} {platform.python_version()}, {build_name()} build", flush=True)
    judge = _Judge(options.table_bits)
    player = make_player(options.player, 1)
    for stones in range(options.least, options.most + 1, 2):
        kept, lost, seconds = 0, [], []
        positions = random_openings(GAME, stones, options.positions, options.seed)
        for position in positions:
            started = time.perf_counter()
            (column,) = player.choose(position, Limits.within(options.time)).turn
            seconds.append(time.perf_counter() - started)
            after = position.play(column)
            if judge.sign(after) == -judge.sign(position):
                kept += 1
            else:
                lost.append(f"{format_position(position)} {column + 1}")
        different = len(set(map(canonical, positions)))
        print(
            f"{stones:>2} stones: {kept:>4} of {options.positions} ({different} different) keep the value; "
            f"mean {sum(seconds) / len(seconds):7.3f} s, slowest {max(seconds):7.3f} s {' '.join(lost)}",
            flush=True,
        )


class _Judge:
    """Solves positions without limits, each once."""

    def __init__(self, table_bits: int) -> None:
        self._solver = ConnectFourSolver(table_bits)
        self._known: dict[Hashable, int] = {}

    def sign(self, position: Position) -> int:
        """Return 1 if the side to move wins, 0 for a draw, -1 if it loses."""
        if position.result:
            return 0 if position.result.winner is None else -1
        key = canonical(position)
        if key not in self._known:
            self._solver.set_position(position.stones(position.side), position.filled)
            self._solver.begin(math.inf, NO_NODE_LIMIT)
            self._known[key] = self._solver.solve(-1, 1)[0]
        return self._known[key]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default="connect-four")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--time", type=float, default=30.0, help="seconds for a move")
    parser.add_argument("--least", type=int, default=0, help="stones")
    parser.add_argument("--most", type=int, default=40, help="stones")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table-bits", type=int, default=25, help="of the judge (default: %(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
