"""Running the command: in a process forked for it, or, where even that does not matter, in the test's own."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO
from unittest.mock import patch

from support.forks import CAN_FORK, run_forked

from sttt.cli import main

STTT = Path(sys.executable).with_name("sttt")

TIMEOUT = 200
"""Seconds after which a command has failed."""


def sttt(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run to the end with `given` on standard input, in a process of its own."""
    done = sttt_of_bytes(*arguments, given=given.encode())
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def sttt_of_bytes(
    *arguments: str, given: bytes = b"", stdout: IO[bytes] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Do the same with bytes, and write them to `stdout` where there is one."""
    if not CAN_FORK or "PYTHONPATH" in os.environ:  # packages of strangers, which are found while we import ours
        ends = {"stdout": stdout or subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.run([STTT, *arguments], input=given, timeout=TIMEOUT, check=False, **ends)
    with TemporaryFile() as typed, TemporaryFile() as out, TemporaryFile() as err:
        typed.write(given)
        typed.seek(0)
        status = run_forked(arguments, (typed.fileno(), (stdout or out).fileno(), err.fileno()), TIMEOUT)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(arguments, status, out.read(), err.read())


def fails_as_wrong_input(*arguments: str, given: str = "") -> str:
    """Run a command that must refuse its input in one line; return that line."""
    done = sttt(*arguments, given=given)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("sttt: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def sttt_here(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command's own function in this process: faster by what starting Python takes."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with patch.object(sys, "argv", ["sttt", *arguments]), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as leaving:
            status = leaving.code
    return subprocess.CompletedProcess(
        arguments, status if isinstance(status, int) else 0, out.getvalue(), err.getvalue()
    )
