"""Play random games of ours and of OpenSpiel side by side, and compare what either says of every position.

Needs the extra ``openspiel``. An action has the same number on both sides.

    python benchmarks/open_spiel_agreement.py
    python benchmarks/open_spiel_agreement.py --pair sttt_qubic "gomoku(size=4,dims=3,connect=3)"   # these differ
"""

import argparse
import platform
import sys
import time
from importlib.metadata import version
from random import Random

import pyspiel

from sttt import distribution
from sttt.environments.open_spiel import SpielGame
from sttt.games.grid import three_by_three

PAIRS = (
    ("sttt_qubic", "gomoku(size=4,dims=3,connect=4)"),
    ("sttt_connect_four", "connect_four"),
    ("sttt_four_by_four", "mnk(m=4,n=4,k=4)"),
    ("sttt_four_by_four", "gomoku(size=4,dims=2,connect=4)"),
    ("three-by-three", "tic_tac_toe"),
)
"""The last of ours is not registered, as it is no registered game of ours."""


def main() -> None:
    """Compare and print; exit with 1 at the first difference."""
    options = _options()
    print(f"OpenSpiel {version('open_spiel')}, sttt {distribution.version()}, Python {platform.python_version()}")
    for ours, theirs in [options.pair] if options.pair else PAIRS:
        started = time.monotonic()
        first = SpielGame(three_by_three.GAME) if ours == three_by_three.GAME.name else pyspiel.load_game(ours)
        plies, difference = compare(first, pyspiel.load_game(theirs), options.games, options.seed)
        took = time.monotonic() - started
        found = difference or "no difference"
        print(f"{ours} and {theirs}: {options.games:,} games, {plies:,} plies, {took:.0f} s: {found}", flush=True)
        if difference:
            sys.exit(1)


def compare(ours: pyspiel.Game, theirs: pyspiel.Game, games: int, seed: int) -> tuple[int, str | None]:
    """Play random games in both and return how many plies they had, and what differed first, if anything."""
    random, plies = Random(seed), 0
    for _ in range(games):
        first, second = ours.new_initial_state(), theirs.new_initial_state()
        while True:
            if difference := _difference(first, second):
                return plies, f"after {first.history()}: {difference}"
            if first.is_terminal():
                break
            action = random.choice(first.legal_actions())
            first.apply_action(action)
            second.apply_action(action)
            plies += 1
    return plies, None


def _difference(ours: pyspiel.State, theirs: pyspiel.State) -> str | None:
    """Say what two states do not have in common."""
    for what in ("current_player", "legal_actions", "is_terminal", "returns"):
        first, second = getattr(ours, what)(), getattr(theirs, what)()
        if first != second:
            return f"{what} is {first} here, {second} there"
    return None


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="of each pair")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pair", nargs=2, metavar=("OURS", "THEIRS"), help="instead of those that agree")
    return parser.parse_args()


if __name__ == "__main__":
    main()
