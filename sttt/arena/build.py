"""Which build of the project is at work: what a result depends on besides its plan and its seeds."""

import subprocess
from functools import cache
from importlib.metadata import version
from pathlib import Path

from sttt import kernel


@cache
def describe_build() -> str:
    """Return version, commit (in a checkout) and how the kernel runs, as ``0.1.0 1a2b3c4 compiled``."""
    return " ".join(part for part in (version("sttt"), commit(), kernel.build_name()) if part)


def commit() -> str | None:
    """Return the commit of the checkout that runs, None outside of one."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - nothing of a stranger's
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()
