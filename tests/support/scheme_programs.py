"""Starting the Scheme interpreters and the bot in tests."""

import os
import subprocess
import sys
from pathlib import Path

import adapter

REPOSITORY = Path(__file__).parents[2]
SHIMS = Path(adapter.__file__).parent / "scheme" / "shims"
"""Where they are installed."""

INTERPRETERS = {
    "guile": ("guile", "--no-auto-compile", "-q", "-s"),
    "chicken": ("csi", "-n", "-s"),
    "gambit": ("gsi",),
    "mit": ("mit-scheme", "--quiet", "--no-init-file", "--load"),
    "chez": ("chezscheme", "--script"),
}


def run_scheme(interpreter: str, file: Path, timeout: float = 200) -> str:
    """Run a Scheme file to its end and return what it printed on standard output."""
    done = start_scheme(interpreter, file, timeout)
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-1000:]
    return done.stdout


def start_scheme(interpreter: str, file: Path, timeout: float = 200) -> subprocess.CompletedProcess[str]:
    """Run a Scheme file until the interpreter leaves, in whatever way."""
    return subprocess.run(
        [*INTERPRETERS[interpreter], str(file)],
        env=os.environ | {"STTT_BOT": sys.executable},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def start_bot(*options: str, environment: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    """Start ``python -m adapter.scheme`` with pipes on all three streams."""
    return subprocess.Popen(
        [sys.executable, "-m", "adapter.scheme", *options],
        bufsize=0,
        env=os.environ | (environment or {}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
