"""Work for a process of its own, which finds this module where it would not find a test."""

import os
import time
from pathlib import Path


def print_it(end: str) -> bytes:
    """Print in the worker."""
    print("thinking aloud", end=end)  # noqa: T201 - what a player of others may do
    return b""


def work(what: str) -> bytes:
    """Do in the worker what the word says."""
    if what == "pid":
        return str(os.getpid()).encode()
    if what == "exit":
        os._exit(7)
    if what == "print":
        os.write(1, b"to standard error\n")
        return b"printed"
    if what != "sleep":
        Path(what).touch()
    time.sleep(600)
    return b""
