"""A run of the solver on one position: question after question, with a status line, checkpoints and a time limit."""

import math
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path

from sttt.cli import table_file
from sttt.cli.progress import with_status
from sttt.cli.table_file import Known, SavedTable
from sttt.errors import TableFileError
from sttt.kernel.engine import COMPILED
from sttt.kernel.inquiry import Inquiry
from sttt.kernel.limited_search import ENTRIES_PER_MB
from sttt.kernel.proofs import Proof, Prover, Question, Verdict

DEFAULT_TABLE_BITS = 22
"""64 MB."""


@dataclass(frozen=True)
class Checkpoints:
    """Where a table is kept, and how many seconds may pass between two writings."""

    path: Path
    every: float


class SolveRun:
    """Makes a prover, with the table that a file keeps if there is one, and works on an inquiry."""

    def __init__(self, inquiry: Inquiry, bits: int | None, checkpoints: Checkpoints | None) -> None:
        """`bits` is the size that was asked for, if one was; raises `TableFileError` where the file has another."""
        self._checkpoints = checkpoints
        self._inquiry = inquiry
        saved = self._read(bits)
        self.prover = _make_prover(saved.table_bits)
        if checkpoints and checkpoints.path.exists():
            table_file.load_table(checkpoints.path, self.prover.solver)
        self._saved = saved
        self._known = saved.known.setdefault(inquiry.position, Known())
        self._due = math.inf

    def _read(self, bits: int | None) -> SavedTable:
        wanted = DEFAULT_TABLE_BITS if bits is None else bits
        if not self._checkpoints:
            return SavedTable(wanted)
        path = self._checkpoints.path
        table_file.check_writable(path)
        if not path.exists():
            return SavedTable(wanted)
        saved = table_file.read(path)
        if bits is not None and bits != saved.table_bits:
            held, asked = (2**one // ENTRIES_PER_MB for one in (saved.table_bits, bits))
            raise TableFileError(f"{path} holds a table of {held} MB; expected --table-mb {held}, not {asked}")
        return saved

    def proofs(self, deadline: float) -> Generator[Proof]:
        """Yield what the file knows and what is proven until the inquiry ends or the deadline comes.

        However it ends, close the generator: that writes the file.
        """
        self._schedule_checkpoint()
        try:
            yield from self._go_on(deadline)
        except BaseException:
            if not COMPILED:  # interpreted, Ctrl-C may have come between an entry's key and its value
                self._checkpoints = None
            raise
        finally:
            self._checkpoint()

    @property
    def unfinished(self) -> Question | None:
        """The question that a limit cut off."""
        return self._known.unfinished

    def _go_on(self, deadline: float) -> Iterator[Proof]:
        while question := self._inquiry.next_question():
            proof = self._remembered(question) or self._answer(self._resumed(question), deadline)
            if proof is None:
                return
            self._inquiry.add(proof)
            yield proof

    def _remembered(self, question: Question) -> Proof | None:
        for proof in self._known.proofs:
            enough = question.turns <= proof.turns if proof.verdict is Verdict.HELD else question.turns == proof.turns
            if proof.attacker is question.attacker and enough:
                return proof
        return None

    def _resumed(self, question: Question) -> Question:
        """Return the question with what was spent on it before."""
        before = self._known.unfinished
        if before and (before.attacker, before.turns) == (question.attacker, question.turns):
            return before
        self._known.unfinished = question
        return question

    def _answer(self, question: Question, deadline: float) -> Proof | None:
        """Work on a question, pausing for checkpoints; None if the deadline comes first."""
        with with_status(lambda: _status(question, self.prover)):
            while True:
                proof = self.prover.work_on(question, min(deadline, self._due))
                if proof:
                    self._known.proofs.append(proof)
                    self._known.unfinished = None
                if proof or time.monotonic() >= deadline:
                    return proof
                self._checkpoint()

    def _checkpoint(self) -> None:
        if self._checkpoints:
            table_file.save(self._checkpoints.path, self._saved, self.prover.solver)
            self._schedule_checkpoint()

    def _schedule_checkpoint(self) -> None:
        if self._checkpoints:
            self._due = time.monotonic() + self._checkpoints.every


def _make_prover(bits: int) -> Prover:
    try:
        return Prover(bits)
    except MemoryError as error:
        raise TableFileError(f"no memory for a table of {2**bits // ENTRIES_PER_MB} MB; expected fewer") from error


def _status(question: Question, prover: Prover) -> str:
    """Describe a search that runs or has just ended: what is asked, and what was spent on it."""
    started = prover.started
    nodes, seconds = question.nodes, question.seconds
    if started is not None:
        nodes, seconds = nodes + prover.solver.nodes, seconds + time.monotonic() - started
    asked = f"{question.attacker} within {question.turns}?"
    return f"{asked}  {nodes:,} nodes  {nodes / max(seconds, 0.001):,.0f} nodes/s  {seconds:.0f} s"
