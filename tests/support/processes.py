"""Which processes there are."""

import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest


def descendants_with(mark: str) -> list[str]:
    """The command lines of the living processes whose environment holds `mark`.

    Not counted are the helper that `multiprocessing` keeps for as long as the test's own process lives, and ours that
    starts the commands.
    """
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if any(mark in f"{name}={value}" for name, value in process.environ().items()):
                found.append(" ".join(process.cmdline()))
    return [command for command in found if "resource_tracker" not in command and "support/forks.py" not in command]


def has_ended(process: int) -> bool:
    """Whether a process is gone, or dead and not yet taken note of by its parent, which may be the system's first."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return True
    return status.rpartition(")")[2].split()[0] == "Z"


def ends(process: int, seconds: float = 150.0) -> bool:
    """Whether a process ends in time, as one that has been killed does."""
    deadline = time.monotonic() + seconds
    while not has_ended(process):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def assert_none_is_left(mark: str, seconds: float = 10.0) -> None:
    """A process that is told to end, or whose parent has ended, needs a moment."""
    deadline = time.monotonic() + seconds
    while left := descendants_with(mark):
        assert time.monotonic() < deadline, left
        time.sleep(0.02)


def interrupted(process: "subprocess.Popen[str]", seconds: float = 150.0) -> tuple[str, str]:
    """Send Ctrl-C to a process alone, and return its output and errors; one that goes on fails the test.

    The failure says what the process does with signals, and where each of its threads is.
    """
    process.send_signal(signal.SIGINT)
    try:
        return process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        state = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
        process.send_signal(signal.SIGABRT)  # on which Python writes its threads, if told to by PYTHONFAULTHANDLER
        _, errors = process.communicate()
        signals = " ".join(" ".join(line.split()) for line in state.splitlines() if line.startswith(("Sig", "ShdPnd")))
        pytest.fail(f"it went on for {seconds:g} s after Ctrl-C: {signals}\n{errors}")
