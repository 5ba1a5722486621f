"""``sttt verify``: checks a file of proofs, trusting nothing that found them; what it is, the file itself says."""

import json
import re
import time
from collections.abc import Iterator
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import click

from sttt.cli.numbers import MOST_JOBS, Count
from sttt.cli.options import json_option
from sttt.cli.output.tables import with_progress, with_status
from sttt.distribution import version
from sttt.errors import BookError, RefutedClaimError
from sttt.execution.executor import LocalExecutor, cores
from sttt.games.connect_four.book.book import ConnectFourBook
from sttt.games.connect_four.book.check import searched, unshown
from sttt.games.qubic.book.book import QubicBook, plan
from sttt.games.qubic.book.check import check as check_qubic
from sttt.games.qubic.search.threats import QubicThreats
from sttt.games.records.json_lines import WorkFile
from sttt.games.super_ttt.certificate import manifest
from sttt.games.super_ttt.certificate.check import Checked
from sttt.games.super_ttt.certificate.checked_pieces import CheckedPieces
from sttt.games.super_ttt.certificate.content import ProofText
from sttt.games.super_ttt.certificate.file import certificate_of
from sttt.games.super_ttt.certificate.pieces import Piece, check, pieces_of, shared_checker
from sttt.strict_json import JsonObject

_CONNECT_FOUR = re.compile(r"[1-7]* -?[0-9]+ -?[0-9]+ [1-7]")
"""A line of a Connect 4 book."""


CLAIMED = 3
"""The exit status where something is only said to have been checked."""


@dataclass
class Report:
    """The result of the checks."""

    claim: str
    counts: dict[str, int]
    refusals: list[tuple[str, str]] = field(default_factory=list)
    """Where something is wrong, and what."""
    is_claimed: bool = False
    """True if anything of it has not been checked by this run: that it stands is then the word of a file."""
    seconds: float = 0.0

    def to_json(self) -> JsonObject:
        """Return it for JSON."""
        return {
            "claim": self.claim,
            "counts": self.counts,
            "refusals": [{"place": place, "why": why} for place, why in self.refusals],
            "seconds": round(self.seconds, 1),
            "verdict": self.verdict,
            "proven": self.verdict == "proven",
        }

    @property
    def verdict(self) -> str:
        """Say what may be held of the claim: only what this run has checked is proven."""
        return "refused" if self.refusals else "claimed" if self.is_claimed else "proven"

    @property
    def status(self) -> int:
        """Return the exit status."""
        return {"proven": 0, "refused": 1, "claimed": CLAIMED}[self.verdict]

    def __str__(self) -> str:
        """Say it in words, a fact a line."""
        facts = {"claim": self.claim, **{name: f"{count:,}" for name, count in self.counts.items()}}
        facts |= {"seconds": f"{self.seconds:.1f}", "verdict": self.verdict}
        if self.verdict == "claimed":
            facts["verdict"] += ": the file of --work has what was resumed; without it all is checked"
        refusals = [f"refused  {place}: {why}" for place, why in self.refusals]
        return "\n".join([*refusals, *(f"{name:8} {fact}" for name, fact in facts.items())])


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(exists=True, path_type=Path))
@click.option("--jobs", type=Count(most=MOST_JOBS), help=f"Pieces checked at once.  [default: {cores()} cores]")
@click.option(
    "--work",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep what is checked in this file: a run that was broken off goes on from there. Not for 4x4x4.",
)
@json_option
def verify(*, path: Path, jobs: int | None, work: Path | None, as_json: bool) -> int:
    """Check what FILE claims to prove, from the rules alone.

    FILE is a certificate of Super Tic-Tac-Toe, a directory of certificates with their manifest, the winning book of
    4x4x4 tic-tac-toe, or a book of Connect 4, of which what does not follow from the rest is solved anew: that takes
    hours for a whole one. The exit status is 0 if this run has checked all of it, 1 if something in it does not stand,
    and 3 if what was checked stands but the rest is only what the file of --work says: claimed, not proven.
    """
    started = time.monotonic()
    path = path / manifest.NAME if path.is_dir() else path
    content = ProofText.read(path)
    first = next(content.lines(), "")
    if first.startswith("# {"):
        if work:
            raise click.UsageError(f"{path} is a book of 4x4x4, which is checked in one go; expected no --work")
        report = _verify_qubic(content)
    elif _CONNECT_FOUR.fullmatch(first):
        report = _verify_connect_four(content, jobs or cores(), work)
    else:
        report = _verify_certificate(content, first, jobs or cores(), work)
    report.seconds = time.monotonic() - started
    click.echo(json.dumps(report.to_json()) if as_json else report)
    return report.status


