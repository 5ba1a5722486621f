"""The work file of one first turn: findings about positions, a record each, added as they are found.

A line of text identifies the tables that the keys depend on; each record has a checksum. A killed run leaves a last
record that is cut off, or that its checksum refuses: the record is left out, and its search is done again. Later
records of a position replace earlier ones. Nothing else is kept: a search that goes on looks here before it asks the
solver.
"""

import os
import zlib
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from struct import Struct
from threading import RLock
from typing import Literal, NamedTuple, Self

from sttt.errors import StttError
from sttt.execution.foreign import LARGEST_FILE, open_to_go_on, part_of, read_regular, read_whole
from sttt.execution.locked import lock
from sttt.games.claim import EVER, Claim
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS

VERSION = 1

_RECORD = Struct("<QQQIBBBx")
_CHECKSUM = Struct("<I")
SIZE = _RECORD.size + _CHECKSUM.size

WORN = 1.5
"""The records a position above which a work file is written again."""

MOST_KNOWN = 6_000_000
"""The findings above which cheap ones are forgotten: a file of that many is far smaller than its reader accepts."""


class SettleError(StttError):
    """A work file that cannot be used."""


class Finding(NamedTuple):
    """The knowledge of one position."""

    claim: Claim | None
    """`X_NEVER_WINS`, `X_WINS`, or none."""
    budget: int
    """The nodes that the solver was allowed; 0 if the claim follows from the positions after the turns."""
    nodes: int
    """The nodes of the solver's search."""
    reply: int = 0
    """The key of the position after the turn that the claim follows from, 0 if it follows from all turns."""
    fails: int = 0
    """The most turns of its own within which X is known not to win."""
    wins: int = 0
    """The fewest turns of its own within which X is known to win, 0 if no number is known."""


NOTHING = Finding(None, 0, 0)

ClaimNumber = Literal[0, 1, 2]
"""A finding's claim in a file: none, X never wins, X wins."""

NUMBERS: dict[Claim | None, ClaimNumber] = {None: 0, X_NEVER_WINS: 1, X_WINS: 2}
CLAIMS = {number: claim for claim, number in NUMBERS.items()}


class FindingFile:
    """A file of findings, and its content in memory. Threads may share it."""

    def __init__(self, path: Path, digest: str) -> None:
        """Open the file, or begin it; `digest` identifies the tables that its keys depend on. Raises `SettleError`."""
        self.path = path
        self._head = _head(digest)
        self.lock = RLock()
        """Held while the file is written, or by who adds what depends on what is known."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open_to_go_on(path)
        except OSError as error:
            raise SettleError(f"{path}: {error.strerror}; expected a file to keep the findings in") from error
        try:
            content = self._take_over()
        except BaseException:
            with suppress(OSError):  # a full disk, which has been told
                self._file.close()
            raise
        self.records = len(content) // SIZE
        self.known: dict[int, Finding] = dict(_records(content))

    def _take_over(self) -> bytes:
        """Return the whole records, and go to the end of the last one; no other process may be writing."""
        try:
            lock(self._file)
        except BlockingIOError as error:
            raise SettleError(f"{self.path} is being written by another process; expected it to have ended") from error
        try:
            content = read_whole(self._file, LARGEST_FILE)
        except OSError as error:
            raise SettleError(f"{self.path}: {error.strerror}; expected a work file of settling") from error
        if self._head.startswith(content):  # new, or cut off in its first line
            content = self._head
            self._file.seek(0)
            self._file.write(content)
            self.flush()
        if not content.startswith(self._head):
            raise SettleError(f"{self.path} is no work file of these tables; expected it to begin with {self._head!r}")
        # Records have one size: what is left over was being written when a run was killed.
        whole = len(content) - (len(content) - len(self._head)) % SIZE
        self._file.truncate(whole)
        self._file.seek(whole)
        return content[len(self._head) : whole]

    def add(self, key: int, finding: Finding) -> None:
        """Add a finding."""
        with self.lock, written(self.path):
            self.known[key] = finding
            self._file.write(_packed(key, finding))
            self.records += 1

    def flush(self) -> None:
        """Write the findings out to the system: they survive the end of this process."""
        with self.lock, written(self.path):
            self._file.flush()

    def forget(self, keep: Collection[int], most: int = MOST_KNOWN) -> None:
        """Forget the findings that cost least, half of them, if there are more than `most`; never those of `keep`."""
        with self.lock:
            if len(self.known) > most:
                dearest = sorted(self.known, key=lambda key: self.known[key].nodes, reverse=True)[: most // 2]
                kept = {*dearest, *keep}
                self.known = {key: finding for key, finding in self.known.items() if key in kept}

    def compact_if_worn(self) -> None:
        """Write the file again if most of its records are replaced or forgotten."""
        if self.records > WORN * (len(self.known) + 1):
            self.compact()

    def compact(self) -> None:
        """Write the file again with one record a position, and put it in the old one's place in one step."""
        with self.lock, written(self.path):
            self._put_in_place()
            self.records = len(self.known)

    def _put_in_place(self) -> None:
        part = part_of(self.path)
        file = part.open("wb+")
        lock(file)  # before it takes the old file's place: nobody can lock the new one first
        file.write(self._head)
        file.writelines(_packed(key, finding) for key, finding in self.known.items())
        file.flush()
        os.fsync(file.fileno())
        part.replace(self.path)
        self._file.close()
        self._file = file

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with written(self.path):
            self._file.close()


