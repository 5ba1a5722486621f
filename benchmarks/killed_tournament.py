"""Kill a tournament with -9 again and again, resume it each time, and see that no game is lost or played twice.

    python benchmarks/killed_tournament.py --games 1000 --kills 3

Six players, two of them external, of which one crashes at random. Each kill hits the whole process group at a random
moment. In the end the archive must hold exactly the tournament's games, each once and each following the rules, with
everything that was in it before a kill unchanged, and no process may be left. Exit status 1 if anything is wrong.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from sttt.arena.archive.archive import Archive, ArchivedGame
from sttt.games.records.record import replay
from sttt.players import registry

BOT = f"cmd:{sys.executable} {Path(__file__).with_name('crashing_bot.py')}"
PLAYERS = ("random", "offensive", "rules", "greedy", BOT, f"{BOT} 0.02")
MARK = "STTT_KILLED_TOURNAMENT"
"""Environment variable by which everything that a tournament starts is found again."""
PATIENCE = 15.0
"""Seconds that what a killed tournament leaves behind may take to end."""


def main() -> int:
    """Run, kill and check; print what was found."""
    options = _options()
    lots = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        archive = options.archive or Path(folder) / "killed.db"
        moments = sorted(lots.uniform(0.05, 0.95) * options.games for _ in range(options.kills))
        kept: list[ArchivedGame] = []
        for number, moment in enumerate(moments, start=1):
            run = _start(archive, options, again=number > 1)
            _wait_for(archive, int(moment), run)
            time.sleep(lots.uniform(0, 1))
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
            _wait_for_end_of(run.pid)
            kept = _check_kept(archive, kept)
            print(f"kill {number}: {len(kept)} games in the archive, no process left", flush=True)
        run = _start(archive, options, again=options.kills > 0, quiet=False)
        if run.wait():
            return _fail(f"the last run ended with exit status {run.returncode}")
        _wait_for_end_of(run.pid)
        return _check(_check_kept(archive, kept), options.games)


def _start(archive: Path, options: argparse.Namespace, *, again: bool, quiet: bool = True) -> subprocess.Popen[bytes]:
    command = [str(Path(sys.executable).with_name("sttt")), "tournament", *PLAYERS, "--total", str(options.games)]
    command += ["--nodes", str(options.nodes), "--seed", str(options.seed), "--jobs", str(options.jobs)]
    command += ["--archive", str(archive), *["--resume"] * again]
    return subprocess.Popen(  # noqa: S603 - our own command
        command,
        start_new_session=True,
        stdout=subprocess.DEVNULL if quiet else None,
        stderr=subprocess.DEVNULL,
        env={**os.environ, MARK: str(os.getpid())},
    )


def _wait_for(archive: Path, games: int, run: subprocess.Popen[bytes]) -> None:
    while run.poll() is None:
        if archive.exists():
            with Archive(archive) as opened:
                if sum(one.games for one in opened.tournaments()) >= games:
                    return
        time.sleep(0.1)
    sys.exit(_fail(f"the tournament ended by itself with exit status {run.returncode}"))


def _wait_for_end_of(group: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while left := list(_left()):
        if time.monotonic() > deadline:
            sys.exit(_fail(f"of process group {group} there are left: {left}"))
        time.sleep(0.1)


def _left() -> Iterator[str]:
    """Yield the processes that a tournament has started and that still run, from Linux's /proc."""
    mark = f"{MARK}={os.getpid()}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (folder / "environ").read_bytes():
                yield folder.name
        except OSError:
            continue


def _check_kept(archive: Path, before: list[ArchivedGame]) -> list[ArchivedGame]:
    """Return all games, of which those that were there before must be unchanged."""
    with Archive(archive) as opened:
        games = {one.id: one for one in opened.games()}
    for one in before:
        if games.get(one.id) != one:
            sys.exit(_fail(f"game {one.number} was in the archive before the kill and is not there as it was"))
    return list(games.values())


def _check(games: list[ArchivedGame], expected: int) -> int:
    numbers = {(one.tournament, one.number) for one in games}
    if not (len(games) == len(numbers) == expected and {number for _, number in numbers} == set(range(expected))):
        return _fail(f"{len(games)} games with {len(numbers)} numbers in the archive; expected {expected}, each once")
    for one in games:
        replay(one.record, registry.game(one.record.game))
    endings = Counter(one.record.ending.value for one in games)
    print(f"{len(games)} distinct games, all following the rules: {dict(endings)}")
    return 0


def _fail(message: str) -> int:
    print(f"failed: {message}", file=sys.stderr)
    return 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--nodes", type=int, default=20, help="search nodes a turn")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--archive", type=Path, help="keep the archive in this new file")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
