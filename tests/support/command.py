"""Running the installed command as a user does, or, where that does not matter, in the test's own process."""

import io
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

from sttt.cli import main

STTT = Path(sys.executable).with_name("sttt")


def sttt(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run to the end with `given` on standard input."""
    return subprocess.run([STTT, *arguments], input=given, capture_output=True, text=True, timeout=200, check=False)


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
