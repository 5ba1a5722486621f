"""The strongest player of 4x4x4 tic-tac-toe against the others: results as first and as second player, slowest move.

``python benchmarks/qubic_matches.py --games 200 --opponents uniform qubic-blocks mcts-100 mcts-1k --seconds 1``
plays that many games on either side against each opponent, one after the other.
"""

import argparse
import time
from collections import Counter

from sttt.games.game import Side
from sttt.games.qubic.position import Position
from sttt.kernel.builds import build_name
from sttt.players.player import Limits
from sttt.players.registry import make_player

PLAYER = "qubic"


def play(side: Side, opponent: str, seed: int, seconds: float) -> tuple[str, float]:
    """Play one game as `side`: how it ended for the player, and the seconds of its slowest move."""
    players = {side: make_player(PLAYER, seed), side.other: make_player(opponent, seed)}
    position, slowest = Position(), 0.0
    while not position.result:
        mover, started = position.side, time.monotonic()
        limits = Limits.within(seconds) if mover is side else Limits()
        (square,) = players[mover].choose(position, limits).turn
        if mover is side:
            slowest = max(slowest, time.monotonic() - started)
        position = position.play(square)
    return ("drawn" if position.winner is None else "won" if position.winner is side else "lost"), slowest


def main() -> None:
    """Print a line for each opponent and side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--opponents", nargs="+", default=["uniform", "qubic-blocks", "mcts-100", "mcts-1k"])
    parser.add_argument("--seconds", type=float, default=1.0, help="for each move of the player's")
    parser.add_argument("--side", choices=["first", "second", "both"], default="both")
    options = parser.parse_args()
    print(f"{PLAYER}, {build_name()} build, {options.seconds:g} s a move, {options.games} games")
    sides = {"first": [Side.X], "second": [Side.O], "both": list(Side)}[options.side]
    for side in sides:
        for opponent in options.opponents:
            results: Counter[str] = Counter()
            slowest = 0.0
            for seed in range(options.games):
                result, seconds = play(side, opponent, seed, options.seconds)
                results[result] += 1
                slowest = max(slowest, seconds)
            name = "first" if side is Side.X else "second"
            score = ", ".join(f"{results[kind]} {kind}" for kind in ("won", "drawn", "lost"))
            print(f"as {name} player against {opponent}: {score}; slowest move {slowest:.2f} s", flush=True)


if __name__ == "__main__":
    main()
