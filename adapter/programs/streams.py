"""Messages over streams, cut from a program's output, and the loop that the bots of all protocols share."""

import argparse
import os
import time
from pathlib import Path
from typing import BinaryIO, Protocol

from sttt.errors import ProtocolError

SAFETY_MARGIN = 0.2
"""At least this many seconds and at least this share of the referee's limit are left unused.

Measured: with seven processes on two cores, 1 answer in 1,000 came 0.094 s after its deadline and 1 in 10,000 0.186 s.
"""


class Sink(Protocol):
    """Where answers go."""

    def write(self, line: bytes, /) -> object:
        """Write one whole line."""

    def flush(self) -> None:
        """Make sure that it leaves at once."""


def thinking_time(limit: float) -> float:
    """Seconds that a player gets of the referee's `limit`: all but the margin, and never less than half."""
    return limit - min(max(SAFETY_MARGIN, SAFETY_MARGIN * limit), limit / 2)


def seconds(text: str) -> float:
    """Read a limit in seconds; raises `ArgumentTypeError` for none above 0, or more than a day."""
    try:
        limit = float(text)
    except ValueError:
        limit = 0.0
    if not 0 < limit <= 86_400:
        raise argparse.ArgumentTypeError(f"{text} is not a time limit; expected seconds above 0, at most a day")
    return limit


_STAT = Path("/proc/self/stat")
_START_FIELD = 19
"""The index, among the fields after the command's name, of the start time in clock ticks since boot (proc(5))."""


def process_age() -> float:
    """Return the seconds since this process was started; where the system does not tell, its processor time so far."""
    try:
        fields = _STAT.read_text(encoding="latin-1").rpartition(")")[2].split()
        ticks = int(fields[_START_FIELD])
        return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError, ValueError, IndexError):
        return time.process_time()


def claim_standard_output() -> BinaryIO:
    """Return standard output for answers alone: whatever else prints from now on goes to standard error."""
    sink = os.fdopen(os.dup(1), "wb", buffering=0)
    try:
        os.dup2(2, 1)
    except OSError:  # no standard error either: what is printed is lost
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
    return sink


Message = str | ProtocolError
"""The text of one message, to be read, or why there is none."""


class Framing(Protocol):
    """Remembers what has come of a message that is not complete yet."""

    end: str
    """The end of a message, in words."""

    @property
    def rest(self) -> str:
        """The beginning of a message that is not complete yet."""

    def feed(self, text: str) -> list[Message]:
        """Take the next portion and return the messages that it completed, in order."""


class Lines:
    """Messages are lines of at most `limit` characters, the line break not counted and not kept."""

    end = "a newline"

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._line = ""
        self._skipping = False
        """Inside a line that was too long and has been reported."""

    @property
    def rest(self) -> str:
        """The beginning of a line that has not ended yet."""
        return self._line

    def feed(self, text: str) -> list[Message]:
        """Take the next portion; a line that is too long is reported once, as soon as it is."""
        *ends, rest = text.split("\n")
        messages = [message for end in ends for message in self._grow(end, ends_line=True)]
        return messages + self._grow(rest, ends_line=False)

    def _grow(self, text: str, *, ends_line: bool) -> list[Message]:
        skipped, self._skipping = self._skipping, self._skipping and not ends_line
        if skipped:
            return []
        line, self._line = self._line + text, ""
        if len(line) > self._limit:
            self._skipping = not ends_line
            return [ProtocolError(f"a line is longer than {self._limit} characters; expected its end", self._limit)]
        if ends_line:
            return [line]
        self._line = line
        return []
