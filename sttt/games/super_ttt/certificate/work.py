"""The file that keeps what of a certificate has been checked, so that a check that was broken off goes on."""

from importlib.metadata import version
from pathlib import Path

from sttt.errors import CertificateError
from sttt.games.records.json_lines import WorkFile
from sttt.games.super_ttt.certificate.check import Checked
from sttt.games.super_ttt.certificate.jobs import Job


class CheckedPieces:
    """Pieces that stand, a line each: the SHA-256 of the certificate, its first and last line, lines, nodes."""

    def __init__(self, path: Path) -> None:
        """Open the file, or begin it; raises `StttError` if it cannot be used."""
        self._file = WorkFile(path, head=f"sttt-verify 1 {version('sttt')}")
        try:
            self._done = dict(_parsed(path, number, line) for number, line in enumerate(self._file.lines, 2))
        except CertificateError:
            self._file.close()
            raise

    def done(self, job: Job) -> Checked | None:
        """Return what checking a piece took, None if it has not been done."""
        return self._done.get((job.sha256, job.start, job.stop))

    def add(self, job: Job, checked: Checked) -> None:
        """Note a piece that stands."""
        self._file.append(f"{job.sha256} {job.start} {job.stop} {checked.lines} {checked.nodes}")

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _parsed(path: Path, number: int, line: str) -> tuple[tuple[str, int, int], Checked]:
    sha256, *fields = line.split(" ")
    try:
        start, stop, lines, nodes = map(int, fields)
    except ValueError as error:
        raise CertificateError(f"{path}: line {number} is {line[:120]!r}; expected a piece of work") from error
    return (sha256, start, stop), Checked(lines, nodes)
