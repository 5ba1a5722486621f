"""Checking a certificate piece by piece, in as many processes as wanted."""

import gc
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from sttt.errors import CertificateError, StttError
from sttt.games.super_ttt.certificate.check import Checked, Checker, Refusal, parse_lines
from sttt.games.super_ttt.certificate.claim import Line
from sttt.games.super_ttt.certificate.manifest import digest
from sttt.games.super_ttt.certificate.shard import CertificateFile, read_shard
from sttt.games.super_ttt.certificate.walk import read_position
from sttt.games.super_ttt.position import Position

PIECE = 64
"""Lines that are checked in one go."""


@dataclass(frozen=True)
class Job:
    """Some lines of one certificate, the first being 0; with them the root is checked."""

    path: Path
    sha256: str
    start: int
    stop: int


def jobs_for(path: Path) -> list[Job]:
    """Cut a certificate into pieces; raises `CertificateError` if its header cannot be read."""
    shard = read_shard(path)
    sha256, count = digest(path), sum(shard.counts.values())
    return [Job(path, sha256, start, min(start + PIECE, count)) for start in range(0, max(count, 1), PIECE)]


def check(job: Job) -> Checked:
    """Check a piece; raises `CertificateError` for a file that does not follow the format or has changed."""
    loaded = _load(job.path, job.sha256)
    checker, checked = shared_checker(), Checked()
    if job.start == 0:
        why = checker.check_root(loaded.root)
        checked.nodes += checker.spent
        if why:
            checked.refusals.append(Refusal(f"{job.path}: root", why))
    lines = loaded.lines[job.start : job.stop]
    first = loaded.shard.first_line + job.start
    for number, (line, why) in enumerate(zip(lines, checker.check_lines(lines), strict=True), first):
        checked.lines += 1
        checked.nodes += checker.spent
        if why:
            checked.refusals.append(Refusal(f"{job.path}: line {number}", f"{line.position}: {why}"))
    return checked


@cache
def shared_checker() -> Checker:
    """Return this process's checker."""
    return Checker()


@dataclass(frozen=True)
class _Loaded:
    shard: CertificateFile
    root: Position
    lines: list[Line]


@lru_cache(maxsize=1)
def _load(path: Path, sha256: str) -> _Loaded:
    """Read a whole certificate, and make this process's checker work on it."""
    if digest(path) != sha256:
        raise CertificateError(f"{path}: it has changed meanwhile; expected the same file")
    shard = read_shard(path)
    try:
        root = read_position(shard.header.root)
    except StttError as error:
        raise CertificateError(f"{path}: root: {error}") from error
    lines = list(parse_lines(path, _in_order(path, shard), shard.first_line, shard.header.claim))
    counts = Counter(line.kind for line in lines)
    for kind, count in shard.counts.items():
        if counts[kind] != count:
            raise CertificateError(f"{path}: {counts[kind]} lines are of the kind {kind}; expected {count}, as it says")
    try:
        shared_checker().begin(shard.header.claim, shard.header.nodes, lines)
    except CertificateError as error:
        raise CertificateError(f"{path}: {error}") from error
    gc.freeze()  # or hundreds of thousands of lines were looked through again and again
    return _Loaded(shard, root, lines)


def _in_order(path: Path, shard: CertificateFile) -> Iterator[str]:
    before = ""
    for number, text in enumerate(shard.lines(), shard.first_line):
        if text <= before:
            raise CertificateError(f"{path}: line {number} stands behind one that it should precede; expected an order")
        yield text
        before = text
