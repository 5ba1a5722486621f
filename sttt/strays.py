"""Finding and killing every process that a process of ours has started, however deep and in whichever session.

A process group is left by whoever makes a session of its own, as a daemon does. But all that a process starts inherits
its environment, so a mark in there finds it, where the system tells (proc(5)).
"""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress

_NAME = "STTT_STARTED_BY"
_ROUNDS = 100
"""How often to look again for what was started while looking."""


def marked_environment() -> tuple[dict[str, str], bytes]:
    """Return this process's environment with a mark added that no other has, and that mark.

    Marks within marks add up: what is started by what was started bears both.
    """
    mark = os.urandom(16).hex()
    return os.environ | {_NAME: f"{os.environ.get(_NAME, '')}/{mark}"}, mark.encode()


def own_mark() -> bytes:
    """Return the mark with which this process was started; no mark at all if it was not."""
    return os.environ.get(_NAME, "").rpartition("/")[2].encode() or b"no mark"


def kill_strays(mark: bytes) -> None:
    """Kill every process with this mark but this one.

    What clears its environment or belongs to somebody else goes unseen.
    """
    for _ in range(_ROUNDS):
        strays = [process for process in _marked(mark) if process != os.getpid()]
        if not strays:
            return
        for process in strays:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)


def _marked(mark: bytes) -> Iterator[int]:
    """Yield the marked processes; system calls alone, for this is done after every game."""
    with suppress(FileNotFoundError), os.scandir("/proc") as folders:
        for folder in folders:
            if folder.name.isdecimal() and mark in _environment(folder.path):
                yield int(folder.name)


def _environment(folder: str) -> bytes:
    """Return a process's environment; nothing if it is gone or not ours to read."""
    try:
        file = os.open(f"{folder}/environ", os.O_RDONLY)
    except OSError:
        return b""
    try:
        return b"".join(iter(lambda: os.read(file, 65_536), b""))
    except OSError:
        return b""
    finally:
        os.close(file)
