"""The time and the steps of a player's thought about a ``go``, and its interruption.

A search that nobody has set an end is one of ever longer ones: what the last of them chose stands whenever it is
stopped. One with a clock has a short look first, so that there is something to play from early on.
"""

import math
import signal
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise

from adapter.programs.streams import thinking_time
from sttt.bounds import MOST_COUNT, MOST_DEPTH
from sttt.errors import ProtocolError, StoppedError
from sttt.players.player import Limits

TURN_SHARE = 1 / 12
"""The share of what its clock has left that a turn may use, besides the increment."""

FIRST_SECONDS = 0.05
"""The first step of a search without an end; each further one is twice as long."""

LOOK_SHARE = 0.05
"""The share of its time that a search with a clock has for its first look."""

_CLOCKS = ("p1time", "p2time", "p1inc", "p2inc")
_NUMBERS = (*_CLOCKS, "movetime", "depth", "nodes")
_MOST = 1 << 53
"""Whatever is larger counts as this."""


@dataclass(frozen=True)
class Go:
    """The content of a ``go``: numbers by name, times in milliseconds."""

    numbers: Mapping[str, int]
    is_infinite: bool = False

    @classmethod
    def read(cls, words: Sequence[str]) -> "Go":
        """Read the words after ``go``, and skip those that it does not know, as in UCI.

        Raises `ProtocolError` where a whole number should be and none is.
        """
        numbers = dict[str, int]()
        for name, value in pairwise([*words, ""]):
            if name not in _NUMBERS:
                continue
            digits = value.removeprefix("-")
            if not digits.isascii() or not digits.isdigit():
                raise ProtocolError(f"cannot read {f'{name} {value}'[:60]!r} after go; expected a whole number")
            numbers[name] = max(-_MOST, min(int(value[:20]), _MOST))
        return cls(numbers, "infinite" in words)

    def limits(self, started: float, *, is_first_player: bool) -> Limits:
        """Return the limits of a search asked for at `started` on `time.monotonic`; none with ``infinite``.

        The deadline leaves a margin, and the cutoff half of it, for a player that does not keep its deadline.
        """
        if self.is_infinite:
            return Limits()
        counts = (self.numbers.get(name) for name in ("nodes", "depth"))
        most = (MOST_COUNT, MOST_DEPTH)
        nodes, depth = (None if one is None else min(max(1, one), end) for one, end in zip(counts, most, strict=True))
        seconds = min(self._move_seconds(), self._clock_seconds(1 if is_first_player else 2))
        if seconds == math.inf:
            return Limits(None, nodes, depth)
        kept = thinking_time(seconds)
        return Limits(started + kept, nodes, depth, cutoff=started + (kept + seconds) / 2)

    def _move_seconds(self) -> float:
        return max(1, self.numbers["movetime"]) / 1000 if "movetime" in self.numbers else math.inf

    def _clock_seconds(self, player: int) -> float:
        """Return a share of what the clock of a player has left, and the increment."""
        left = self.numbers.get(f"p{player}time")
        if left is None:
            return math.inf
        left_seconds, increment = max(1, left) / 1000, max(0, self.numbers.get(f"p{player}inc", 0)) / 1000
        return min(left_seconds, TURN_SHARE * left_seconds + increment)

    def steps(self, limits: Limits) -> Iterator[Limits]:
        """Yield the limits of one search after the other, the last of which is the one that was asked for."""
        if self.is_infinite:
            for doublings in range(30):
                yield Limits.within(FIRST_SECONDS * 2**doublings)
            return
        if limits.deadline is not None:
            now = time.monotonic()
            yield replace(limits, deadline=now + LOOK_SHARE * (limits.deadline - now))
        yield limits


AGAIN_SECONDS = 0.02
"""Between two attempts to break off a search; the first nearly always does."""


STOP_SIGNAL: int = getattr(signal, "SIGUSR1", getattr(signal, "SIGBREAK", signal.SIGINT))
"""The signal that this process sends itself: as with Ctrl-C, it reaches compiled searches, too."""


class Interruptible:
    """Work of the main thread that another thread can break off."""

    def __init__(self) -> None:
        self._stop: threading.Event | None = None
        signal.signal(STOP_SIGNAL, self._be_signalled)

    @contextmanager
    def until(self, stop: threading.Event) -> Iterator[None]:
        """Leave the block with `StoppedError` as soon as the event is set and `interrupt` called, or at once."""
        self._stop = stop
        try:
            if stop.is_set():
                raise StoppedError
            yield
        finally:
            self._stop = None

    def interrupt(self) -> None:
        """Break off what the main thread runs, if its event is set, and wait until it has ended.

        An error is lost where nobody can raise one, as while an object is finalized; so it is raised until it is heard.
        """
        while (stop := self._stop) and stop.is_set():
            signal.raise_signal(STOP_SIGNAL)
            time.sleep(AGAIN_SECONDS)

    def _be_signalled(self, *_: object) -> None:
        if self._stop and self._stop.is_set():
            raise StoppedError
