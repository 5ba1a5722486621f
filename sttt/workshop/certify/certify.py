"""From findings to a certificate: O's reply in every position that the checker's search should not decide."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from sttt.errors import CertificateError
from sttt.games.super_ttt.certificate.manifest import write_manifest
from sttt.games.super_ttt.certificate.pieces import shared_checker
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_position, parse_squares
from sttt.workshop.certify.builder import Builder, CheckEffort
from sttt.workshop.certify.made_lines import SUFFIX as MADE
from sttt.workshop.certify.made_lines import MadeLines
from sttt.workshop.settle.findings import Finding, FindingFile
from sttt.workshop.settle.first_turn import SUFFIX as FINDINGS
from sttt.workshop.settle.first_turn import digest
from sttt.workshop.settle.first_turn_task import known_in, warm_judge
from sttt.workshop.settle.judge import X_NEVER_WINS, Judge
from sttt.workshop.settle.proof_tree import ProofTree

SUFFIX = ".xz"

EFFORT = CheckEffort(nodes=5_000, most_nodes=32_000)
"""Nodes of the checker's search: fewer make many more lines, more make each slower to check (`docs/experiments.md`)."""


class Witness:
    """Gives a reply of O's in every position that is proven, and searches for it where the solver named none."""

    def __init__(self, judge: Judge, known: dict[int, Finding], findings: FindingFile) -> None:
        """`known` has the findings of all work files; new ones go to `findings`."""
        self._judge = judge
        self._known = known
        self._findings = findings

    def __call__(self, position: Position, _turns: int) -> tuple[int, ...]:
        """Return O's reply as squares; raises `CertificateError` if there is none."""
        key = self._judge.key(position)
        reply = self._reply(key) or self._prove(position, key)
        view = ClassView(position)
        squares = view.turn_to(reply, self._judge.branches) if reply else None
        if not squares:
            raise CertificateError(f"no reply is known in {format_position(position)}; expected one that is proven")
        return view.filled(squares)

    def _reply(self, key: int) -> int:
        """Return the key of the position after the reply that a finding names, 0 if none does."""
        findings = (known.get(key) for known in (self._findings.known, self._known))
        return next((finding.reply for finding in findings if finding and finding.reply), 0)

    def _prove(self, position: Position, key: int) -> int:
        """Search below a position for a reply that holds: the solver may have proven it without naming one."""
        for known in (self._findings.known, self._known):
            known.pop(key, None)
        root = key, self._judge.classes(position)
        tree = ProofTree(root, self._judge, self._findings, elsewhere=self._known)
        tree.expand_root()
        while tree.root.claim is None and tree.sweep():
            tree.step()
        return self._reply(key)


@dataclass(frozen=True)
class CertificateTask:
    """A certificate that is to be written."""

    first: str
    """The first turn, which is held."""
    folder: Path
    """The folder of the work files."""
    directory: Path
    """The folder for the certificate."""
    effort: CheckEffort = EFFORT
    table_bits: int = 22
    warm_turns: int = 7
    """The solver's table, as in settling."""
    origin: str = ""
    start: Position = field(default_factory=Position)
    """The position in which the turn is played."""

    @property
    def path(self) -> Path:
        """The file."""
        return self.directory / f"{self.first}{SUFFIX}"

    @property
    def made(self) -> Path:
        """The file of its lines while it is made."""
        return self.folder / f"{self.first}{MADE}"


def certify(order: CertificateTask) -> int:
    """Write the certificate of a first turn that is held, and return the number of its lines.

    Further findings that it needs go to a work file of its own beside the others, and its lines to another:
    an interrupted run goes on.
    """
    judge = warm_judge(order.table_bits, order.warm_turns, order.folder)
    root = order.start.play_all(parse_squares(order.first))
    with (
        FindingFile(order.folder / f"{order.first}.certificate{FINDINGS}", digest()) as findings,
        MadeLines(order.made, X_NEVER_WINS, order.effort, root) as made,
    ):
        builder = Builder(
            shared_checker(), X_NEVER_WINS, order.effort, Witness(judge, known_in(order.folder), findings)
        )
        for line in builder.run(root, made.lines):
            made.add(line)
    order.directory.mkdir(parents=True, exist_ok=True)
    builder.write(order.path, root, order.origin)
    made.remove()
    return len(builder)


def write_whole(directory: Path, firsts: Iterable[str], origin: str) -> None:
    """Write the manifest of the certificates in a directory; the other first turns stay open."""
    names = {first: f"{first}{SUFFIX}" for first in firsts}
    files = [name for name in names.values() if (directory / name).exists()]
    if files:
        left = [first for first, name in names.items() if name not in files]
        write_manifest(directory, X_NEVER_WINS, format_position(Position()), files, origin, left)
