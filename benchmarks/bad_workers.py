"""Play a timed match on a cluster whose workers are stopped, killed, late and throttled; count what is lost on time.

    pip install '.[dask]'
    python benchmarks/bad_workers.py --games 60

Four workers: one is stopped for 20 s with all that it has started, one is killed with -9, one joins late, and one runs
only a fifth of the time. In the end each game must be there once, and none lost on time: exit status 1 otherwise.
"""

import argparse
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
from cluster_of_processes import STTT, on, scheduler, worker

from sttt.arena.archive.archive import Archive
from sttt.execution.provenance import provenance
from sttt.games.records.record import Ending

STOPPED_SECONDS = 20.0
RUNS, WAITS = 0.02, 0.08
"""Seconds for which the throttled worker runs and waits in turn."""


def main() -> int:
    """Run it, trouble the workers, and check."""
    options = _options()
    load = "/".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"sttt {provenance()}, {len(os.sched_getaffinity(0))} cores, load {load}", flush=True)
    with TemporaryDirectory() as named, ExitStack() as stack:
        folder = Path(named)
        address = stack.enter_context(scheduler(folder))
        stopped, killed, throttled = (stack.enter_context(worker(folder)) for _ in range(3))
        threading.Thread(target=_throttle, args=(throttled.pid,), daemon=True).start()
        file = folder / "games.db"
        command = [STTT, "match", *options.players, "--games", str(options.games), "--time", str(options.time)]
        print(" ".join(command), flush=True)
        with subprocess.Popen([*command, "--archive", str(file), *on(address)]) as run:  # noqa: S603 - our own command
            _wait_for(file, options.games // 10, run)
            _signal(stopped.pid, signal.SIGSTOP)
            print(f"-- one worker is stopped for {STOPPED_SECONDS:.0f} s, another joins", flush=True)
            stack.enter_context(worker(folder))
            time.sleep(STOPPED_SECONDS)
            _signal(stopped.pid, signal.SIGCONT)
            _wait_for(file, options.games // 2, run)
            killed.kill()
            print("-- it goes on, a third one is killed", flush=True)
            if run.wait():
                return _fail(f"exit status {run.returncode}")
        with Archive(file) as archive:
            games = list(archive.games())
    by = Counter(one.worker for one in games)
    lost = [one.number for one in games if one.record.ending is Ending.TIMEOUT]
    print(f"{len(games)} games by {dict(by)}; lost on time: {lost or 'none'}")
    if [one.number for one in games] != list(range(options.games)):
        return _fail("games are missing, or there twice")
    return _fail("lost on time") if lost else 0


def _tree(pid: int) -> list[psutil.Process]:
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        return [process, *process.children(recursive=True)]
    return []


def _signal(pid: int, what: signal.Signals) -> None:
    """Send a signal to a worker and to all that it has started."""
    for one in _tree(pid):
        with suppress(psutil.Error):
            one.send_signal(what)


def _throttle(pid: int) -> None:
    """Let a worker run a fifth of the time, as a container with such a quota would."""
    while tree := _tree(pid):
        _signal(pid, signal.SIGSTOP)
        time.sleep(WAITS)
        for one in tree:  # what it has started is left when it is killed, and ends by itself if it may run
            with suppress(psutil.Error):
                one.send_signal(signal.SIGCONT)
        time.sleep(RUNS)


def _wait_for(file: Path, games: int, run: subprocess.Popen[bytes]) -> None:
    while run.poll() is None:
        if file.exists() and file.stat().st_size:
            with Archive(file) as archive:
                if sum(one.games for one in archive.tournaments()) >= games:
                    return
        time.sleep(0.2)
    sys.exit(_fail(f"it ended with exit status {run.returncode} before there were {games} games"))


def _fail(message: str) -> int:
    print(f"failed: {message}", file=sys.stderr)
    return 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", nargs=2, default=["uct", "greedy"])
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--time", type=float, default=0.5, help="seconds for a turn")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
