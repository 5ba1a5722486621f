"""File locks, held until the file is closed or the process ends, in whichever way."""

import os
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO


def lock(file: BinaryIO) -> None:
    """Lock a file against other processes; raises `BlockingIOError` if one has locked it. Does nothing on Windows."""
    with suppress(ImportError):
        import fcntl  # noqa: PLC0415 - Windows lacks it

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class LockFile:
    """A lock file beside what it protects. It exists while the lock is held; it stays if the holder was killed."""

    def __init__(self, path: Path) -> None:
        """Create and lock the file; raises `BlockingIOError` while another process holds the lock."""
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
        """Remove the file and release the lock."""
        with suppress(OSError):  # Windows removes no open file
            self._path.unlink()
        self._file.close()
