"""Reading of untrusted files: bounded, never blocking, following links only if asked; JSON is checked by type."""

import codecs
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EFBIG
from functools import reduce
from io import BufferedRandom, BufferedReader, FileIO
from operator import or_
from pathlib import Path
from typing import BinaryIO, TypeVar

from sttt.errors import StttError, cut

T = TypeVar("T")

LONGEST_REASON = 300
"""Maximal length, in characters, of a quoted reason: a message about a malformed file may be megabytes long."""


LARGEST_FILE = 2**30
"""Default maximum, in bytes, of a file that is read whole."""


def read_regular(path: Path, most: int = LARGEST_FILE, *, follow: bool = False) -> bytes:
    """Return the content of a regular file, opened as by `open_regular`.

    Raises `OSError` as `open_regular` does, and for a file of more than `most` bytes. No memory is allocated for a size
    that the file merely claims.
    """
    with open_regular(path, follow=follow) as file:
        return read_whole(file, most)


def read_beginning(path: Path, most: int, *, follow: bool = False) -> bytes:
    """Return the first `most` bytes of a regular file; otherwise like `open_regular`."""
    with open_regular(path, follow=follow) as file:
        return file.read(most)


def read_whole(file: BufferedReader | BufferedRandom, most: int) -> bytes:
    """Return the content of an open file from which nothing has been read; raises `OSError` above `most` bytes."""
    size = os.fstat(file.fileno()).st_size
    content = file.read(most + 1) if size <= most else b""
    if max(size, len(content)) > most:  # it may grow meanwhile
        raise OSError(EFBIG, f"it has more than {most:,} bytes")
    return content


_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
"""Encoding by byte order mark; editors and shells of Windows put such a mark at the beginning of a text."""


def text_of(content: bytes, errors: str = "strict") -> str:
    r"""Decode bytes from a file or a pipe, and drop the byte order mark; UTF-8 unless the mark says otherwise.

    `errors` is as for `bytes.decode`: by default, invalid bytes raise `UnicodeDecodeError`.

    >>> text_of(b"\xef\xbb\xbfx wins")
    'x wins'
    """
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            return content.removeprefix(mark).decode(encoding, errors)
    return content.decode("utf-8", errors)


class Unmarked:
    """Drops the UTF-8 byte order mark before bytes that come portion by portion."""

    def __init__(self) -> None:
        self._begun: bytes | None = b""
        """Bytes that may be the beginning of a mark; None once that is decided."""

    def feed(self, portion: bytes) -> bytes:
        """Return a portion without the mark; what may be part of one is kept for the next, unless this is the end."""
        if self._begun is None:
            return portion
        begun = self._begun + portion
        if portion and len(begun) < len(codecs.BOM_UTF8) and codecs.BOM_UTF8.startswith(begun):
            self._begun = begun
            return b""
        self._begun = None
        return begun.removeprefix(codecs.BOM_UTF8)


def open_regular(path: Path, *, follow: bool = False) -> BufferedReader:
    """Open a regular file for reading; links are followed only with `follow`.

    Raises `OSError` as `open` does, and for pipes, devices, folders and everything else that is not a regular file.
    """
    return BufferedReader(_regular(path, "r", *_CAREFULLY, "O_RDONLY", *([] if follow else ["O_NOFOLLOW"])))


def open_to_go_on(path: Path, mode: int = 0o666) -> BufferedRandom:
    """Open a regular file for reading and writing; create it with this mode if there is none.

    Links are followed. Raises `OSError` as `open_regular` does.
    """
    return BufferedRandom(_regular(path, "r+", *_CAREFULLY, "O_RDWR", "O_CREAT", access=mode))


_CAREFULLY = ("O_BINARY", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC")


def _regular(path: Path, mode: str, *flags: str, access: int = 0o666) -> FileIO:
    """Open a regular file with these flags; a missing file is an error unless the flags create it."""
    with suppress(FileNotFoundError):
        found = path.lstat() if "O_NOFOLLOW" in flags else path.stat()
        _demand_regular(found, path)  # to open a device may do something
    file = FileIO(os.open(path, _flags(*flags), access), mode)
    try:
        _demand_regular(os.fstat(file.fileno()), path)  # it may have been exchanged meanwhile
    except OSError:
        file.close()
        raise
    return file


def _demand_regular(found: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError(None, "it is no regular file", str(path))


def write_new(path: Path, data: bytes) -> None:
    """Write a file that does not exist yet, not even as a link; raises `OSError`."""
    with _new(path, 0o666) as file:
        file.write(data)


def _new(path: Path, mode: int) -> BinaryIO:
    return os.fdopen(os.open(path, _flags("O_WRONLY", "O_BINARY", "O_CREAT", "O_EXCL", "O_CLOEXEC"), mode), "wb")


def _flags(*names: str) -> int:
    """Combine the named flags for `os.open`, without those that this system lacks: Windows and POSIX systems differ."""
    return reduce(or_, (getattr(os, name, 0) for name in names))


def read_json(text: str | bytes, kind: type[T], where: str, error: type[StttError]) -> T:
    """Decode a dataclass or `msgspec.Struct` and check the type of every value; raises `error`."""
    import msgspec  # noqa: PLC0415 - a bot, which must start fast, reads no JSON of strangers

    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as wrong:
        raise error(f"{where}: {shorten(wrong)}") from wrong


def shorten(why: object) -> str:
    """Shorten a reason to `LONGEST_REASON` characters."""
    return cut(str(why), LONGEST_REASON)


def part_of(path: Path) -> Path:
    """Return the path of the temporary file that `replacing` writes before renaming it."""
    return path.with_name(f"{path.name}.part")


@contextmanager
def replacing(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Replace a file atomically: yield a new file, then rename it over the old one, which stays on any error.

    A path that exists and is not a file, such as ``/dev/stdout``, is written to directly. `mode` is the mode of the new
    file, subject to the umask. Raises `OSError`.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    path = path.resolve()
    part = part_of(path)
    part.unlink(missing_ok=True)
    try:
        with _new(part, mode) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
    if sys.platform == "win32":  # which opens no folders
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