def _verify_certificate(content: ProofText, first: str, jobs: int, work: Path | None) -> Report:
    """Check a certificate, or those that a manifest names, up to the first piece that does not stand."""
    if first == manifest.MAGIC:
        whole = manifest.manifest_of(content)
        with with_status(lambda: "looking whether the files make up the claim"):
            pieces = manifest.check_manifest(whole, shared_checker())
        claim, files = str(whole), len(whole.files)
    else:
        one = certificate_of(content)
        claim, files, pieces = str(one), 1, pieces_of(one)
    total, resumed, is_claimed, refusals = Checked(), 0, False, []
    with closing(CheckedPieces(work, pieces)) if work else nullcontext() as file:
        for piece, checked in _checked(pieces, jobs, file):
            total.lines += checked.lines
            total.nodes += checked.nodes
            if piece is None:
                is_claimed = True
                resumed += checked.lines
            if checked.refusals:
                refusals = [(one.place, one.why) for one in checked.refusals]
                break
    counts = {"files": files, "lines": total.lines, "nodes": total.nodes}
    return Report(claim, counts | ({"resumed": resumed} if work else {}), refusals, is_claimed)


def _checked(pieces: list[Piece], jobs: int, work: CheckedPieces | None) -> Iterator[tuple[Piece | None, Checked]]:
    """Yield what checking each piece found, with None for those that earlier runs have checked."""
    known = [work.done(piece) if work else None for piece in pieces]
    yield from ((None, checked) for checked in known if checked)
    todo = [piece for piece, checked in zip(pieces, known, strict=True) if not checked]
    with closing(LocalExecutor(jobs).execute(check, todo)) as done:
        for index, checked in with_progress(done, len(todo), "pieces"):
            if work and not checked.refusals:
                work.add(todo[index], checked)
            yield todo[index], checked


def _verify_connect_four(content: ProofText, jobs: int, work: Path | None) -> Report:
    """Check every line by the rules and the other lines, or by solving its position anew."""
    book = ConnectFourBook.read(content.lines(), content.path)
    lines = unshown(book)
    refusals = []
    with WorkFile(work, f"sttt-verify connect-four 1 {version()}") if work else nullcontext() as file:
        known = _known(work, file.lines, {line.format() for line in lines}) if work and file else set()
        todo = [line for line in lines if line.format() not in known]
        with closing(LocalExecutor(jobs).execute(searched, todo)) as done:
            for index, why in with_progress(done, len(todo), "positions"):
                if why:
                    refusals = [(str(content.path), why)]
                    break
                if file:
                    file.append(todo[index].format())
    counts = {"lines": len(book), "solved anew": len(todo)}
    resumed = {"resumed": len(known)} if work else {}
    return Report("the scores of a Connect 4 book", counts | resumed, refusals, is_claimed=bool(known))


def _known(work: Path, lines: list[str], wanted: set[str]) -> set[str]:
    """Return the lines of a book that are said to have been solved; raises `BookError` for any other."""
    known: set[str] = set()
    for number, line in enumerate(lines, 2):
        if line not in wanted or line in known:
            raise BookError(
                f"{work}: line {number} is {line[:120]!r}; expected a line of the book that is solved anew, each once"
            )
        known.add(line)
    return known


def _verify_qubic(content: ProofText) -> Report:
    """Replay every reply of the second player to the book's moves, until the first has won."""
    book, threats = QubicBook.read(content.lines(), content.path), QubicThreats()
    counts: dict[str, int] = {}

    def describe() -> str:
        return ", ".join(f"{count:,} {name}" for name, count in counts.items())

    refusals = []
    with with_status(describe):
        try:
            for now in check_qubic(lambda position: plan(position, book, threats)):
                counts = {"positions": now.positions, "threats": now.threats, "replies": now.replies}
        except RefutedClaimError as error:
            refusals = [(str(content.path), str(error))]
    return Report("R wins from the empty cube", counts, refusals)
