"""Settling O's replies to X's first turns on this machine, or some of them on another."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from sttt.games.super_ttt.book.answers import shipped_answers
from sttt.games.super_ttt.book.openings import Opening, ReplyWorth, known_opening, shipped_openings
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.bounds import bound_table
from sttt.workshop.settle.answers import AnswerHistory
from sttt.workshop.settle.findings import NOTHING, Finding, FindingFile, combined, merge, written
from sttt.workshop.settle.first_turn import SUFFIX, digest, first_turns
from sttt.workshop.settle.first_turn_task import add_content, book_replies, known_in, own_folder
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS, Judge
from sttt.workshop.settle.replies import replies_to
from sttt.workshop.settle.reply_search import ReplySearch
from sttt.workshop.settle.reply_status import ReplyStatus, read_reply_status, reply_status_file, write_reply_status
from sttt.workshop.settle.reply_work import ReplyWork

CLAIM = {ReplyWorth.OPEN: None, ReplyWorth.HELD: X_NEVER_WINS, ReplyWorth.WON: X_WINS}
"""The claim of a finding by the word that the shipped openings have for it."""


@dataclass(frozen=True)
class ReplyTask:
    """First turns all of whose replies are to be settled by one process, with one table and one work file."""

    name: str
    """The name of the work file."""
    firsts: tuple[str, ...]
    folder: Path
    table_bits: int = 22
    nodes: int | None = None
    """The solver nodes after which no search begins, None for no limit."""
    threads: int = 1
    """The replies at once."""
    from_scratch: bool = False
    """True if what ships does not count as known, only what the work files hold."""

    @property
    def work_file(self) -> Path:
        """Its work file."""
        return self.folder / f"{self.name}{SUFFIX}"


def shared_out(task: ReplyTask) -> list[ReplyTask]:
    """Make a task of each first turn, for other machines: each works with one thread."""
    return [replace(task, name=f"{task.name}-{first}", firsts=(first,), threads=1) for first in task.firsts]


def settle_replies(task: ReplyTask) -> list[ReplyStatus]:
    """Work on the replies to first turns until all are settled or the limit is reached; return how far they are."""
    table = bound_table(task.table_bits)
    judges = [Judge(table=table) for _ in range(task.threads)]
    firsts = {first.name: first for first in first_turns(judges[0])}
    replies = {name: replies_to(judges[0], firsts[name]) for name in task.firsts}
    others = known_in(task.folder, but=task.name)
    elsewhere = others if task.from_scratch else reply_findings(judges[0], others)
    with FindingFile(task.work_file, digest()) as findings:
        history = AnswerHistory()
        searches = [ReplySearch(judge, findings, elsewhere, history) for judge in judges]
        for some in replies.values():
            searches[0].recall(some)
        return ReplyWork(task.folder, replies, searches).run(task.nodes)


def settle_replies_away(sent: tuple[ReplyTask, bytes]) -> tuple[list[ReplyStatus], bytes]:
    """Work on another machine, with the work file so far; return the work file afterwards."""
    task, content = sent
    task = replace(task, folder=Path(own_folder().name))
    with written(task.work_file):
        task.work_file.write_bytes(content)
    for first in task.firsts:
        reply_status_file(task.folder, first).unlink(missing_ok=True)  # seconds of this run alone
    return settle_replies(task), task.work_file.read_bytes()


def take_replies_back(task: ReplyTask, some: list[ReplyStatus], content: bytes) -> None:
    """Add the findings of another machine to the work file, and its seconds to the statuses."""
    add_content(task.work_file, content)
    for status in some:
        before = read_reply_status(task.folder, status.first)
        write_reply_status(task.folder, replace(status, seconds=before.seconds + status.seconds))


def reply_findings(judge: Judge, others: Mapping[int, Finding]) -> dict[int, Finding]:
    """Return the findings of what ships of the opening together with those of work files."""
    found = dict(book_findings())
    for first in first_turns(judge):
        for reply in replies_to(judge, first):
            if shipped := known_opening(reply.position):
                known = found.get(reply.key, NOTHING)
                found[reply.key] = combined(known, opening_finding(judge, reply.position, shipped))
    merge(found, others)
    return found


def opening_finding(judge: Judge, position: Position, known: Opening) -> Finding:
    """Return what the shipped openings know of a position as a finding that has cost nothing."""
    move = shipped_openings().move(position)
    after = judge.key(position.play_all(move.turn)) if move else 0
    return Finding(CLAIM[known.worth], 0, 0, after, known.fails, known.wins)


@cache
def book_findings() -> dict[int, Finding]:
    """Return the findings of the shipped book and answers: O holds where it has a reply, and after that."""
    found = {}
    for key, after in (*book_replies().items(), *shipped_answers().items()):
        found[key] = Finding(X_NEVER_WINS, 0, 0, after)
        found[after] = Finding(X_NEVER_WINS, 0, 0)
    return found
