"""Settling O's replies to X's first turns in one process or several."""

import json
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path

from sttt.execution.foreign import read_json, read_regular, replacing
from sttt.games.super_ttt.book.openings import Opening, ReplyWorth, known_opening, shipped_openings
from sttt.games.super_ttt.position import Position
from sttt.workshop.settle.findings import NOTHING, Finding, FindingFile, SettleError, combined, merge, written
from sttt.workshop.settle.first_turn import REPORT_SECONDS, SUFFIX, digest, first_turns
from sttt.workshop.settle.first_turn_task import add_content, book_replies, known_in, own_folder
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS, Judge
from sttt.workshop.settle.replies import Reply, replies_to
from sttt.workshop.settle.reply_agenda import ReplyAgenda
from sttt.workshop.settle.reply_search import ReplySearch, is_finished
from sttt.workshop.settle.winning_turns import beaten_alike

STATUS_SUFFIX = ".replies.json"

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
    """The solver nodes after which the search stops, None for no limit."""

    @property
    def work_file(self) -> Path:
        """Its work file."""
        return self.folder / f"{self.name}{SUFFIX}"


def reply_tasks(folder: Path, firsts: list[str], jobs: int, table_bits: int, nodes: int | None) -> list[ReplyTask]:
    """Share first turns out among processes."""
    shares = [tuple(firsts[number::jobs]) for number in range(min(jobs, len(firsts)))]
    return [
        ReplyTask(f"replies-{number}-of-{len(shares)}", share, folder, table_bits, nodes)
        for number, share in enumerate(shares, 1)
    ]


@dataclass
class ReplyStatus:
    """The progress of the replies to a first turn."""

    first: str
    replies: int = 0
    held: int = 0
    won: dict[str, int] = field(default_factory=dict)
    """The number of replies that X wins against, by the number of its turns; "?" where that is not known yet."""
    open: int = 0
    budget: int = 0
    """The nodes that each open position has had at least."""
    nodes: int = 0
    seconds: float = 0.0


def settle_replies(task: ReplyTask) -> list[ReplyStatus]:
    """Work on the replies to first turns until all are settled or the limit is reached; return how far they are."""
    judge = Judge(task.table_bits)
    firsts = {first.name: first for first in first_turns(judge)}
    replies = {name: replies_to(judge, firsts[name]) for name in task.firsts}
    with FindingFile(task.work_file, digest()) as findings:
        work = _Work(task, ReplySearch(judge, findings, reply_findings(judge, task.folder, but=task.name)))
        work.begin(replies)
        agenda = work.agenda()
        while errand := agenda.take():
            before = judge.nodes
            known = work.work_on(errand.reply, errand.nodes)
            agenda.give_back(errand, known, judge.nodes - before)
            if work.is_told(findings) and task.nodes is not None and judge.nodes >= task.nodes:
                break
        findings.flush()
    return [work.tell(name) for name in task.firsts]


def settle_replies_away(sent: tuple[ReplyTask, bytes]) -> tuple[list[ReplyStatus], bytes]:
    """Work on another machine, with the work file so far; return the work file afterwards."""
    task, content = sent
    task = replace(task, folder=Path(own_folder().name))
    with written(task.work_file):
        task.work_file.write_bytes(content)
    for first in task.firsts:
        (task.folder / f"{first}{STATUS_SUFFIX}").unlink(missing_ok=True)  # seconds of this run alone
    return settle_replies(task), task.work_file.read_bytes()


def take_replies_back(task: ReplyTask, some: list[ReplyStatus], content: bytes) -> None:
    """Add the findings of another machine to the work file, and its seconds to the statuses."""
    add_content(task.work_file, content)
    for status in some:
        before = read_reply_status(task.folder, status.first)
        _write_status(task.folder, replace(status, seconds=before.seconds + status.seconds))


