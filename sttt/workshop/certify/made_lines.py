"""The work file of a certificate: its lines so far, so that an interrupted run goes on."""

from pathlib import Path
from typing import Self

from sttt.errors import CertificateError
from sttt.games.claim import Claim
from sttt.games.records.json_lines import WorkFile
from sttt.games.super_ttt.certificate.check import parse_lines
from sttt.games.super_ttt.certificate.line import Line
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_position
from sttt.workshop.certify.builder import CheckEffort

SUFFIX = ".lines"


class MadeLines:
    """The lines that earlier runs have made, and where this run's go."""

    def __init__(self, path: Path, claim: Claim, effort: CheckEffort, root: Position) -> None:
        """Open the file, or begin it; raises `StttError` if it cannot be used, or is of another certificate."""
        head = f"sttt-lines 1 {claim}, {effort.nodes} and {effort.most_nodes} nodes: {format_position(root)}"
        self._path = path
        self._file = WorkFile(path, head)
        try:
            self.lines = list(parse_lines(path, self._file.lines, 2, claim))
        except CertificateError:
            self._file.close()
            raise

    def add(self, line: Line) -> None:
        """Keep a line."""
        self._file.append(line.format())

    def remove(self) -> None:
        """Delete the file: the certificate has the lines."""
        self._path.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def count_lines(path: Path) -> int:
    """Return how many lines a file keeps that another process may be writing."""
    try:
        return max(0, path.read_bytes().count(b"\n") - 1)
    except OSError:
        return 0
