"""Settling one first turn of X's: its search, its work file, and its status."""

import json
import time
from collections.abc import Generator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path

from sttt.games.claim import Claim
from sttt.games.super_ttt.classes import groups, tables
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.branches import Branch
from sttt.games.super_ttt.text import format_turn, parse_squares
from sttt.workshop.settle.findings import CLAIMS, NUMBERS, ClaimNumber, Finding, FindingFile
from sttt.workshop.settle.judge import Judge, X
from sttt.workshop.settle.proof_tree import Effort, ProofTree

SUFFIX = ".journal"
REPORT_SECONDS = 0.5


@dataclass(frozen=True)
class FirstTurn:
    """One of X's first turns up to symmetry."""

    name: str
    """The squares, as ``41+43``."""
    branch: Branch
    """The position after it."""


@dataclass
class FirstTurnStatus:
    """The progress of a first turn."""

    first: str
    verdict: ClaimNumber = 0
    proof: int = 1
    disproof: int = 1
    positions: int = 0
    judged: int = 0
    nodes: int = 0
    seconds: float = 0.0
    reply: str = ""
    note: str = ""

    @property
    def claim(self) -> Claim | None:
        """The claim that is proven, if any."""
        return CLAIMS[self.verdict]


@cache
def digest() -> str:
    """Return a checksum of the tables that the keys of positions depend on."""
    content = asdict(tables.load()) | {"kind": groups.load().kind, "denied": groups.load().denied.hex()}
    return sha256(json.dumps(content, sort_keys=True).encode("ascii")).hexdigest()[:16]


def first_turns(judge: Judge) -> list[FirstTurn]:
    """List X's undominated first turns, each once up to symmetry."""
    start = ClassView(Position())
    after = dict(judge.branches.of(start.packed, X) or [])
    turns = start.turns_by_key(judge.branches).items()
    return [FirstTurn(format_turn(start.squares(turn)), (key, after[key])) for key, turn in turns]


class FirstTurnSearch:
    """The search for one first turn with its work file."""

    def __init__(  # noqa: PLR0913 - one parameter per thing it works with
        self,
        first: FirstTurn,
        judge: Judge,
        folder: Path,
        *,
        elsewhere: dict[int, Finding] | None = None,
        replies: Mapping[int, int] | None = None,
        effort: Effort | None = None,
    ) -> None:
        """`elsewhere` is known from other work files, `replies` are those of O's to try first, as in `ProofTree`."""
        self._judge = judge
        self.findings = FindingFile(folder / f"{first.name}{SUFFIX}", digest())
        self._effort = effort or Effort()
        self._replies = replies
        self.status = FirstTurnStatus(first.name)
        self._first = first
        self._elsewhere = elsewhere

    def run(self) -> Generator[FirstTurnStatus]:
        """Search until the turn is settled or memory is full, yielding the status now and then. Always close this."""
        started, before, told = time.monotonic(), self._judge.nodes, 0.0
        with self.findings as findings:
            findings.compact_if_worn()
            spent = sum(finding.nodes for finding in findings.known.values())
            tree = ProofTree(
                self._first.branch,
                self._judge,
                findings,
                effort=replace(self._effort, late_after=self._effort.late_after - spent),
                elsewhere=self._elsewhere,
                replies=self._replies,
            )
            while tree.root.claim is None:
                if not tree.sweep():
                    self.status.note = "no room"
                    break
                tree.step()
                now = time.monotonic()
                if now - told >= REPORT_SECONDS:
                    told = now
                    findings.flush()
                    self._tell(tree, now - started, before)
                    yield self.status
            self._tell(tree, time.monotonic() - started, before)
            yield self.status

    def _tell(self, tree: ProofTree, seconds: float, before: int) -> None:
        status = self.status
        status.verdict, status.proof, status.disproof = NUMBERS[tree.root.claim], tree.root.proof, tree.root.disproof
        status.positions, status.judged = len(tree), tree.judged
        status.nodes, status.seconds = self._judge.nodes - before, seconds
        reply = tree.reply()
        status.reply = reply_name(self._judge, self._first, reply) if reply else ""


def reply_name(judge: Judge, first: FirstTurn, key: int) -> str:
    """Return squares of a reply to the first turn as it is named, that lead to the position with this key."""
    squares = ClassView(Position().play_all(parse_squares(first.name))).turn_to(key, judge.branches)
    return format_turn(squares) if squares else "?"