class _Work:
    """The work of one process, and the reports of its progress."""

    def __init__(self, task: ReplyTask, search: ReplySearch) -> None:
        self.search = search
        self._task = task
        self._replies: Mapping[str, list[Reply]] = {}
        self._told = 0.0
        self._changed: set[str] = set()
        self._spent: dict[str, float] = {}

    def begin(self, replies: Mapping[str, list[Reply]]) -> None:
        """Recall all findings, and write the status of every first turn."""
        self._replies = replies
        for name in replies:
            self._spent[name] = read_reply_status(self._task.folder, name).seconds
            self.tell(name)

    def agenda(self) -> ReplyAgenda:
        """Lay out the agenda of what is not finished."""
        agenda = ReplyAgenda()
        for reply in self.replies():
            agenda.add(reply, self.search.known(reply))
        return agenda

    def replies(self) -> list[Reply]:
        """List all positions."""
        return [reply for some in self._replies.values() for reply in some]

    def work_on(self, reply: Reply, nodes: int) -> Finding:
        """Work on a position with so many nodes, then on others that may be lost alike; return what is known of it."""
        started = time.monotonic()
        is_open = self.search.known(reply).claim is None
        known = self.search.work_on(reply, nodes)
        if is_open:
            self._changed.update(other.first for other in beaten_alike(self.search, reply, known, self.replies()))
        self._spent[reply.first] += time.monotonic() - started
        self._changed.add(reply.first)
        return known

    def is_told(self, findings: FindingFile) -> bool:
        """Write the findings and the status if they are due; return whether they were."""
        if time.monotonic() - self._told < REPORT_SECONDS:
            return False
        findings.flush()
        self.search.tidy(self.replies())
        for name in self._changed:
            self.tell(name)
        self._changed.clear()
        self._told = time.monotonic()
        return True

    def tell(self, name: str) -> ReplyStatus:
        """Write the status of the replies to a first turn, and return it."""
        status = status_of(name, [self.search.known(reply) for reply in self._replies[name]])
        status.seconds = self._spent[name]
        _write_status(self._task.folder, status)
        return status


def _write_status(folder: Path, status: ReplyStatus) -> None:
    with replacing(folder / f"{status.first}{STATUS_SUFFIX}") as file:
        file.write(json.dumps(asdict(status)).encode("ascii") + b"\n")


def status_of(first: str, findings: list[Finding]) -> ReplyStatus:
    """Count the findings of the replies to a first turn."""
    by_claim = Counter(finding.claim for finding in findings)
    won = Counter(str(finding.wins) if is_finished(finding) else "?" for finding in findings if finding.claim == X_WINS)
    is_open = [finding for finding in findings if finding.claim is None]
    return ReplyStatus(
        first,
        replies=len(findings),
        held=by_claim[X_NEVER_WINS],
        won=dict(sorted(won.items())),
        open=len(is_open),
        budget=min((finding.budget for finding in is_open), default=0),
        nodes=sum(finding.nodes for finding in findings),
    )


def read_reply_status(folder: Path, first: str) -> ReplyStatus:
    """Return the last status of the replies to a first turn; a new one if there is none or it is invalid."""
    try:
        return read_json(read_regular(folder / f"{first}{STATUS_SUFFIX}"), ReplyStatus, first, SettleError)
    except (OSError, SettleError):
        return ReplyStatus(first)


def reply_findings(judge: Judge, folder: Path, but: str = "") -> dict[int, Finding]:
    """Return the findings of the book, of the shipped openings and of the work files, except one's."""
    found = dict(book_findings())
    for first in first_turns(judge):
        for reply in replies_to(judge, first):
            if shipped := known_opening(reply.position):
                known = found.get(reply.key, NOTHING)
                found[reply.key] = combined(known, opening_finding(judge, reply.position, shipped))
    merge(found, known_in(folder, but))
    return found


def opening_finding(judge: Judge, position: Position, known: Opening) -> Finding:
    """Return what the shipped openings know of a position as a finding that has cost nothing."""
    move = shipped_openings().move(position)
    after = judge.key(position.play_all(move.turn)) if move else 0
    return Finding(CLAIM[known.worth], 0, 0, after, known.fails, known.wins)


@cache
def book_findings() -> dict[int, Finding]:
    """Return the findings of the shipped book: O holds the positions with a reply, and those after the reply."""
    found = {}
    for key, after in book_replies().items():
        found[key] = Finding(X_NEVER_WINS, 0, 0, after)
        found[after] = Finding(X_NEVER_WINS, 0, 0)
    return found
