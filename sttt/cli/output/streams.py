"""Standard output and standard error as every subcommand meets them: nothing that is written to them ends in a traceback.

What their encoding does not know is written as its escape, whoever writes it. Standard output that cannot be written
(a full disk) is one error of the house, and a reader that has gone away a `BrokenPipeError`; either is raised once, and
what comes after it is dropped. Standard error is beside the point of a command: it is dropped without a word.
"""

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING

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
                return self._written(data)
            except OSError:
                self._is_lost = True
                self._complain()
        return memoryview(data).nbytes

    def _written(self, data: "ReadableBuffer") -> int:
        return os.write(self._descriptor, data)

    def _complain(self) -> None:
        """Raise what has just gone wrong, where it matters."""
        with output_error_named():
            raise


class _Aside(_Output):
    """Output without which a command does what it is for."""

    def _complain(self) -> None:
        pass


@contextmanager
def standard_streams() -> Iterator[None]:
    """Have standard output and standard error written so in this block, as far as they are files of this process."""
    if sys.stdout is None:
        _stand_in(1, os.O_RDONLY)  # to write it fails
    if sys.stderr is None:
        _stand_in(2, os.O_WRONLY)
    with redirect_stdout(_over(sys.stdout, 1, _Output)), redirect_stderr(_over(sys.stderr, 2, _Aside)):
        yield


def _stand_in(descriptor: int, flags: int) -> None:
    """Open the null device where the caller has closed a stream, so that no other file takes its place."""
    opened = os.open(os.devnull, flags)
    if opened != descriptor:
        os.dup2(opened, descriptor)
        os.close(opened)


def _over(stream: io.TextIOBase | None, descriptor: int, kind: type[_Output]) -> io.TextIOBase:
    """Return a stream that writes where that one does, and has its encoding."""
    ...
