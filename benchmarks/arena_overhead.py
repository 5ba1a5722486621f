"""Measure what a game costs the arena itself: `random` against `random`, ourselves and as external programs.

    python benchmarks/arena_overhead.py --games 200

The same games every time: in this process, in a process that can be killed (as matches play them), against a program
in Python behind a pipe (`python -m adapter.scheme`), against one that needs nothing to start (a small C program, where
there is a compiler), and in several processes at once.
"""

import argparse
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from os import getloadavg
from pathlib import Path

from sttt.arena.play.answer import Terms
from sttt.arena.play.guard import play_all, play_guarded
from sttt.arena.play.match import Pairing, play_pairing, schedule
from sttt.execution.executor import cores
from sttt.execution.provenance import provenance
from sttt.games.records.record import GameRecord

TERMS = Terms(seconds=60.0)
PYTHON_PROGRAM = f"cmd:{shlex.join([sys.executable, '-m', 'adapter.scheme', '--player', 'random', '--seed', '1'])}"

C_PROGRAM = r"""
#include <stdio.h>
#include <string.h>
/* Answers each line with the first two empty squares of little boards in which neither side has a line. */
static const int lines[8][3] = {{0,1,2},{3,4,5},{6,7,8},{0,3,6},{1,4,7},{2,5,8},{0,4,8},{2,4,6}};
int main(void) {
    static char request[4096];
    while (fgets(request, sizeof request, stdin)) {
        char cells[81] = {0}; int read = 0, found[2], count = 0;
        for (char *at = strstr(request, "big") + 3; *at && read < 81; at++)
            if (!strncmp(at, "little", 6)) at += 5;
            else if (*at == 'x' || *at == 'o' || (*at == '(' && at[1] == ')')) cells[read++] = *at;
        for (int square = 0; square < 81 && count < 2; square++) {
            char *little = cells + square / 9 * 9; int owned = 0;
            for (int i = 0; i < 8; i++)
                owned |= little[lines[i][0]] != '(' && little[lines[i][0]] == little[lines[i][1]]
                      && little[lines[i][0]] == little[lines[i][2]];
            if (cells[square] == '(' && !owned) found[count++] = square;
        }
        if (count == 2) printf("((%d . %d) (%d . %d))\n", found[0]/9+1, found[0]%9+1, found[1]/9+1, found[1]%9+1);
        else printf("((%d . %d) ())\n", found[0]/9+1, found[0]%9+1);
        fflush(stdout);
    }
}
"""


def main() -> int:
    """Run and print."""
    options = _options()
    load = "/".join(f"{one:.1f}" for one in getloadavg())
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, {cores()} cores,",
        end=" ",
    )
    print(f"load {load}, sttt {provenance()}; {options.games} games each")
    with tempfile.TemporaryDirectory() as folder:
        program = _compile(Path(folder))
        _measure("in this process", "random", options.games, _direct)
        _measure("in a process that can be killed", "random", options.games, _guarded)
        _measure(f"the same, {cores()} at once", "random", options.games, _at_once)
        _measure("against a Python program", PYTHON_PROGRAM, max(options.games // 10, 1), _guarded)
        if program:
            _measure("against a C program", program, options.games, _guarded)
    return 0


def _direct(pairings: Sequence[Pairing]) -> list[GameRecord]:
    return [play_pairing(pairing, TERMS) for pairing in pairings]


def _guarded(pairings: Sequence[Pairing]) -> list[GameRecord]:
    return [play_guarded(pairing, TERMS) for pairing in pairings]


def _at_once(pairings: Sequence[Pairing]) -> list[GameRecord]:
    with closing(play_all(pairings, TERMS, cores())) as records:
        return list(records)


def _measure(name: str, other: str, games: int, play: Callable[[Sequence[Pairing]], list[GameRecord]]) -> None:
    """Time a number of games, after one that starts what is started once, and print."""
    play(schedule("super-ttt", ("random", other), 1, seed=2))
    started = time.perf_counter()
    records = play(schedule("super-ttt", ("random", other), games, seed=1))
    seconds = time.perf_counter() - started
    turns = sum(len(record.turns) for record in records)
    failures = sum(record.ending.is_failure for record in records)
    print(
        f"{name:32} {games / seconds:8.1f} games/s {1000 * seconds / games:8.2f} ms/game "
        f"{1e6 * seconds / turns:8.0f} us/turn {failures:4} failures",
        flush=True,
    )


def _compile(folder: Path) -> str | None:
    """Compile the C program; None without a compiler."""
    compiler = shutil.which("cc")
    if not compiler:
        return None
    source, program = folder / "first.c", folder / "first"
    source.write_text(C_PROGRAM)
    subprocess.run([compiler, "-O2", "-o", program, source], check=True)  # noqa: S603 - our own program
    return f"cmd:{program}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
