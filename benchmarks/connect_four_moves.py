"""Check that the moves chosen in random Connect 4 positions keep what the position is worth: win, draw or loss.

python benchmarks/connect_four_moves.py --positions 300 --time 30

For every even number of stones so many random positions, drawn by playing random columns, go to the player; the exact
solver, without limits, tells what the position and the one behind the move are worth.
"""

import argparse
import math
import platform
import time
from random import Random

from sttt.games.connect_four import Position, format_position
from sttt.kernel import build_name
from sttt.kernel.connect_four_solver import Solver
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.players import Limits
from sttt.registry import make_player


def main() -> None:
    """Run and print."""
    options = _options()
    print(f"{platform.python_implementation()} {platform.python_version()}, {build_name()} build", flush=True)
    judge = Solver(options.table_bits)
    player = make_player(options.player, 1)
    for stones in range(options.least, options.most + 1, 2):
        random = Random(f"{options.seed}: {stones}")
        kept, lost, seconds = 0, [], []
        for _ in range(options.positions):
            position = _random_position(stones, random)
            started = time.perf_counter()
            (column,) = player.choose(position, Limits.within(options.time)).turn
            seconds.append(time.perf_counter() - started)
            after = position.play(column)
            if _sign(after, judge) == -_sign(position, judge):
                kept += 1
            else:
                lost.append(f"{format_position(position)} {column + 1}")
        print(
            f"{stones:>2} stones: {kept:>4} of {options.positions} keep the value; "
            f"mean {sum(seconds) / len(seconds):7.3f} s, slowest {max(seconds):7.3f} s {' '.join(lost)}",
            flush=True,
        )


def _random_position(stones: int, random: Random) -> Position:
    while True:
        position = Position()
        while len(position.columns) < stones and not position.result:
            position = position.play(random.choice(position.legal_placements()))
        if not position.result:
            return position


def _sign(position: Position, judge: Solver) -> int:
    """Return 1 if the side to move wins, 0 for a draw, -1 if it loses."""
    if position.result:
        return 0 if position.result.winner is None else -1
    judge.set_position(position.stones(position.side), position.filled)
    judge.begin(math.inf, NO_NODE_LIMIT)
    return judge.solve(-1, 1)[0]


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
