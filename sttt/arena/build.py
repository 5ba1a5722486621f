"""Which build of the project is at work: what a result depends on besides its plan and its seeds."""

import subprocess
import zlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

from sttt import kernel

_ROOT = Path(__file__).parents[2]
_CODE = ("sttt", "strategies", "adapter", "setup.py")


@cache
def describe_build() -> str:
    """Return version, commit (in a checkout) and how the kernel runs, as ``0.1.0 1a2b3c4 compiled``."""
    return " ".join(part for part in (version("sttt"), commit(), kernel.build_name()) if part)


def commit() -> str | None:
    """Return the last commit that changed the code, with a checksum of what was changed since, as ``1a2b3c4+0f1e2d3c``.

    None outside of a checkout.
    """
    last = _git("log", "-1", "--format=%h", "--", *_CODE)
    if not last:
        return None
    changes = _git("diff", "HEAD", "--", *_CODE)
    return f"{last}+{zlib.crc32(changes.encode()):08x}" if changes else last


def _git(*arguments: str) -> str:
    """Return what git prints, nothing where it is not installed or knows no checkout."""
    command = ["git", "-C", str(_ROOT), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)  # noqa: S603 - fixed
    except OSError:
        return ""
    return done.stdout.strip()
