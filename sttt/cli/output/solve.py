"""A run of the solver on one position, with status line, checkpoints and time limit, and the check of its result."""

import math
import time
from collections.abc import Generator, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from sttt.cli.output.tables import with_status
from sttt.distribution import version
from sttt.errors import CertificateError, RefutedClaimError, TableFileError
from sttt.games.claim import Claim
from sttt.games.super_ttt.analysis import table_file
from sttt.games.super_ttt.analysis.proofs import Inquiry, Proof, Question, most_turns
from sttt.games.super_ttt.analysis.prover import Prover, next_within
from sttt.games.super_ttt.analysis.table_file import KnownProofs, SavedTable
from sttt.games.super_ttt.certificate.pieces import shared_checker
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.engine import COMPILED
from sttt.games.super_ttt.search.solver import Solver
from sttt.kernel.transposition_table import ENTRY_BYTES
from sttt.search.verify import Exhaustive, Replayed, verify_win
from sttt.workshop.certify.builder import Builder, CheckEffort

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
        self.is_claimed = bool(checkpoints and checkpoints.path.exists())
        """True if what comes out rests on a file, which is as good as whoever wrote it."""
        self.prover, self._saved = self._start(bits)
        self._known = self._saved.known.setdefault(inquiry.position, KnownProofs())
        self._due = math.inf

    def _start(self, bits: int | None) -> tuple[Prover, SavedTable]:
        if self._checkpoints:
            table_file.check_writable(self._checkpoints.path)
        if not self._checkpoints or not self.is_claimed:
            wanted = DEFAULT_TABLE_BITS if bits is None else bits
            return _make_prover(wanted), SavedTable(wanted)
        return _read(self._checkpoints.path, bits)

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
            enough = question.turns == proof.turns if proof.claim.is_final else question.turns <= proof.turns
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


def _read(path: Path, bits: int | None) -> tuple[Prover, SavedTable]:
    provers: list[Prover] = []

    def make(saved: SavedTable) -> Solver:
        if bits is not None and bits != saved.table_bits:
            held, asked = (2**one * ENTRY_BYTES // 2**20 for one in (saved.table_bits, bits))
            raise TableFileError(f"{path} holds a table of {held} MB; expected --table-mb {held}, not {asked}")
        provers.append(_make_prover(saved.table_bits))
        return provers[0].solver

    saved = table_file.read(path, make)
    return provers[0], saved


def _make_prover(bits: int) -> Prover:
    try:
        return Prover(bits)
    except MemoryError as error:
        raise TableFileError(f"no memory for a table of {2**bits * ENTRY_BYTES // 2**20} MB; expected fewer") from error


def _status(question: Question, prover: Prover) -> str:
    """Describe a search that runs or has just ended: what is asked, and what was spent on it."""
    started = prover.started
    nodes, seconds = question.nodes, question.seconds
    if started is not None:
        nodes, seconds = nodes + prover.solver.nodes, seconds + time.monotonic() - started
    asked = f"{question.attacker} within {question.turns}?"
    return f"{asked}  {nodes:,} nodes  {nodes / max(seconds, 0.001):,.0f} nodes/s  {seconds:.0f} s"


MOST_OPEN_SQUARES = 12
"""With more of them open, a position is not tried out to the end."""


@dataclass(frozen=True)
class WinCheck:
    """The checks of a run: of which claims, by what means, at what cost."""

    how: str
    positions: int
    replies: int = 0

    @property
    def is_done(self) -> bool:
        """Return whether anything could be checked at all."""
        return self.positions > 0

    def __str__(self) -> str:
        """Say it in words."""
        return f"{self.how} ({self.positions:,} positions{f', {self.replies:,} replies' if self.replies else ''})"

    def to_json(self) -> dict[str, object]:
        """Return it for JSON."""
        return asdict(self)


def check(prover: Prover, inquiry: Inquiry) -> WinCheck | None:
    """Replay a win, or try everything where no win was found; None if there is nothing to check.

    Raises `RefutedClaimError` for a result that does not stand.
    """
    if inquiry.win:
        return _replay(prover, inquiry.position, inquiry.win)
    latest = [proof for proof in map(inquiry.latest, {proof.attacker for proof in inquiry.proofs}) if proof]
    if not latest:
        return None
    if inquiry.position.open_squares.bit_count() > MOST_OPEN_SQUARES:
        return WinCheck(f"not: more than {MOST_OPEN_SQUARES} squares are open", 0)
    return WinCheck("by trying everything", sum(_try_everything(inquiry.position, proof) for proof in latest))


def _replay(prover: Prover, position: Position, win: Proof) -> WinCheck:
    counts = Replayed()
    with with_status(lambda: f"replaying: {counts.positions:,} positions, {counts.replies:,} replies"):
        verify_win(
            position, win.attacker, win.turns, lambda at, turns: prover.winning_turn(at, win.attacker, turns), counts
        )
    return WinCheck("by replaying every reply", counts.positions, counts.replies)


def _try_everything(position: Position, proof: Proof) -> int:
    tried = Exhaustive[Position](proof.attacker)
    with with_status(lambda: f"trying everything that {proof.attacker} can do: {tried.positions:,} positions"):
        bounded = proof.claim.is_bounded
        wins = tried.wins_within(position, proof.turns) if bounded else tried.ever_wins(position)
    if wins:
        raise RefutedClaimError(f"the proof does not stand that {proof}: trying everything finds a win", ())
    return tried.positions


def write_certificate(path: Path, prover: Prover, position: Position, proof: Proof) -> int:
    """Write the certificate of a proof about a position, and return the number of its lines."""
    claim = proof.claim

    def witness(at: Position, left: int) -> tuple[int, ...]:
        return _turn(prover, claim, at, left)

    builder = Builder(shared_checker(), claim, CheckEffort(), witness)
    with with_status(lambda: f"certificate: {len(builder):,} lines, {builder.pending:,} positions to come"):
        for _ in builder.run(position):
            pass
    builder.write(path, position, f"sttt solve, sttt {version()}")
    return len(builder)


def _turn(prover: Prover, claim: Claim, position: Position, turns: int) -> tuple[int, ...]:
    """Return the claimant's turn in a position; raises `CertificateError` if the solver finds none."""
    if claim.wins:
        turn = prover.winning_turn(position, claim.attacker, turns)
    else:
        turn = _holding_turn(prover, claim, position, turns)
    if not turn:
        raise CertificateError(f"the solver knows no turn for {position}; expected one that shows that {claim}")
    return turn


def _holding_turn(prover: Prover, claim: Claim, position: Position, turns: int) -> tuple[int, ...]:
    most = turns if claim.is_bounded else max(2, most_turns(position, claim.attacker))
    within = most if claim.is_bounded else 1
    while True:
        within = next_within(within, most)
        proof = prover.work_on(Question(position, claim.attacker, within))
        if within == most or (proof and proof.claim.is_final and not proof.claim.wins):
            return prover.best_turn(position)
