"""Write O's answers to X's second turns, where O's reply to the first one does not lose, to the file that ships.

    nice python benchmarks/make_answers.py FOLDER
    python benchmarks/make_answers.py FOLDER --nodes 0

FOLDER has the work files of `sttt settle --replies`, from which `make_openings.py` has made the openings that ship. The
work files, and the file so far, name an answer to many of X's turns. To each of the others, where the reply holds, one
is looked for, and kept there in a work file for each first turn: a run that was broken off goes on with the same
command. Turns that so many nodes do not answer are left out. With none nothing is looked for.
"""

import argparse
from contextlib import closing
from functools import partial
from pathlib import Path

from sttt.cli.output.tables import with_progress
from sttt.execution.executor import LocalExecutor, cores
from sttt.games.super_ttt.book.answers import DATA_FILE, AnswerTable
from sttt.games.super_ttt.book.openings import ReplyWorth, known_opening
from sttt.games.super_ttt.classes.tables import load
from sttt.workshop.books.super_ttt import tables_fingerprint
from sttt.workshop.settle.answers import AnswerHistory
from sttt.workshop.settle.findings import NOTHING, FindingFile
from sttt.workshop.settle.first_turn import SUFFIX, digest, first_turns
from sttt.workshop.settle.first_turn_task import known_in
from sttt.workshop.settle.judge import X_NEVER_WINS, Judge, X
from sttt.workshop.settle.replies import replies_to
from sttt.workshop.settle.reply_search import ReplySearch
from sttt.workshop.settle.reply_task import reply_findings

TABLE_BITS = 24
"""The solver's table of each process, which takes ``16 << TABLE_BITS`` bytes."""


def main() -> None:
    """Look for the answers, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--nodes", type=int, default=3_000_000, help="the most for one of X's turns")
    parser.add_argument("--jobs", type=int, default=cores(), help="first turns at once")
    parser.add_argument("--first", nargs="*", help="look at X's first turns of these names alone")
    options = parser.parse_args()
    judge = Judge(4)
    names = options.first or [first.name for first in first_turns(judge)]
    if options.nodes:
        work = partial(look_for_answers, options.folder, options.nodes)
        with closing(LocalExecutor(options.jobs).execute(work, names)) as done:
            for _ in with_progress(done, len(names), "first turns"):
                pass
    write(judge, options.folder)


def look_for_answers(folder: Path, nodes: int, name: str) -> None:
    """Look for the answers after the replies to a first turn that hold."""
    judge = Judge(TABLE_BITS)
    first = next(one for one in first_turns(judge) if one.name == name)
    file = f"answers-{name}"
    elsewhere = reply_findings(judge, known_in(folder, but=file))
    with FindingFile(folder / f"{file}{SUFFIX}", digest()) as findings:
        search = ReplySearch(judge, findings, elsewhere, AnswerHistory())
        for reply in replies_to(judge, first):
            if search.known(reply).claim == X_NEVER_WINS:
                search.answer_turns(reply, nodes)
                findings.flush()


def write(judge: Judge, folder: Path) -> None:
    """Write the file, and print how many of X's turns have an answer, and how many have none."""
    origin = "benchmarks/make_answers.py: O's answers to X's undominated turns after replies that do not lose"
    table = AnswerTable(load(), {"origin": origin, "tables": tables_fingerprint()})
    findings, unanswered = reply_findings(judge, known_in(folder)), set[int]()
    for first in first_turns(judge):
        for reply in replies_to(judge, first):
            opening = known_opening(reply.position)
            if opening is None or opening.worth is ReplyWorth.WON:
                continue
            known = {turn.key: findings.get(turn.key, NOTHING).reply for turn in judge.turns(reply.classes, X)}
            table.add(reply.position, {key: answer for key, answer in known.items() if answer})
            if opening.worth is ReplyWorth.HELD:
                unanswered.update(key for key, answer in known.items() if not answer)
    DATA_FILE.write_text(table.dumps(), encoding="ascii")
    print(f"{len(table):,} replies, {len(dict(table.items())):,} answers, {len(unanswered):,} of X's turns without one")


if __name__ == "__main__":
    main()
