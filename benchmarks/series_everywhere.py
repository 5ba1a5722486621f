"""Carry out one sequential test in four ways, one of them killed again and again, and see that nothing differs.

    pip install '.[dask]'
    python benchmarks/series_everywhere.py --games 2000 --kills 5

One process, two processes, a Dask cluster of two workers, and the same with a driver that is killed with -9 at random
moments and goes on with --resume. The verdict, the pairs and every turn in the archive must be the same: exit status 1
if they are not. Printed are wall-clock and processor time a game, the latter of all processes; `--singly` has games
dealt one by one, as they were before small ones were dealt together.
"""

import argparse
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
from cluster_of_processes import STTT, on, processor_seconds, scheduler, worker

from sttt.arena.archive.archive import Archive
from sttt.arena.play.answer import Terms
from sttt.arena.play.match import play_pairing, schedule
from sttt.execution.provenance import provenance
from sttt.games.records.record import GameRecord

SINGLY = "import sttt.arena.tournaments.dealing as dealing; dealing.MOST_DEALT = 1"
Run = Callable[[Path], float]
"""Plays the match with an archive there, and returns the processor seconds of what the driver did not start."""


def main() -> int:
    """Run all of it and compare."""
    options = _options()
    load = "/".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"sttt {provenance()}, {len(os.sched_getaffinity(0))} cores, load {load}; {' '.join(_command(options))}")
    with TemporaryDirectory() as named:
        folder = Path(named)
        _bare(options)
        found = [
            _measured("one process", folder / "one.db", lambda file: _play(options, file, "--jobs", "1")),
            _measured("two processes", folder / "two.db", lambda file: _play(options, file, "--jobs", "2")),
        ]
        with scheduler(folder) as address, worker(folder) as one, worker(folder) as other:
            workers = [psutil.Process(process.pid) for process in (one, other)]

            def spread(file: Path, kills: int = 0) -> float:
                before = sum(map(processor_seconds, workers))
                _killed(options, kills, file, *on(address))
                return sum(map(processor_seconds, workers)) - before

            found.append(_measured("Dask, two workers", folder / "dask.db", spread))
            name = f"the same, killed {options.kills} times"
            found.append(_measured(name, folder / "killed.db", partial(spread, kills=options.kills)))
    same = all(one == found[0] for one in found)
    print("the same verdict, pairs and turns" if same else "failed: the ways differ", flush=True)
    return not same


def _command(options: argparse.Namespace) -> list[str]:
    settings = ["--sprt", options.sprt, "--games", str(options.games), "--nodes", str(options.nodes), "--seed", "1"]
    return ["match", *options.players, *settings]


def _bare(options: argparse.Namespace) -> None:
    """Print what a game takes without any arena: players in this process."""
    pairings = schedule("super-ttt", tuple(options.players), 40, 1, 2)
    terms, started = Terms(nodes=options.nodes), time.process_time()
    for pairing in pairings:
        play_pairing(pairing, terms)
    print(
        f"{'no arena at all':28} {1000 * (time.process_time() - started) / len(pairings):31.2f} ms of processor a game"
    )


def _play(options: argparse.Namespace, file: Path, *where: str) -> float:
    done = _start(options, file, *where)
    if done.wait():
        sys.exit(f"failed: exit status {done.returncode}")
    return 0.0


def _start(options: argparse.Namespace, file: Path, *where: str) -> subprocess.Popen[bytes]:
    code = f"import sys; from sttt.cli import main; sys.argv[0] = 'sttt'; {SINGLY}; main()"
    program = [sys.executable, "-P", "-c", code] if options.singly else [STTT]
    resumed = ["--resume"] if file.exists() else []
    command = [*program, *_command(options), "--archive", str(file), *where, *resumed, "--json"]
    return subprocess.Popen(  # noqa: S603 - our own command
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


def _killed(options: argparse.Namespace, kills: int, file: Path, *where: str) -> float:
    """Kill it at random moments of the test, each with more games in the archive than the last."""
    lots, kept = random.Random(1), 0
    for kill in range(kills):
        run = _start(options, file, *where)
        wanted = kept + lots.randrange(1, max(2, options.games // (8 * (kill + 1))))
        while run.poll() is None and _games_in(file) < wanted:
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        now = _games_in(file)
        if now < kept:
            sys.exit(f"failed: {kept} games before kill {kill + 1}, {now} after it")
        kept = now
    return _play(options, file, *where)


def _games_in(file: Path) -> int:
    if not file.exists() or not file.stat().st_size:
        return 0
    with Archive(file) as archive:
        return sum(one.games for one in archive.tournaments())


def _measured(name: str, file: Path, run: Run) -> tuple[object, ...]:
    """Run it; print what it took, and return verdict, pairs and games without their times."""
    started, before = time.monotonic(), _children()
    elsewhere = run(file)
    wall, spent = time.monotonic() - started, _children() - before + elsewhere
    with Archive(file) as archive:
        games = {one.number: _timeless(one.record) for one in archive.games()}
        kept = sum(one.games for one in archive.tournaments())
    if kept != len(games) or sorted(games) != list(range(len(games))):
        sys.exit(f"failed: {kept} games with {len(games)} numbers; expected each once")
    said = subprocess.run(  # noqa: S603 - ours: with nothing due, it prints the result alone
        [STTT, *_command(_options()), "--archive", str(file), "--resume", "--json"], capture_output=True, check=True
    )
    found = json.loads(said.stdout)
    each = [f"{1000 * seconds / len(games):6.2f} ms" for seconds in (wall, spent)]
    verdict, pairs = found["sprt"]["verdict"], found["comparison"]["pairs"]
    print(f"{name:28} {len(games):5} games, {each[0]} a game, {each[1]} of processor a game, {verdict}, pairs {pairs}")
    sys.stdout.flush()
    return found["sprt"]["verdict"], found["sprt"]["llr"], found["comparison"]["pairs"], games


def _timeless(record: GameRecord) -> GameRecord:
    return replace(record, turns=tuple(replace(turn, seconds=None) for turn in record.turns))


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", nargs=2, default=["random", "random"])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=200)
    parser.add_argument("--sprt", default="elo0=0,elo1=20")
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--singly", action="store_true", help="deal games one by one")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
