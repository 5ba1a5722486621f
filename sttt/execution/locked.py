"""A lock on a file that this process holds until the file is closed or the process ends, however it does."""

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO


def lock(file: BinaryIO) -> None:
    """Keep other processes from locking the file, too; raises `BlockingIOError`. Windows has no such lock."""
    with suppress(ImportError):
        import fcntl  # noqa: PLC0415 - Windows lacks it

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class LockFile:
    """A file beside what is locked, which is there while somebody holds the lock, or was killed."""

    def __init__(self, path: Path) -> None:
        """Lock the file, made for that purpose; raises `BlockingIOError` while somebody else holds the lock."""
        self._path = path
        while True:
            file = path.open("ab")
            try:
                lock(file)
                if path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat()):
                    break  # else whoever held the lock has removed the file meanwhile
            except BaseException:
                file.close()
                raise
            file.close()
        self._file = file

    def release(self) -> None:
        """Remove the file and let go of the lock."""
        with suppress(OSError):  # Windows removes no open file
            self._path.unlink()
        self._file.close()