@contextmanager
def written(path: Path) -> Iterator[None]:
    """Raise `SettleError` with the name of a work file that cannot be written."""
    try:
        yield
    except OSError as error:
        raise SettleError(f"{path}: {error.strerror}; expected room for it") from error


def read_findings(path: Path, digest: str) -> dict[int, Finding]:
    """Return the findings of a work file that another process may be writing; none if it depends on other tables.

    Raises `SettleError` if it cannot be read.
    """
    try:
        return findings_in(read_regular(path, follow=True), digest)
    except OSError as error:
        raise SettleError(f"{path}: {error.strerror}; expected a work file of settling") from error


def findings_in(content: bytes, digest: str) -> dict[int, Finding]:
    """Return the findings of a work file's content; none if it depends on other tables."""
    head = _head(digest)
    return dict(_records(content[len(head) :])) if content.startswith(head) else {}


def merge(known: dict[int, Finding], more: Mapping[int, Finding]) -> None:
    """Add findings: what is decided counts more than what is not, a reply, closer bounds and more effort than less."""
    for key, finding in more.items():
        before = known.get(key)
        if before is None or _rank(finding) > _rank(before):
            known[key] = finding


def combined(one: Finding, other: Finding) -> Finding:
    """Return what two findings of a position say together: the closer bounds.

    Raises `SettleError` if they contradict each other.
    """
    if one.claim and other.claim and one.claim != other.claim:
        raise SettleError(f"one finding says that {one.claim}, another that {other.claim}; expected them to agree")
    if (one.claim is None and other.claim) or (one.claim == other.claim and _ends(other) < _ends(one)):
        one, other = other, one
    return one._replace(fails=max(one.fails, other.fails))


def _ends(finding: Finding) -> int:
    return finding.wins or EVER


def _rank(finding: Finding) -> tuple[bool, int, int, int]:
    decided = finding.claim is not None
    effort = bool(finding.reply) if decided else finding.budget
    return decided, effort, finding.fails, -_ends(finding)


def _records(content: bytes) -> Iterator[tuple[int, Finding]]:
    """Yield the whole records whose checksums agree, but for numbers of no claim."""
    for start in range(0, len(content) - SIZE + 1, SIZE):
        record = content[start : start + _RECORD.size]
        if _CHECKSUM.unpack_from(content, start + _RECORD.size)[0] == zlib.crc32(record):
            key, reply, nodes, budget, number, fails, wins = _RECORD.unpack(record)
            if number in CLAIMS:
                yield key, Finding(CLAIMS[number], budget, nodes, reply, fails, wins)


def _head(digest: str) -> bytes:
    return f"sttt settle journal, version {VERSION}, tables {digest}\n".encode("ascii")


def _packed(key: int, finding: Finding) -> bytes:
    claim, budget, nodes, reply, fails, wins = finding
    record = _RECORD.pack(key, reply, nodes, budget, NUMBERS[claim], fails, wins)
    return record + _CHECKSUM.pack(zlib.crc32(record))
