"""The file that keeps what of a certificate has been checked, so that a check that was broken off goes on.

Anybody may have written the file: with anything taken from it a result is claimed, never proven.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from sttt.distribution import version
from sttt.errors import CertificateError
from sttt.games.records.json_lines import WorkFile
from sttt.games.super_ttt.certificate.check import Checked
from sttt.games.super_ttt.certificate.pieces import Piece

_PIECE = re.compile(r"([0-9a-f]{64}) ([0-9]{1,12}) ([0-9]{1,12}) ([0-9]{1,12}) ([0-9]{1,18})")


class CheckedPieces:
    """Pieces that the file claims, a line each: the certificate's SHA-256, first and last line, lines, nodes."""

    def __init__(self, path: Path, pieces: Sequence[Piece]) -> None:
        """Open the file, or begin it; raises `StttError` if it cannot be used, or has what is none of these pieces."""
        self._file = WorkFile(path, head=f"sttt-verify 1 {version()}")
        self._done: dict[Piece, Checked] = {}
        places = {(piece.sha256, piece.start, piece.stop): piece for piece in pieces}
        try:
            for number, line in enumerate(self._file.lines, 2):
                self._take(f"{path}: line {number} is {line[:120]!r}", line, places)
        except CertificateError:
            self._file.close()
            raise

    def done(self, piece: Piece) -> Checked | None:
        """Return the result that the file claims for a piece, None if it claims none."""
        return self._done.get(piece)

    def add(self, piece: Piece, checked: Checked) -> None:
        """Note a piece that is right."""
        self._file.append(f"{piece.sha256} {piece.start} {piece.stop} {checked.lines} {checked.nodes}")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _take(self, where: str, line: str, places: dict[tuple[str, int, int], Piece]) -> None:
        found = _PIECE.fullmatch(line)
        if not found:
            raise CertificateError(f"{where}; expected a piece of work: a SHA-256 and four numbers")
        start, stop, lines, nodes = map(int, found.groups()[1:])
        piece = places.get((found[1], start, stop))
        if piece is None:
            raise CertificateError(f"{where}; expected a piece of what is checked, or another file")
        if piece in self._done:
            raise CertificateError(f"{where}, again; expected each piece once")
        if lines != stop - start:
            raise CertificateError(f"{where}; expected {stop - start} lines, as many as the piece has")
        self._done[piece] = Checked(lines, nodes)
