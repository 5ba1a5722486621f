"""Standard output and standard error as every subcommand meets them: no writing to them ends in a traceback.

What their encoding does not know is written as its escape, whoever writes it. Standard output that cannot be written
(a full disk) is one error of the house, and a reader that has gone away a `BrokenPipeError`; either is raised once, and
what comes after it is dropped. Standard error is beside the point of a command: it is dropped without a word.
"""

import codecs
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from typing import TYPE_CHECKING, TextIO

from sttt.errors import StttError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


_ASCII = "plain-ascii"
"""ASCII by another name: click takes an output in ASCII for a mistake, and writes UTF-8 to it."""


def _plain_ascii(name: str) -> codecs.CodecInfo | None:
    """Return the codec of that name; others find theirs elsewhere."""
    if name.replace("_", "-") != _ASCII:
        return None
    found = codecs.lookup("ascii")
    parts = (found.streamreader, found.streamwriter, found.incrementalencoder, found.incrementaldecoder)
    return codecs.CodecInfo(found.encode, found.decode, *parts, name=_ASCII)


codecs.register(_plain_ascii)


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
        self._lost: OSError | None = None
        self.waits = False
        """True if what has gone wrong is to be told later."""

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def writable(self) -> bool:
        return True

    def write(self, data: "ReadableBuffer") -> int:
        if not self._lost:
            try:
                return os.write(self._descriptor, data)
            except OSError as error:
                self._lost = error
                if not self.waits or isinstance(error, BrokenPipeError):
                    self.complain()
        return memoryview(data).nbytes

    def complain(self) -> None:
        """Raise what has gone wrong, if anything has, where it matters."""
        if self._lost:
            with output_error_named():
                raise self._lost


class _Aside(_Output):
    """Output without which a command does what it is for."""

    def complain(self) -> None:
        """Say nothing."""


@contextmanager
def complaining_later() -> Iterator[None]:
    """Tell only at the end of the block that standard output cannot be written, so that games in it go on.

    A reader that has gone away ends the block at once.
    """
    output = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    if not isinstance(output, _Output):
        yield
        return
    output.waits = True
    try:
        yield
        sys.stdout.flush()
    finally:
        output.waits = False
    output.complain()


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
    # with PYTHONUNBUFFERED a stream is written through and so not by lines; ours would keep all in its buffer
    is_line_buffered = isinstance(stream, io.TextIOWrapper) and (stream.line_buffering or stream.write_through)
    buffer = io.BufferedWriter(kind(descriptor))
    encoding = "utf-8" if stream is None else stream.encoding
    if codecs.lookup(encoding) == codecs.lookup("ascii"):
        encoding = _ASCII
    return io.TextIOWrapper(buffer, encoding, "backslashreplace", line_buffering=is_line_buffered)


def _writes_to(stream: TextIO, descriptor: int) -> bool:
    try:
        return stream.fileno() == descriptor
    except (AttributeError, OSError, ValueError):  # a stream in memory
        return False
