"""Where a book comes from, in its first line: how each of its positions was searched, by what, and when."""

import hashlib
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

from sttt import kernel
from sttt.arena.build import commit
from sttt.kernel.class_tables import DATA_FILE


def describe_run(command: str) -> dict[str, Any]:
    """Return what is to be known of a run that starts now."""
    return {
        "command": command,
        "sttt": version("sttt"),
        "commit": commit(),
        "build": kernel.build_name(),
        "tables": tables_fingerprint(),
        "date": datetime.now(UTC).date().isoformat(),
        "positions": 0,
    }


def tables_fingerprint() -> str:
    """Return the beginning of the class tables' SHA-256: a book is written in their numbers."""
    return hashlib.sha256(DATA_FILE.read_bytes()).hexdigest()[:16]
