"""Checking a certificate piece by piece, in as many processes as wanted."""

import gc
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from sttt.errors import CertificateError, StttError
from sttt.games.claim import Claim
from sttt.games.super_ttt.certificate.check import Checked, Checker, Refusal, parse_lines
from sttt.games.super_ttt.certificate.file import CertificateFile, read_certificate
from sttt.games.super_ttt.certificate.line import Line
from sttt.games.super_ttt.certificate.squares import read_position
from sttt.games.super_ttt.position import Position

PIECE = 64
"""Lines that are checked in one go."""
LIST_PIECE = 4
"""The same of a list: nothing is known of what its lines lead to, and each may take seconds."""


@dataclass(frozen=True)
class Piece:
    """Some lines of one certificate, the first being 0; with them the root is checked, if there is one."""

    path: Path
    sha256: str
    start: int
    stop: int


def pieces_for(path: Path) -> list[Piece]:
    """Cut a certificate into pieces; raises `CertificateError` if its header cannot be read or miscounts its lines."""
    return pieces_of(read_certificate(path))


def pieces_of(file: CertificateFile) -> list[Piece]:
    """Cut a certificate that has been read; the pieces are of just what was read, and as many as its lines make."""
    content, said, count = file.content, sum(file.counts.values()), sum(1 for _ in file.lines())
    if count != said:
        raise CertificateError(f"{content.path}: {count} lines follow its header; expected {said}, as it says")
    size = LIST_PIECE if file.header.is_list else PIECE
    starts = range(0, max(count, 1), size)
    return [Piece(content.path, content.sha256, start, min(start + size, count)) for start in starts]


def check(piece: Piece) -> Checked:
    """Check a piece; raises `CertificateError` for a file that does not follow the format or has changed."""
    loaded = _load(piece.path, piece.sha256)
    checker, checked = _checker_of(loaded), Checked()
    if piece.start == 0 and loaded.root:
        why = checker.check_root(loaded.root)
        checked.nodes += checker.spent
        if why:
            checked.refusals.append(Refusal(f"{piece.path}: root", why))
    lines = loaded.lines[piece.start : piece.stop]
    if len(lines) != piece.stop - piece.start:
        raise CertificateError(f"{piece.path}: it has {len(loaded.lines)} lines; expected {piece.stop} or more")
    first = loaded.file.first_line + piece.start
    for number, (line, why) in enumerate(zip(lines, checker.check_lines(lines), strict=True), first):
        checked.lines += 1
        checked.nodes += checker.spent
        if why:
            checked.refusals.append(Refusal(f"{piece.path}: line {number}", f"{line.position}: {why}"))
    return checked


@cache
def shared_checker() -> Checker:
    """Return this process's checker."""
    return Checker()


@dataclass(frozen=True)
class _Loaded:
    file: CertificateFile
    root: Position | None
    """None for a list."""
    lines: list[Line]


def _checker_of(loaded: _Loaded) -> Checker:
    """Return this process's checker, at work on a certificate; it may have been on another one meanwhile."""
    checker, file = shared_checker(), loaded.file
    if checker.lines is not loaded.lines:
        try:
            checker.begin(file.header.claim, file.header.nodes, loaded.lines, file.first_line)
        except CertificateError as error:
            raise CertificateError(f"{file.content.path}: {error}") from error
    return checker


@lru_cache(maxsize=1)
def _load(path: Path, sha256: str) -> _Loaded:
    """Read a whole certificate, once: the bytes that have this SHA-256 are those that are parsed."""
    file = read_certificate(path)
    if file.content.sha256 != sha256:
        raise CertificateError(f"{path}: it has changed meanwhile; expected the same file")
    claim, is_list = file.header.claim, file.header.is_list
    try:
        root = None if is_list else read_position(file.header.root)
    except StttError as error:
        raise CertificateError(f"{path}: root: {error}") from error
    lines = list(parse_lines(path, _in_order(path, file), file.first_line, claim))
    for number, line in enumerate(lines if is_list else (), file.first_line):
        said = Claim(claim.attacker, claim.wins, line.turns)
        if not said.implies(claim):
            raise CertificateError(f"{path}: line {number} says that {said}; expected that {claim}")
    counts = Counter(line.kind for line in lines)
    for kind, count in file.counts.items():
        if counts[kind] != count:
            raise CertificateError(f"{path}: {counts[kind]} lines are of the kind {kind}; expected {count}, as it says")
    gc.freeze()  # or hundreds of thousands of lines were looked through again and again
    return _Loaded(file, root, lines)


def _in_order(path: Path, file: CertificateFile) -> Iterator[str]:
    before = ""
    for number, text in enumerate(file.lines(), file.first_line):
        if text <= before:
            raise CertificateError(f"{path}: line {number} stands after one that it should precede; expected an order")
        yield text
        before = text
