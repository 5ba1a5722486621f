"""A lock on a file that this process holds until the file is closed or the process ends, however it does."""

from contextlib import suppress
from typing import BinaryIO


def lock(file: BinaryIO) -> None:
    """Keep other processes from locking the file, too; raises `BlockingIOError`. Windows has no such lock."""
    with suppress(ImportError):
        import fcntl  # noqa: PLC0415 - Windows lacks it

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
