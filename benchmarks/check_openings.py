"""Confirm wins of the shipped openings, drawn at random, by the search of the certificate checker, from nothing.

    nice python benchmarks/check_openings.py --count 200 --seed 1

The checker shares no code with the search that found them. It looks after X's turn for a win within the turns that
remain; `--nodes` is what it may spend on each.
"""

import argparse
import time
from random import Random

from sttt.games.game import Side
from sttt.games.super_ttt.book.openings import known_opening, winning_move
from sttt.games.super_ttt.certificate.check import Checker
from sttt.games.super_ttt.certificate.line import Claim, Line, search
from sttt.games.super_ttt.position import enter_turn
from sttt.games.super_ttt.text import format_position, format_turn
from sttt.workshop.settle.first_turn import first_turns
from sttt.workshop.settle.judge import Judge
from sttt.workshop.settle.replies import Reply, replies_to


def main() -> None:
    """Print a line for each win, and how many were confirmed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=50_000_000)
    options = parser.parse_args()
    judge = Judge(4)
    replies = [reply for first in first_turns(judge) for reply in replies_to(judge, first)]
    won = [reply for reply in replies if winning_move(reply.position)]
    drawn = Random(options.seed).sample(won, min(options.count, len(won)))
    confirmed = sum(confirm(reply, options.nodes) for reply in drawn)
    print(f"{confirmed} of {len(drawn)} confirmed")


def confirm(reply: Reply, nodes: int) -> bool:
    """Say whether the checker finds the win."""
    known, move = known_opening(reply.position), winning_move(reply.position)
    if known is None or move is None:
        raise AssertionError  # drawn among those that are won
    left = known.wins - 1
    after = format_position(enter_turn(reply.position, move.turn)[0])
    started, checker = time.perf_counter(), Checker()
    checker.begin(Claim(Side.X, wins=True, turns=left), nodes, [])
    refused = checker.check_line(Line(after, search(nodes), left))
    seconds = time.perf_counter() - started
    turn = format_turn(move.turn)
    print(
        f"{reply.first} {reply.name} {turn}: {refused or 'confirmed'}, {checker.spent:,} nodes, {seconds:.1f} s",
        flush=True,
    )
    return refused is None


if __name__ == "__main__":
    main()
