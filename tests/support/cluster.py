"""A Dask scheduler and workers of it, each a process that a test may kill."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 120.0
"""Seconds after which a test gives up, on a busy machine too."""


@dataclass(frozen=True)
class Cluster:
    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def cluster(folder: Path, workers: int, code: Path | None = None, protocol: str = "tcp") -> Iterator[Cluster]:
    """Start all of it, on free ports of this machine, and end it afterwards; the workers' code may lie elsewhere.

    Each worker has a folder of its own, ``worker-0`` and so on, and keeps there what it keeps.
    """
    contact = folder / "scheduler.json"
    with ExitStack() as stack:
        options = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(contact)]
        scheduler = stack.enter_context(
            _process("scheduler", folder, ["--port", "0", "--protocol", protocol, *options])
        )
        mine = [
            stack.enter_context(_process("worker", place, ["--nthreads", "1", "--no-nanny", *options], code))
            for place in (folder / f"worker-{number}" for number in range(workers))
        ]
        yield Cluster(_address(contact), scheduler, mine)


@contextmanager
def _process(
    kind: str, folder: Path, options: list[str], code: Path | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *options]
    folder.mkdir(exist_ok=True)
    environment = {**os.environ, "PYTHONWARNINGS": "ignore", "XDG_CACHE_HOME": str(folder / "cache")}
    environment |= {"PYTHONPATH": str(code)} if code else {}
    with (
        (folder / f"{kind}.log").open("ab") as log,
        subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, env=environment) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


def _address(contact: Path) -> str:
    """Read the address as soon as the scheduler has written it."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if contact.exists() and (text := contact.read_text()):
            address: str = json.loads(text)["address"]
            return address
        time.sleep(0.05)
    raise TimeoutError("the scheduler did not start")
