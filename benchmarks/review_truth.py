"""Measure how many of the turns that lose a proven value a review of 20 s names, and whether it names any wrongly.

Plays games of Super Tic-Tac-Toe between players of mixed levels and reviews each with nothing found before. Then the
exact solver is asked about every position of the game, for as long as `--ample` says, in a process of its own, so that
it starts with an empty table. A turn loses a value if both positions are proven, and its side gets less after it.

    python benchmarks/review_truth.py --games 100 --seconds 20 --ample 120
"""

import argparse
import multiprocessing
import time
from collections import Counter
from random import Random
from typing import Any

from sttt.games.game import Result, Side, Turn
from sttt.games.knowledge import Knowledge
from sttt.players import registry
from sttt.players.player import Limits
from sttt.players.reviewing import review

GAME = registry.game("super-ttt")
NODES = 3_000
"""A turn's, so that the strongest loses something, too."""


def played(seed: int) -> list[Turn]:
    """Return the turns of a game between players of any two levels, who play at random now and then."""
    random = Random(seed)
    sides = {side: random.choice(registry.levels(GAME)).make(seed) for side in Side}
    position, turns = GAME.start(), list[Turn]()
    while not position.result:
        turn = sides[position.side].choose(position, Limits(nodes=NODES)).turn
        if random.random() < 0.15:
            turn = tuple(random.sample(position.legal_placements(), position.left))
        position, counted = GAME.enter_turn(position, turn)
        turns.append(counted)
    for player in sides.values():
        player.close()
    return turns


def worth(value: Result | None, side: Side) -> int | None:
    """Return what a side gets: 1, 0 or -1; None if it is not known."""
    if value is None:
        return None
    return 0 if value.winner is None else 1 if value.winner is side else -1


def truth(turns: list[Turn], ample: float) -> list[Result | None]:
    """Return the value of each position as far as the solver proves it, from the last to the first."""
    knowledge: Knowledge[Any] = Knowledge(GAME)
    positions = [GAME.start()]
    for turn in turns:
        positions.append(GAME.enter_turn(positions[-1], turn)[0])
    values: list[Result | None] = []
    for position in reversed(positions):
        known = knowledge.of(position)
        if not known.value and not position.result and GAME.prove:
            known = knowledge.learn(position, GAME.prove(position, time.monotonic() + ample, known))
        values.append(known.value)
    return values[::-1]


def main() -> None:
    """Play, review, prove, compare, and print a line a game and the sums."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--games", type=int, default=100)
    given.add_argument("--seconds", type=float, default=20.0)
    given.add_argument("--ample", type=float, default=120.0)
    given.add_argument("--seed", type=int, default=1)
    asked = given.parse_args()
    sums: Counter[str] = Counter()
    for seed in range(asked.seed, asked.seed + asked.games):
        turns = played(seed)
        began = time.monotonic()
        found = review(GAME, GAME.start(), turns, Knowledge(GAME), seconds=asked.seconds)
        took = time.monotonic() - began
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            values = pool.apply(truth, (turns, asked.ample))
        counts: Counter[str] = Counter(turns=len(turns), positions=len(values), proven=sum(map(bool, values)))
        for one, before, after in zip(found.reviewed(), values[:-1], values[1:], strict=True):
            was, is_ = worth(before, one.position.side), worth(after, one.position.side)
            known = was is not None and is_ is not None
            loses = known and is_ < was
            counts["lost"] += loses
            counts["named"] += loses and one.judgement.gives
            counts["wrong"] += one.judgement.gives and known and not loses
            counts["unchecked"] += one.judgement.gives and not known
            counts["kept wrongly"] += one.judgement.keeps and loses
        sums += counts
        print(seed, f"{took:.1f} s", dict(counts), flush=True)
        sums["slowest, ms"] = max(sums["slowest, ms"], round(1000 * took))
    print("sum", dict(sums))


if __name__ == "__main__":
    main()
