"""Settling first turns in one process or several, each with its own solver and a work file for each first turn."""

import json
import os
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sttt.execution.foreign import open_regular, read_json, read_regular, replacing
from sttt.games.super_ttt.analysis.table_file import VERSION
from sttt.games.super_ttt.book.book import PROVEN_FILE, Book
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import CLASSES, classes_after
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.branches import Branches
from sttt.workshop.settle.findings import Finding, FindingFile, SettleError, findings_in, merge, read_findings, written
from sttt.workshop.settle.first_turn import (
    SUFFIX,
    FirstTurnSearch,
    FirstTurnStatus,
    digest,
    first_turns,
)
from sttt.workshop.settle.judge import Judge, O, X
from sttt.workshop.settle.proof_tree import Effort

STATUS_SUFFIX = ".status.json"


@dataclass(frozen=True)
class SettleTask:
    """One first turn to settle."""

    first: str
    folder: Path
    table_bits: int = 22
    warm_turns: int = 7
    """The table begins with a search of the start for a win within that number of turns."""
    nodes: int | None = None
    """The solver nodes after which the search stops, None for no limit."""
    effort: Effort = field(default_factory=Effort)

    @property
    def work_file(self) -> Path:
        """Its work file."""
        return self.folder / f"{self.first}{SUFFIX}"


def settle(task: SettleTask) -> FirstTurnStatus:
    """Work on a first turn until it is settled or its limit is reached; its status goes beside its work file."""
    judge = _judge(task.table_bits)
    first = next(one for one in first_turns(judge) if one.name == task.first)
    before = read_status(task.folder, task.first)
    search = FirstTurnSearch(
        first,
        judge,
        task.folder,
        elsewhere=known_in(task.folder, but=task.first),
        replies=book_replies(),
        effort=task.effort,
    )
    known = search.findings.known.get(first.branch[0])
    if known is None or known.claim is None:
        _warm_up(task.table_bits, task.warm_turns, task.folder)
    status = before
    with closing(search.run()) as running:
        for now in running:
            status = replace(now, nodes=before.nodes + now.nodes, seconds=before.seconds + now.seconds)
            _write_status(task.folder, status)
            if task.nodes is not None and now.nodes >= task.nodes:
                break
    return status


def settle_away(sent: tuple[SettleTask, bytes]) -> tuple[FirstTurnStatus, bytes]:
    """Work on a first turn on another machine, with its work file so far; return the work file afterwards."""
    task, content = sent
    task = replace(task, folder=Path(own_folder().name))
    with written(task.work_file):
        task.work_file.write_bytes(content)
    (task.folder / f"{task.first}{STATUS_SUFFIX}").unlink(missing_ok=True)  # nodes and seconds of this run alone
    return settle(task), task.work_file.read_bytes()


def take_back(task: SettleTask, status: FirstTurnStatus, content: bytes) -> None:
    """Add the findings of another machine to a first turn's work file, and its effort to the status."""
    add_content(task.work_file, content)
    before = read_status(task.folder, task.first)
    _write_status(
        task.folder, replace(status, nodes=before.nodes + status.nodes, seconds=before.seconds + status.seconds)
    )


def add_content(path: Path, content: bytes) -> None:
    """Add the findings of another work file's content to a work file."""
    with FindingFile(path, digest()) as findings:
        known = dict(findings.known)
        merge(known, findings_in(content, digest()))
        for key, finding in known.items():
            if findings.known.get(key) is not finding:
                findings.add(key, finding)


@cache
def own_folder() -> TemporaryDirectory[str]:
    """Return this process's own folder, where the findings of one first turn help the next."""
    return TemporaryDirectory(prefix="sttt-settle-")


def read_status(folder: Path, first: str) -> FirstTurnStatus:
    """Return the last status of a first turn; a new one if there is none or it is invalid."""
    try:
        content = read_regular(folder / f"{first}{STATUS_SUFFIX}")
        return read_json(content, FirstTurnStatus, first, SettleError)
    except (OSError, SettleError):
        return FirstTurnStatus(first)


def _write_status(folder: Path, status: FirstTurnStatus) -> None:
    path = folder / f"{status.first}{STATUS_SUFFIX}"
    with replacing(path) as file:
        file.write(json.dumps(asdict(status)).encode("ascii") + b"\n")


@cache
def book_replies() -> dict[int, int]:
    """Return the proven replies that ship: by the key of a position, the key of the one after O's reply."""
    branches, found = Branches(load()), {}
    for classes, entry in Book.load(PROVEN_FILE).positions():
        after = classes_after(classes, entry.changes)
        found[branches.key(CLASSES.pack(*classes), O)] = branches.key(CLASSES.pack(*after), X)
    return found


def known_in(folder: Path, but: str = "") -> dict[int, Finding]:
    """Return the findings of all work files except one's: X's turns in another order lead to the same positions."""
    known: dict[int, Finding] = {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        if path.name != f"{but}{SUFFIX}":
            merge(known, read_findings(path, digest()))
    return known


def warm_judge(table_bits: int, turns: int, folder: Path) -> Judge:
    """Return this process's solver with a table that a search of the start has filled."""
    _warm_up(table_bits, turns, folder)
    return _judge(table_bits)


@cache
def _judge(table_bits: int) -> Judge:
    return Judge(table_bits)


@cache
def _warm_up(table_bits: int, turns: int, folder: Path) -> None:
    """Fill the table by a search of the start, or from the file that the first one to do so has left."""
    judge = _judge(table_bits)
    file = folder / f"warm-{turns}-{table_bits}-{digest()}-{VERSION}.table"
    if file.is_file() and file.stat().st_size == len(judge.solver.table_view()):
        with open_regular(file, follow=True) as table:
            table.readinto(judge.solver.table_view())
    else:
        judge.warm_up(judge.classes(Position()), turns)
        part = file.with_name(f"{file.name}.{os.getpid()}.part")
        with written(file):
            part.write_bytes(judge.solver.table_view())
            part.replace(file)
