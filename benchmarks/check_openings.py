"""Confirm what ships of openings, drawn at random, by the search of the certificate checker, from nothing.

    nice python benchmarks/check_openings.py --count 200 --seed 1
    nice python benchmarks/check_openings.py --count 200 --seed 1 --answers

The checker shares no code with the search that found it. After X's turn that wins it looks for a win within the turns
that remain, after O's answers to X's second turns it shows that X never wins; `--nodes` is what it may spend on each.
"""

import argparse
import time
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from make_settled_positions import turn_to

from sttt.games.claim import Claim
from sttt.games.game import Side
from sttt.games.super_ttt.book.answers import holding_answer
from sttt.games.super_ttt.book.openings import ReplyWorth, known_opening, winning_move
from sttt.games.super_ttt.certificate.check import Checker
from sttt.games.super_ttt.certificate.line import Line, search
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.text import format_position, format_turn
from sttt.workshop.settle.first_turn import first_turns
from sttt.workshop.settle.judge import Judge, X
from sttt.workshop.settle.replies import Reply, replies_to


class Said(NamedTuple):
    """A claim that ships."""

    name: str
    after: Position
    """The position that it is about."""
    claim: Claim


def main() -> None:
    """Print a line for each claim, and how many were confirmed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=50_000_000)
    parser.add_argument("--answers", action="store_true", help="O's answers instead of X's wins")
    options = parser.parse_args()
    judge, random = Judge(4), Random(options.seed)
    replies = [reply for first in first_turns(judge) for reply in replies_to(judge, first)]
    said = answers(judge, random, replies) if options.answers else wins(random, replies)
    drawn = list(islice(said, options.count))
    confirmed = sum(is_confirmed(one, options.nodes) for one in drawn)
    print(f"{confirmed} of {len(drawn)} confirmed")


def wins(random: Random, replies: list[Reply]) -> Iterator[Said]:
    """Yield X's wins in random order, each once."""
    for reply in random.sample(replies, len(replies)):
        known, move = known_opening(reply.position), winning_move(reply.position)
        if known and move:
            name = f"{reply.first} {reply.name} {format_turn(move.turn)}"
            after = enter_turn(reply.position, move.turn)[0]
            yield Said(name, after, Claim(Side.X, wins=True, turns=known.wins - 1))


def answers(judge: Judge, random: Random, replies: list[Reply]) -> Iterator[Said]:
    """Yield O's answers to one of X's undominated turns each, as often as it is asked."""
    held = [one for one in replies if (known := known_opening(one.position)) and known.worth is ReplyWorth.HELD]
    while True:
        reply = random.choice(held)
        turn = turn_to(judge, reply.position, random.choice(judge.turns(reply.classes, X)).key)
        position = enter_turn(reply.position, turn)[0]
        if answer := holding_answer(position):
            name = f"{reply.first} {reply.name} {format_turn(turn)} {format_turn(answer)}"
            yield Said(name, enter_turn(position, answer)[0], Claim(Side.X, wins=False))


def is_confirmed(said: Said, nodes: int) -> bool:
    """Say whether the checker proves a claim."""
    started, checker = time.perf_counter(), Checker()
    checker.begin(said.claim, nodes, [])
    refused = checker.check_line(Line(format_position(said.after), search(nodes), said.claim.turns))
    seconds = time.perf_counter() - started
    print(f"{said.name}: {refused or 'confirmed'}, {checker.spent:,} nodes, {seconds:.1f} s", flush=True)
    return refused is None


if __name__ == "__main__":
    main()
