"""Processes that a killed program left behind outside its process group, as a daemon does that makes its own session.

All that a program starts inherits its environment, so a mark in there finds them, where the system tells (proc(5)).
"""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_NAME = "STTT_PROGRAM"
_ROUNDS = 100
"""How often to look again for what was started while looking."""


def marked_environment() -> tuple[dict[str, str], bytes]:
    """Return this process's environment with a mark that no other has, and the mark as `kill_strays` wants it."""
    mark = os.urandom(16).hex()
    return os.environ | {_NAME: mark}, f"{_NAME}={mark}".encode()


def kill_strays(mark: bytes) -> None:
    """Kill every process with this mark; what clears its environment or belongs to somebody else goes unseen."""
    for _ in range(_ROUNDS):
        strays = list(_marked(mark))
        if not strays:
            return
        for process in strays:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)


def _marked(mark: bytes) -> Iterator[int]:
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # gone, or not ours to read
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)
