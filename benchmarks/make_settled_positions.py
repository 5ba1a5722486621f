"""Draw positions whose value settling has proven, hard ones like easy ones, to measure whether a player keeps it.

    python benchmarks/make_settled_positions.py FOLDER --seed 2026-11-28
    python benchmarks/keeps_value.py --file benchmarks/settled_positions.txt --after 2 3 --seconds 1

FOLDER has the work files of `sttt settle --replies`. After two turns a reply of O's is drawn that loses: X is to keep
the win. After three a reply that holds, and one of X's undominated turns after it: O is to keep the draw. All of X's
turns there are decided, however many nodes that took, so that nothing is left out for being hard, as it is from what
`make_keeps_value_positions.py` writes. The lines are the same; turns that err are not looked for.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from random import Random

from make_keeps_value_positions import Known

from sttt.games.claim import Claim
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_position, format_turn
from sttt.workshop.settle.answers import AnswerHistory, AnswerSearch
from sttt.workshop.settle.findings import NOTHING, Finding
from sttt.workshop.settle.first_turn import first_turns
from sttt.workshop.settle.first_turn_task import known_in
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS, Judge, O, X
from sttt.workshop.settle.replies import Reply, replies_to
from sttt.workshop.settle.reply_task import reply_findings

SETTLED = Path(__file__).with_name("settled_positions.txt")
HEADER = (
    "# benchmarks/make_settled_positions.py: turns played, number, position, outcome for the side to move, nodes that "
    "settling took to prove it, 0 where another position or what ships tells it, a turn that keeps it; proven by sttt "
    "settle --replies\n"
)
Findings = dict[int, Finding]


def main() -> None:
    """Write the lines of the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=200, help="positions after two turns, and after three")
    parser.add_argument("--nodes", type=int, default=100_000_000, help="for an answer that no work file has")
    parser.add_argument("--seed", required=True)
    parser.add_argument("--file", type=Path, default=SETTLED)
    options = parser.parse_args()
    judge, draw = Judge(22), Random(options.seed)
    findings = reply_findings(judge, known_in(options.folder))
    replies = [reply for first in first_turns(judge) for reply in replies_to(judge, first)]
    drawn = (
        *lost(judge, draw.sample(_of(replies, findings, X_WINS), options.count), findings),
        *held(judge, draw, _of(replies, findings, X_NEVER_WINS), findings, options),
    )
    options.file.write_text(HEADER + "".join(one.format() + "\n" for one in drawn), encoding="ascii")


def _of(replies: list[Reply], findings: Findings, claim: Claim) -> list[Reply]:
    return [reply for reply in replies if findings.get(reply.key, NOTHING).claim == claim]


def lost(judge: Judge, replies: list[Reply], findings: Findings) -> Iterator[Known]:
    """Yield positions after O's replies that lose, with X's turn."""
    for number, reply in enumerate(replies):
        known = findings[reply.key]
        turn = format_turn(turn_to(judge, reply.position, known.reply))
        yield Known(2, number, reply.position, "win", known.nodes, turn, ())


def held(
    judge: Judge, draw: Random, replies: list[Reply], findings: Findings, options: argparse.Namespace
) -> Iterator[Known]:
    """Yield positions after a turn of X's against which O holds, with O's turn."""
    answers = AnswerSearch(judge, AnswerHistory())
    for number in range(options.count):
        reply = draw.choice(replies)
        turn = draw.choice(judge.turns(reply.classes, X))
        known = findings.get(turn.key, NOTHING)
        position = reply.position.play_all(turn_to(judge, reply.position, turn.key))
        nodes, key = known.nodes, known.reply
        if not key:  # the solver alone has decided it, or it follows from another position
            before = judge.nodes
            claim, answer = answers.decide(reply.first, turn, options.nodes)
            key = answer.turn.key if answer else judge.key_after_best(turn.classes, O)
            nodes = judge.nodes - before
            if claim != X_NEVER_WINS:
                raise SystemExit(f"{reply.first} {reply.name}: a turn of X's stays open; expected more --nodes")
        yield Known(3, number, position, "draw", nodes, format_turn(turn_to(judge, position, key)), ())


def turn_to(judge: Judge, position: Position, key: int) -> tuple[int, ...]:
    """Return the turn that leads to the position with a key; ends the program if there is none."""
    view = ClassView(position)
    turn = view.turn_to(key, judge.branches)
    if turn is None:
        raise SystemExit(f"{format_position(position)}: no turn leads to what the work files name")
    return view.filled(turn)


if __name__ == "__main__":
    main()
