"""Standard output and standard error as every subcommand meets them: no writing to them ends in a traceback.

What their encoding does not know is written as its escape, whoever writes it. Standard output that cannot be written
(a full disk) is one error of the house, and a reader that has gone away a `BrokenPipeError`; either is raised once, and
what comes after it is dropped. Standard error is beside the point of a command: it is dropped without a word.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import TYPE_CHECKING, TextIO

from sttt.errors import StttError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class OutputError(StttError):
    """Standard output that cannot be written."""


@contextmanager
def output_error_named() -> Iterator[None]:
    """Raise what keeps standard output from being written as `OutputError`; a reader that has gone is none."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"cannot write standard output: {error.strerror}; expected room for all of it") from error


class _Output(io.RawIOBase):
    """Writes to a descriptor until that fails once."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._is_lost = False

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def writable(self) -> bool:
        return True

    def write(self, data: "ReadableBuffer") -> int:
        if not self._is_lost:
            try:
                return os.write(self._descriptor, data)
            except OSError as error:
                self._is_lost = True
                self._complain(error)
        return memoryview(data).nbytes

    def _complain(self, error: OSError) -> None:
        """Raise what has gone wrong, where it matters."""
        with output_error_named():
            raise error


class _Aside(_Output):
    """Output without which a command does what it is for."""

    def _complain(self, error: OSError) -> None:
        pass


@contextmanager
def standard_streams() -> Iterator[None]:
    """Have standard output and standard error written so in this block, as far as they are files of this process."""
    if sys.stdout is None:
        _stand_in(1, os.O_RDONLY)  # to write it fails
    if sys.stderr is None:
        _stand_in(2, os.O_WRONLY)
    with redirect_stdout(_over(sys.stdout, 1, _Output)), redirect_stderr(_over(sys.stderr, 2, _Aside)):
        try:
            yield
        finally:
            with suppress(OutputError, BrokenPipeError):
                sys.stdout.flush()


def _stand_in(descriptor: int, flags: int) -> None:
    """Open the null device where the caller has closed a stream, so that no other file takes its place."""
    opened = os.open(os.devnull, flags)
    if opened != descriptor:
        os.dup2(opened, descriptor)
        os.close(opened)


def _over(stream: TextIO | None, descriptor: int, kind: type[_Output]) -> TextIO | None:
    """Return a stream that writes to the descriptor in the stream's encoding, or a stream that is of something else."""
    if stream is not None and not _writes_to(stream, descriptor):
        return stream
    is_line_buffered = isinstance(stream, io.TextIOWrapper) and stream.line_buffering
    buffer = io.BufferedWriter(kind(descriptor))
    encoding = "utf-8" if stream is None else stream.encoding
    return io.TextIOWrapper(buffer, encoding, "backslashreplace", line_buffering=is_line_buffered)


def _writes_to(stream: TextIO, descriptor: int) -> bool:
    try:
        return stream.fileno() == descriptor
    except (AttributeError, OSError, ValueError):  # a stream in memory
        return False
