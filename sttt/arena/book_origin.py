"""Where a book comes from, in its first line: how each of its positions was searched, by what, and when."""

import hashlib
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sttt import kernel
from sttt.kernel.class_tables import DATA_FILE


def describe_run(command: str) -> dict[str, Any]:
    """Return what is to be known of a run that starts now."""
    return {
        "command": command,
        "sttt": version("sttt"),
        "commit": _commit(),
        "build": kernel.build_name(),
        "tables": tables_fingerprint(),
        "date": datetime.now(UTC).date().isoformat(),
        "positions": 0,
    }


def tables_fingerprint() -> str:
    """Return the beginning of the class tables' SHA-256: a book is written in their numbers."""
    return hashlib.sha256(DATA_FILE.read_bytes()).hexdigest()[:16]


def _commit() -> str | None:
    """Return the commit of the checkout that runs, None outside of one."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - nothing of a stranger's
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()
