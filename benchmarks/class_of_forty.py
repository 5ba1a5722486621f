"""Run the synthetic class of forty groups, killed several times, and say what came of it.

``python benchmarks/class_of_forty.py DIR [--kills N] [--workers N] [--jobs N]``: time, memory, processes that are left,
and whether each group got what its program deserves. With ``--workers``, a Dask cluster of so many does the work. A run
of the same class in another folder afterwards, with ``--like DIR``, compares both runs' files but for times.
"""

import argparse
import json
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import psutil

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.cluster import cluster
from support.synthetic_class import PROGRAMS, write_class

STTT = Path(sys.executable).with_name("sttt")
TIMES = re.compile(r"\d+\.\d+(?= s\b)|\d+(?= ms\b)|(?<=,)\d+\.\d+(?=,)")


def main() -> None:
    """Run it."""
    options = _options()
    write_class(options.folder)
    with ExitStack() as stack:
        where = ["--jobs", str(options.jobs)] if options.jobs else []
        if options.workers:
            at_work = stack.enter_context(cluster(options.folder, options.workers))
            where = ["--executor", "dask", "--scheduler", at_work.address]
        command = [str(STTT), "class", "run", str(options.folder), *where]
        began, peak = time.monotonic(), 0
        for number in range(options.kills + 1):
            seconds = random.Random(number).uniform(20, 60) if number < options.kills else None
            peak = max(peak, _run(command, seconds))
            print(f"{'killed' if seconds else 'ended'} after {time.monotonic() - began:.0f} s", flush=True)
        print(f"{time.monotonic() - began:.0f} s in all; at most {peak >> 20} MB of all its processes together")
    time.sleep(10)
    print("left running:", list(_left(options.folder)) or "nothing")
    _judge(options.folder)
    if options.like:
        _compare(options.folder / "results", options.like / "results")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--like", type=Path)
    return parser.parse_args()


def _run(command: list[str], seconds: float | None) -> int:
    """Run a command, perhaps kill it after some seconds, and return the most memory that its processes had."""
    peak = 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as running:  # noqa: S603 - our own command
        until = time.monotonic() + (seconds or 86_400)
        while running.poll() is None and time.monotonic() < until:
            with suppress(psutil.Error):
                root = psutil.Process(running.pid)
                peak = max(peak, sum(_memory(one) for one in [root, *root.children(recursive=True)]))
            time.sleep(0.5)
        running.send_signal(signal.SIGKILL)
    return peak


def _memory(process: psutil.Process) -> int:
    with suppress(psutil.Error):
        return int(process.memory_info().rss)
    return 0


def _left(folder: Path) -> Iterator[str]:
    """Yield the commands of processes that belong to the class."""
    for process in psutil.process_iter(["cmdline", "cwd"]):
        words = " ".join([*(process.info["cmdline"] or []), process.info["cwd"] or ""])
        if str(folder) in words and "class_of_forty" not in words:
            yield words


def _judge(folder: Path) -> None:
    told = subprocess.run(  # noqa: S603 - our own command
        [STTT, "class", "status", folder, "--json"], capture_output=True, text=True, check=True
    )
    status = json.loads(told.stdout)
    print("stages:", ", ".join(f"{one['stage']} {one['done']} of {one['of']}" for one in status["stages"]))
    wrong = []
    staff = (folder / "results" / "staff.html").read_text()
    for one in status["groups"]:
        program = PROGRAMS[one["group"]]
        page = (folder / "results" / "groups" / one["group"] / "index.html").read_text()
        right = [
            (one["problem"] or "").startswith(program.trouble or ""),
            bool(one["problem"]) == bool(program.trouble),
            one["legal"] == (15 if program.enters or one["group"] == "gnu" else 0),
            ("not in the tournament" not in page) == program.enters,
            program.ending in (None, "fault") or f"({program.ending})" in page,
            program.note is None or program.note in staff,
        ]
        wrong += [] if all(right) else [(one, right)]
    print(f"as deserved: {len(status['groups']) - len(wrong)} of {len(status['groups'])}")
    for one in wrong:
        print("not as deserved:", *one)


def _compare(one: Path, two: Path) -> None:
    files = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
    different = [str(file) for file in files if _timeless(one / file) != _timeless(two / file)]
    print(f"{len(files)} files, equal but for times: {len(files) - len(different)}; different:", *different[:20])


def _timeless(path: Path) -> str:
    return TIMES.sub("T", path.read_text()) if path.exists() else ""


if __name__ == "__main__":
    main()
