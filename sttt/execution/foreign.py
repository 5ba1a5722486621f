"""Files of strangers: read without waiting, following links or taking in much; what JSON in them says is a claim."""

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

from sttt.errors import StttError

T = TypeVar("T")

LONGEST_REASON = 300
"""Characters of what is said about a claim: what is wrong with it may be megabytes long."""


LARGEST_FILE = 2**30
"""Bytes that are read of a file that is taken in whole, where it does not say less."""


def read_regular(path: Path, most: int = LARGEST_FILE, *, follow: bool = False) -> bytes:
    """Return the whole of a regular file; otherwise as `open_regular`.

    Raises `OSError` for one of more than `most` bytes, too: nothing is laid out for what a file says of its own size.
    """
    with open_regular(path, follow=follow) as file:
        return read_whole(file, most)


def read_beginning(path: Path, most: int, *, follow: bool = False) -> bytes:
    """Return the first `most` bytes of a regular file; otherwise as `open_regular`."""
    with open_regular(path, follow=follow) as file:
        return file.read(most)


def read_whole(file: BufferedReader | BufferedRandom, most: int) -> bytes:
    """Return all of an open file, of which nothing has been read; raises `OSError` if it has more than `most` bytes."""
    size = os.fstat(file.fileno()).st_size
    content = file.read(most + 1) if size <= most else b""
    if max(size, len(content)) > most:  # it may grow meanwhile
        raise OSError(EFBIG, f"it has more than {most:,} bytes")
    return content


_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
"""Byte order marks, which editors and shells of Windows put before a text, and what each says of its encoding."""


def text_of(content: bytes, errors: str = "strict") -> str:
    """Return bytes from a file or a pipe as text, without a byte order mark; UTF-8 unless one says otherwise.

    Raises `UnicodeDecodeError` unless `errors` says what becomes of bytes that are no text.
    """
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            return content.removeprefix(mark).decode(encoding, errors)
    return content.decode("utf-8", errors)


def open_regular(path: Path, *, follow: bool = False) -> BufferedReader:
    """Open a regular file for reading; a link counts as what it leads to only with `follow`.

    Raises `OSError`: as `open` does, and for a pipe, a device, a folder and whatever else is no regular file.
    """
    return BufferedReader(_regular(path, "r", *_CAREFULLY, "O_RDONLY", *([] if follow else ["O_NOFOLLOW"])))


def open_to_go_on(path: Path, mode: int = 0o666) -> BufferedRandom:
    """Open a regular file for reading and writing, a new one of this mode if there is none.

    A link counts as what it leads to.

    Raises `OSError` as `open_regular` does.
    """
    return BufferedRandom(_regular(path, "r+", *_CAREFULLY, "O_RDWR", "O_CREAT", access=mode))


_CAREFULLY = ("O_BINARY", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC")


def _regular(path: Path, mode: str, *flags: str, access: int = 0o666) -> FileIO:
    """Open with these flags what is a regular file or, where a flag allows it, not there yet."""
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
    """Write a file that is not there yet, not even as a link; raises `OSError`."""
    with _new(path, 0o666) as file:
        file.write(data)


def _new(path: Path, mode: int) -> BinaryIO:
    return os.fdopen(os.open(path, _flags("O_WRONLY", "O_BINARY", "O_CREAT", "O_EXCL", "O_CLOEXEC"), mode), "wb")


def _flags(*names: str) -> int:
    """Return the flags for `os.open` that this system has: those of Windows and of the others differ."""
    return reduce(or_, (getattr(os, name, 0) for name in names))


def read_json(text: str | bytes, kind: type[T], where: str, error: type[StttError]) -> T:
    """Read a dataclass or `msgspec.Struct`, all of whose values have the types that it names; raises `error`."""
    import msgspec  # noqa: PLC0415 - a bot, which must start fast, reads no JSON of strangers

    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as wrong:
        raise error(f"{where}: {shorten(wrong)}") from wrong


def shorten(why: object) -> str:
    """Return the beginning of what is wrong."""
    said = str(why)
    return said if len(said) <= LONGEST_REASON else f"{said[:LONGEST_REASON]}..."


def part_of(path: Path) -> Path:
    """Return where a file is written before it takes its place."""
    return path.with_name(f"{path.name}.part")


@contextmanager
def replacing(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """Write a file anew and put it in the old one's place in one step; on any error the old one alone stays.

    What is no file, such as ``/dev/stdout``, is written to as it is. A new file has the mode, as far as the process
    may give it. Raises `OSError`.
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
