"""Running the installed command as a user does."""

import subprocess
import sys
from pathlib import Path

STTT = Path(sys.executable).with_name("sttt")


def sttt(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run to the end with `given` on standard input."""
    return subprocess.run([STTT, *arguments], input=given, capture_output=True, text=True, timeout=60, check=False)


def fails_as_wrong_input(*arguments: str, given: str = "") -> str:
    """Run a command that must refuse its input in one line; return that line."""
    done = sttt(*arguments, given=given)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("sttt: ")
    assert done.stderr.count("\n") == 1
    return done.stderr
