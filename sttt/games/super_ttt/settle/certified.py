"""Findings of certificates: the positions in which O's reply is certified need no search.

A certificate is not checked here: `sttt verify` does that. What rests on one that does not hold is refused by the
check of a certificate of its own.
"""

from pathlib import Path

from sttt.games.super_ttt.certificate.check import parse_lines
from sttt.games.super_ttt.certificate.claim import Kind
from sttt.games.super_ttt.certificate.shard import read_shard
from sttt.games.super_ttt.settle.journal import Finding, Journal
from sttt.games.super_ttt.settle.judge import Judge, SettleVerdict
from sttt.games.super_ttt.settle.shard import SUFFIX, digest, key_behind, key_of
from sttt.games.super_ttt.text import parse_position, parse_squares

NAME = f"certificates{SUFFIX}"


def take_over(judge: Judge, directory: Path, folder: Path) -> None:
    """Add a work file of what the certificates in `directory` hold to the folder, if it is not there."""
    path = folder / NAME
    if path.exists():
        return
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    with Journal(part, digest()) as journal:
        for certificate in sorted(directory.glob("*.xz")):
            _add(judge, certificate, journal)
    part.replace(path)


def _add(judge: Judge, certificate: Path, journal: Journal) -> None:
    """Note O's replies, and that X never wins before or after."""
    shard = read_shard(certificate)
    for line in parse_lines(certificate, shard.lines(), shard.first_line, shard.header.claim):
        if line.kind is Kind.REPLY:
            position = parse_position(line.position)
            behind = key_behind(judge, parse_squares(line.evidence.partition(" ")[2]), position)
            journal.add(key_of(judge, position), Finding(SettleVerdict.HELD, 0, 0, behind))
            journal.add(behind, Finding(SettleVerdict.HELD, 0, 0))
