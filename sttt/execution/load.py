"""The load of this machine: how fast it is, and whether it was too busy while something was timed."""

import math
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from sttt.execution.executor import cores

_BETWEEN = 0.1
"""Seconds between two looks at the load."""
BUSY = 2.0
"""Processes that want to run for each core, on average, from which on the machine is overloaded."""
ABSENT = 0.5
"""Seconds by which a look that comes late shows that this machine, or this process, was held up."""
_LOAD = Path("/proc/loadavg")
_EVENTS = Path("/proc/vmstat")

WINDOWS = 4
"""Measurements of which the best counts: in the others something else may have run."""
WINDOW_SECONDS = 0.12
"""Seconds of each; longer than the slices in which a throttled machine runs and waits."""
VALID_SECONDS = 60.0
"""Seconds after which the speed is measured again: other programs come and go."""
_REFERENCE = 333.0
"""Rounds a second of processor time on the reference, a core of 2020."""
MOST_FACTOR = 10.0

Clock = Callable[[], float]


def _rounds(clock: Clock) -> float:
    """Return how many rounds of arithmetic this process does in a second of a clock."""
    start, done = clock(), 0
    while (spent := clock() - start) < WINDOW_SECONDS:
        total = 0
        for number in range(40_000):
            total += number * number % 7
        done += 1
    return done / spent


def _fastest(clock: Clock) -> float:
    return max(_rounds(clock) for _ in range(WINDOWS))


class _Speed:
    """The speed of this process when it was last measured."""

    found = 0.0
    when = -math.inf


def speed() -> float:
    """Return how much this process does in a second of wall-clock time now, to compare it with others."""
    if time.monotonic() - _Speed.when > VALID_SECONDS:
        _Speed.found, _Speed.when = _fastest(time.monotonic), time.monotonic()
    return _Speed.found


def machine_factor() -> float:
    """Return how many times slower than the reference a core is, whatever else it does: 1 to `MOST_FACTOR`."""
    return min(MOST_FACTOR, max(1.0, round(_REFERENCE / _fastest(time.thread_time), 1)))


def running_processes() -> float:
    """Return how many processes want to run; the average of the last minute where the system tells no more."""
    try:
        return float(_LOAD.read_text(encoding="ascii").split()[3].partition("/")[0])
    except (OSError, ValueError, IndexError):
        return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def killed_for_memory() -> int:
    """Return how many processes this system has ended for want of memory; 0 where it does not tell."""
    try:
        lines = _EVENTS.read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("oom_kill ")), 0)


def wait_until_calm(seconds: float) -> None:
    """Wait until no more processes want to run than `BUSY` allows, or until time is over."""
    deadline = time.monotonic() + seconds
    while running_processes() > BUSY * cores() and time.monotonic() < deadline:
        time.sleep(_BETWEEN)


class _Watch:
    """A thread that takes a look again and again, while a ``with`` block runs."""

    def __init__(self, between: float) -> None:
        self._between = between
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        before = time.monotonic()
        while not self._over.wait(self._between):
            now = time.monotonic()
            self._look(now, now - before - self._between)
            before = now

    def _look(self, now: float, late: float) -> None:
        """Take a look, which comes some seconds late where the process was not running although it would."""
        raise NotImplementedError


class HoldUps(_Watch):
    """A watch on how long this process is not running although it would: stopped, asleep, throttled or crowded out."""

    def __init__(self) -> None:
        super().__init__(0.02)
        self.longest = 0.0
        """Longest hold-up in seconds since this was last set to 0."""

    def _look(self, now: float, late: float) -> None:  # noqa: ARG002 - the moment does not matter
        self.longest = max(self.longest, late)


class LoadWatch(_Watch):
    """A look at the load ten times a second."""

    def __init__(self) -> None:
        super().__init__(_BETWEEN)
        self._looks: list[tuple[float, float, float]] = []
        self._killed = killed_for_memory()

    def _look(self, now: float, late: float) -> None:
        self._looks.append((now, running_processes(), late))

    @property
    def memory_ran_out(self) -> bool:
        """Return whether the system has ended a process for want of memory meanwhile."""
        return killed_for_memory() > self._killed

    def overload(self, seconds: float) -> str | None:
        """Say how the machine was overloaded in the last seconds; None if it was not."""
        since = time.monotonic() - seconds
        looks = [look for look in self._looks if look[0] >= since]
        if not looks:
            return None
        busy = sum(look[1] for look in looks) / len(looks)
        if busy > BUSY * cores():
            return f"{busy:.0f} processes wanted to run on {cores()} cores"
        late = max(look[2] for look in looks)
        return f"the machine was held up for {late:.1f} s" if late > ABSENT else None
