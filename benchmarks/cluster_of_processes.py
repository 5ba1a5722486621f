"""Run a command of sttt on a Dask cluster of this machine's processes: a scheduler, and workers of one thread each.

    pip install '.[dask]'
    python benchmarks/cluster_of_processes.py --workers 2 match rules greedy --games 100 --nodes 200 --live

What `docs/cluster/compose.yaml` does with containers, where there is no container engine. Everything listens on
127.0.0.1 alone, and ends with the command.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

STTT = str(Path(sys.executable).with_name("sttt"))
START_SECONDS = 120.0


@contextmanager
def running(kind: str, folder: Path, *options: str, python: str = sys.executable) -> Iterator[subprocess.Popen[bytes]]:
    """Run a scheduler or a worker; its log is in the folder, and it ends with the block."""
    contact = ("--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(folder / "scheduler.json"))
    command = [python, "-m", f"distributed.cli.dask_{kind}", *contact, *options]
    environment = {**os.environ, "PYTHONWARNINGS": "ignore", "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}
    with (
        (folder / f"{kind}.log").open("ab") as log,
        subprocess.Popen(  # noqa: S603 - ours
            command, stdout=log, stderr=log, cwd=folder, env=environment, start_new_session=True
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


def worker(folder: Path, python: str = sys.executable) -> AbstractContextManager[subprocess.Popen[bytes]]:
    """Run a worker, of one thread as no two games should share a core."""
    return running("worker", folder, "--nthreads", "1", "--no-nanny", python=python)


@contextmanager
def scheduler(folder: Path, python: str = sys.executable) -> Iterator[str]:
    """Run a scheduler on a free port, and provide its address."""
    contact = folder / "scheduler.json"
    with running("scheduler", folder, "--port", "0", python=python):
        deadline = time.monotonic() + START_SECONDS
        while not (contact.exists() and contact.stat().st_size):
            if time.monotonic() > deadline:
                sys.exit(f"the scheduler does not start; expected no error in {folder / 'scheduler.log'}")
            time.sleep(0.05)
        yield json.loads(contact.read_text())["address"]


def on(address: str) -> Sequence[str]:
    """Return the options by which a command works there."""
    return ("--executor", "dask", "--scheduler", address)


def processor_seconds(process: psutil.Process) -> float:
    """Return the processor seconds of a worker and of all that it has started."""
    times = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    return sum(one.user + one.system for one in times) + times[0].children_user + times[0].children_system


def main() -> int:
    """Run the command, and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("command", nargs=argparse.REMAINDER, help="as after `sttt`")
    options = parser.parse_args()
    with TemporaryDirectory() as named, ExitStack() as stack:
        folder = Path(named)
        address = stack.enter_context(scheduler(folder))
        for _ in range(options.workers):
            stack.enter_context(worker(folder))
        with subprocess.Popen([STTT, *options.command, *on(address)]) as command:  # noqa: S603 - what was asked for
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the command's, and the others end after it
            return command.wait()


if __name__ == "__main__":
    sys.exit(main())
