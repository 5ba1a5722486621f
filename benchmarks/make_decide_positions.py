"""Make the set of positions on which the time to decide a game is measured.

    python benchmarks/make_decide_positions.py > benchmarks/decide_positions.txt

Plays noisy games of the `budget-1k` player with itself: each turn is a random one with a probability of 0.15. A
game is left out, and the next one takes its place, if it is over after 8 turns of both sides, or if one of its
positions after 4, 5, 6 and 8 turns is for play the same as that of an earlier game. These positions are printed, a
line each: the number of turns and the compact form.
"""

import argparse
from collections.abc import Iterator
from itertools import count
from random import Random

from sttt.games.game import Turn
from sttt.games.super_ttt.book.book import canonical
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.players.player import Limits
from sttt.players.registry import make_player

PLAYER = "budget-1k"
NOISE = 0.15
AFTER_TURNS = (4, 5, 6, 8)


def main() -> None:
    """Print the set."""
    options = _options()
    print(
        f"# benchmarks/make_decide_positions.py --games {options.games} --seed {options.seed}: {PLAYER} with itself, "
        f"random turns with probability {NOISE}; turns of both sides so far, position"
    )
    for found, positions in enumerate(_games(options.seed), start=1):
        for turns in AFTER_TURNS:
            print(turns, GAME.format_position(positions[turns]))
        if found == options.games:
            return


def _games(seed: int) -> Iterator[list[Position]]:
    """Yield the positions after 0 to 8 turns of every game that goes on longer and leads to new ones."""
    tables = load()
    seen: set[tuple[int, str]] = set()
    for index in count():
        positions = noisy_game(Random(f"{seed} {index}"), AFTER_TURNS[-1])
        if positions[-1].result:
            continue
        keys = {(turns, canonical(positions[turns], tables).key) for turns in AFTER_TURNS}
        if not keys & seen:
            seen |= keys
            yield positions


def noisy_game(random: Random, turns: int) -> list[Position]:
    """Return the positions after 0 to that many turns of a game, fewer if it is over before."""
    player = make_player(PLAYER, random.getrandbits(32))
    positions = [Position()]
    while len(positions) <= turns and not positions[-1].result:
        now = positions[-1]
        turn = _random_turn(now, random) if random.random() < NOISE else player.choose(now, Limits()).turn
        positions.append(enter_turn(now, turn)[0])
    return positions


def _random_turn(position: Position, random: Random) -> Turn:
    turn: tuple[int, ...] = ()
    left = position.left
    while len(turn) < left and not position.result:
        turn += (random.choice(position.legal_placements()),)
        position = position.play(turn[-1])
    return turn


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
