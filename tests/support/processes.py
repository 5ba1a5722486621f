"""Which processes there are, as /proc tells."""

import time
from contextlib import suppress
from pathlib import Path


def descendants_with(mark: str) -> list[str]:
    """The command lines of the living processes whose environment holds `mark`; a zombie's holds nothing.

    Not counted is the helper that `multiprocessing` keeps for as long as the test's own process lives.
    """
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
    return [command for command in found if "resource_tracker" not in command]


def assert_none_is_left(mark: str, seconds: float = 10.0) -> None:
    """A process that is told to end, or whose parent has ended, needs a moment."""
    deadline = time.monotonic() + seconds
    while left := descendants_with(mark):
        assert time.monotonic() < deadline, left
        time.sleep(0.02)
