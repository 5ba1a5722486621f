"""Measure environment steps per second under random legal play, and compare our Connect 4 with PettingZoo's own.

    pip install '.[rl]' pygame-ce
    python benchmarks/environment_steps.py --rounds 9

Each round plays every environment for a while, one after the other, in changing order. All have the same three wrappers
of PettingZoo but those called raw, which have none. All are asked with `last()` before each step, and their actions are
drawn alike from the mask that they show. Time is that of the processor. The last lines compare ours with theirs within
each round.
"""

import argparse
import platform
import sys
import time
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from random import Random
from statistics import median, quantiles
from typing import Any

import numpy as np
from pettingzoo.classic.connect_four import connect_four as connect_four_v3

from sttt.environments import aec, raw_aec
from sttt.execution.provenance import provenance
from sttt.players import registry

THEIRS, OURS = "connect_four_v3", "connect-four"


def main() -> int:
    """Run and print; the exit status says whether ours was at least as fast in the median round."""
    options = _options()
    versions = ", ".join(f"{name} {version(name)}" for name in ("pettingzoo", "gymnasium", "numpy"))
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, {versions}")
    print(f"sttt {provenance()}; {options.rounds} rounds of {options.seconds:g} s each")
    environments = {
        THEIRS: connect_four_v3.env(),
        f"{THEIRS} raw": connect_four_v3.raw_env(),
        f"{OURS} raw": raw_aec(OURS),
        **{name: aec(name) for name in registry.GAMES.names()},
    }
    speeds: dict[str, list[float]] = {name: [] for name in environments}
    for round_number in range(options.rounds):
        for name in sorted(environments, reverse=round_number % 2 == 1):
            speeds[name].append(_steps_per_second(environments[name], options.seconds, Random(round_number)))
    for name, measured in speeds.items():
        low, high = _spread(measured)
        print(f"{name:19} {median(measured):>9,.0f} steps/s, middle half {low:,.0f} to {high:,.0f}")
    return min(_compare(speeds, f"{OURS}{wrapping}", f"{THEIRS}{wrapping}") for wrapping in ("", " raw")) < 1


def _compare(speeds: Mapping[str, Sequence[float]], ours: str, theirs: str) -> float:
    """Print, and return in the median round, how many steps one makes for each of the other."""
    ratios = [mine / other for mine, other in zip(speeds[ours], speeds[theirs], strict=True)]
    low, high = _spread(ratios)
    print(f"{ours} against {theirs}: {median(ratios):.2f} times, middle half {low:.2f} to {high:.2f}")
    return median(ratios)


def _steps_per_second(env: Any, seconds: float, random: Random) -> float:
    """Play games one after the other; the steps with which agents leave a finished game are not counted."""
    steps = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        env.reset()
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            over = terminated or truncated
            env.step(None if over else random.choice(np.flatnonzero(seen["action_mask"])))
            steps += not over
    return steps / spent


def _spread(measured: Sequence[float]) -> tuple[float, float]:
    """Return the first and the last quartile."""
    low, _, high = quantiles(measured, method="inclusive")
    return low, high


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9, help="at least 2")
    parser.add_argument("--seconds", type=float, default=1.0, help="of processor time for each environment of a round")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
