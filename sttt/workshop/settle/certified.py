"""Findings of certificates: the positions in which O's reply is certified need no search.

A certificate is not checked here: `sttt verify` does that. If one does not hold, the check of any certificate that
depends on its findings refuses that one too.
"""

from pathlib import Path

from sttt.errors import CertificateError, IllegalPlacement, PositionError
from sttt.games.super_ttt.certificate.check import parse_lines
from sttt.games.super_ttt.certificate.file import read_certificate
from sttt.games.super_ttt.certificate.line import Kind, Line
from sttt.games.super_ttt.text import parse_position, parse_squares
from sttt.workshop.settle.findings import Finding, FindingFile
from sttt.workshop.settle.first_turn import SUFFIX, digest
from sttt.workshop.settle.judge import X_NEVER_WINS, Judge

NAME = f"certificates{SUFFIX}"


def take_over(judge: Judge, directory: Path, folder: Path) -> None:
    """Add a work file of the claims of all certificates in `directory` to the folder, if there is none yet."""
    path = folder / NAME
    if path.exists():
        return
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    with FindingFile(part, digest()) as findings:
        for certificate in sorted(directory.glob("*.xz")):
            _add(judge, certificate, findings)
    part.replace(path)


def _add(judge: Judge, certificate: Path, findings: FindingFile) -> None:
    """Note O's replies, and that X never wins before or after."""
    read = read_certificate(certificate)
    if read.header.claim != X_NEVER_WINS:
        raise CertificateError(f"{certificate}: it claims that {read}; expected that {X_NEVER_WINS}")
    lines = parse_lines(certificate, read.lines(), read.first_line, read.header.claim)
    for number, line in enumerate(lines, read.first_line):
        if line.kind is Kind.REPLY:
            key, after = _keys(judge, line, f"{certificate}: line {number}")
            findings.add(key, Finding(X_NEVER_WINS, 0, 0, after))
            findings.add(after, Finding(X_NEVER_WINS, 0, 0))


def _keys(judge: Judge, line: Line, place: str) -> tuple[int, int]:
    """Return the keys of a line's position and of the one after its reply; raises `CertificateError` at a `place`."""
    try:
        position = parse_position(line.position)
        after = position.play_all(parse_squares(line.evidence.partition(" ")[2]))
    except (PositionError, IllegalPlacement) as error:
        raise CertificateError(f"{place}: {error}") from error
    return judge.key(position), judge.key(after)
