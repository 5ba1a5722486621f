"""Play the perfect level of 4x4 tic-tac-toe against the other levels, and watch that it never slips.

    python benchmarks/four_by_four_perfect.py --games 1000 --depth 4

A game in three starts at the empty board, the others after one or two random plies. Each position of the perfect level
is solved, and so is what it leaves: a win must stay a win, a draw a draw. Level 3 and its sibling search
to --depth, for ten seconds a move would take days; --slowest GAMES then plays some games of level 3 at its own ten
seconds and prints its slowest move.
"""

import argparse
import platform
import time
from collections import Counter
from random import Random
from typing import Any

from strategies.four_by_four.players import FourByFourPlayer
from sttt.arena.play.answer import Terms
from sttt.arena.play.openings import every_opening
from sttt.games.four_by_four.game import GAME, Position
from sttt.games.four_by_four.solver import FourByFourSolver
from sttt.games.game import Side
from sttt.players.player import Limits, Player
from sttt.players.registry import make_player

PERFECT = GAME.levels[-1]
OPPONENTS = (*GAME.levels[:-1], "four-by-four-crossings")


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="games a side against each opponent")
    parser.add_argument("--depth", type=int, default=4, help="plies that level 3 and its sibling search")
    parser.add_argument("--slowest", type=int, default=0, help="games of level 3 at ten seconds a move")
    parser.add_argument("--fresh", type=int, default=2, help="plies of openings solved with an empty memory")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}", flush=True)
    _print_fresh_times(options.fresh)
    solver = FourByFourSolver()
    for opponent in OPPONENTS:
        for side in Side:
            results, slips, slowest = _series(opponent, side, options.games, Limits(depth=options.depth), solver)
            counts = "-".join(str(results[kind]) for kind in ("won", "drawn", "lost"))
            print(f"perfect as {side} against {opponent}: {counts}, {slips} slips, slowest {slowest:.3f} s", flush=True)
    if options.slowest:
        print(f"level 3's slowest move: {max(_slowest(seed) for seed in range(options.slowest)):.2f} s", flush=True)


def _print_fresh_times(plies: int) -> None:
    """Time a decision with an empty memory in every opening of up to `plies` plies, in seconds of processor time."""
    openings = [opening for count in range(plies + 1) for opening in every_opening(GAME, count)]
    times = []
    for opening in openings:
        started = time.process_time()
        FourByFourPlayer(1, FourByFourSolver()).choose(opening, Limits())
        times.append(time.process_time() - started)
    print(f"{len(times)} openings: slowest decision {max(times):.2f} s of processor time", flush=True)


def _series(
    opponent: str, side: Side, games: int, limits: Limits, solver: FourByFourSolver
) -> tuple[Counter[str], int, float]:
    """Return won, drawn and lost games of the perfect level, its slips, and the seconds of its slowest move."""
    results: Counter[str] = Counter()
    slips = 0
    slowest = 0.0
    for seed in range(games):
        players = {side: make_player(PERFECT, seed), side.other: make_player(opponent, seed)}
        position = _opening(seed)
        while position.result is None:
            started = time.perf_counter()
            placement = players[position.side].choose(position, limits).turn[0]
            if position.side is side and placement is not None:
                slowest = max(slowest, time.perf_counter() - started)
                slips += _slips(position, placement, solver)
            position = position.play(placement)
        winner = position.result.winner
        results["drawn" if winner is None else "won" if winner is side else "lost"] += 1
    return results, slips, slowest


def _opening(seed: int) -> Position:
    random = Random(seed)
    position = Position()
    for _ in range(seed % 3):
        position = position.play(random.choice(position.legal_placements()))
    return position


def _slips(position: Position, placement: int, solver: FourByFourSolver) -> bool:
    """Whether the placement gives a win or a draw away."""
    own, other = position.marks(position.side), position.marks(position.side.other)
    outcomes = {move: solver.outcome(own, other, move) for move in position.legal_placements()}
    best = max((outcome > 0) - (outcome < 0) for outcome in outcomes.values())
    return (outcomes[placement] > 0) - (outcomes[placement] < 0) < best


def _slowest(seed: int) -> float:
    """Return the seconds of level 3's slowest move in a game against level 1."""
    players: dict[Side, Player[Any]] = {Side.X: make_player(GAME.levels[2]), Side.O: make_player(GAME.levels[0], seed)}
    position = Position()
    slowest = 0.0
    while position.result is None:
        started = time.monotonic()
        limits = Terms(10.0).limits(started) if position.side is Side.X else Limits()
        decision = players[position.side].choose(position, limits)
        if position.side is Side.X:
            slowest = max(slowest, time.monotonic() - started)
            print(f"  depth {decision.depth}, {time.monotonic() - started:.2f} s, {decision.reason}", flush=True)
        position = position.play(decision.turn[0])
    return slowest


if __name__ == "__main__":
    main()
