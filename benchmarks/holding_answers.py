"""Measure what it takes to prove that O holds after X's second turn: the solver alone, and the search over answers.

    python benchmarks/holding_answers.py --count 40

Draws one of X's turns after each of so many replies of O's that the shipped openings do not decide, and asks about each
with an empty table, with at most so many nodes. Prints the nodes of both, and sums.
"""

import argparse
from collections import Counter
from random import Random
from statistics import median

from sttt.games.claim import Claim
from sttt.games.super_ttt.book.openings import ReplyWorth, known_opening
from sttt.kernel.builds import build_name
from sttt.workshop.settle.answers import AnswerHistory, AnswerSearch
from sttt.workshop.settle.first_turn import first_turns
from sttt.workshop.settle.judge import Judge, O, Turn, X
from sttt.workshop.settle.replies import Reply, replies_to

WAYS = ("the solver alone", "over answers")


def main() -> None:
    """Ask in both ways, and print a line for each of X's turns."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=20_000_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    judge, draw = Judge(22), Random(options.seed)
    replies = [reply for first in first_turns(judge) for reply in replies_to(judge, first) if _is_open(reply)]
    print(f"{build_name()} build, at most {options.nodes:,} nodes, {len(replies)} open replies to draw from")
    spent: list[tuple[int, int]] = []
    decided: Counter[str] = Counter()
    for reply in draw.sample(replies, options.count):
        turn = draw.choice(judge.turns(judge.classes(reply.position), X))
        alone, ours = _alone(judge, turn, options.nodes), _over_answers(judge, reply, turn, options.nodes)
        spent.append((alone[1], ours[1]))
        decided.update(way for way, (claim, _) in zip(WAYS, (alone, ours), strict=True) if claim)
        print(
            reply.first, reply.name, turn.changes, *(f"{claim or 'open'} {nodes:,}" for claim, nodes in (alone, ours))
        )
    for way, nodes in zip(WAYS, zip(*spent, strict=True), strict=True):
        print(f"{way}: {decided[way]} of {len(nodes)} decided, {sum(nodes):,} nodes, median {median(nodes):,.0f}")


def _is_open(reply: Reply) -> bool:
    known = known_opening(reply.position)
    return known is not None and known.worth is ReplyWorth.OPEN


def _alone(judge: Judge, turn: Turn, nodes: int) -> tuple[Claim | None, int]:
    judge.solver.forget()
    return judge.judge(turn.classes, O, nodes)


def _over_answers(judge: Judge, reply: Reply, turn: Turn, nodes: int) -> tuple[Claim | None, int]:
    judge.solver.forget()
    before = judge.nodes
    claim, _ = AnswerSearch(judge, AnswerHistory()).decide(reply.first, turn, nodes)
    return claim, judge.nodes - before


if __name__ == "__main__":
    main()
