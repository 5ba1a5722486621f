"""Shared pytest configuration."""

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import pytest
from hypothesis import settings

try:
    import resource
except ImportError:  # a system without such limits
    resource = None  # type: ignore[assignment]

MEMORY = 2 << 30
"""Bytes by which a test or its fixtures may let a process grow, this one or any that it starts."""

sys.path.insert(0, str(Path(__file__).parent))

if sys.flags.safe_path:  # the installed package is under test, whatever lies in the folder one stands in
    os.environ["PYTHONSAFEPATH"] = "1"

settings.register_profile("sttt", deadline=None)  # a busy machine is no failure
settings.load_profile("sttt")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell leaves it to what it starts in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # or the commands under test would ignore Ctrl-C too


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call() -> Iterator[None]:
    """Limit the memory of each test: one that eats it fails, and is not ended with all others by the machine.

    What counts is writable memory of one's own (`RLIMIT_DATA`), as interpreters reserve far more address space than
    they ever use. Only the browser is excepted (`support.browser`). The report of a failure is not limited: it is made
    while the test's frames still hold what was eaten.
    """
    if resource is None:
        return (yield)
    before = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (_writable_memory() + MEMORY, before[1]))
    try:
        return (yield)
    except BaseException as error:
        _give_lines(error)
        raise
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, before)


pytest_runtest_setup = pytest_runtest_teardown = pytest_runtest_call  # fixtures are limited in the same way


def _give_lines(error: BaseException | None) -> None:
    """Give every entry of an exception's tracebacks a line: pytest itself fails, and all tests end, if one has none.

    Python has none for some steps of its own, as back to the head of a loop, and it is there that time is up.
    """
    while error:
        entries, entry = [], error.__traceback__
        while entry:
            entries.append(entry)
            entry = entry.tb_next
        whole: TracebackType | None = None
        for entry in reversed(entries):
            line = entry.tb_lineno or entry.tb_frame.f_code.co_firstlineno
            whole = TracebackType(whole, entry.tb_frame, entry.tb_lasti, line)
        error = error.with_traceback(whole).__context__


def _writable_memory() -> int:
    """Return the bytes of writable memory that this process has; 0 where the system does not tell."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return next(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmData:"))
