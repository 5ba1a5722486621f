"""How long ago this process was started: a referee that starts the bot and writes at once waits for that, too."""

import os
import time
from pathlib import Path

_STAT = Path("/proc/self/stat")
_START_FIELD = 19
"""Of the fields behind the command's name: start time in clock ticks since boot (proc(5))."""


def process_age() -> float:
    """Return the seconds since this process was started; where the system does not tell, its processor time so far."""
    try:
        fields = _STAT.read_text(encoding="latin-1").rpartition(")")[2].split()
        ticks = int(fields[_START_FIELD])
        return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError, ValueError, IndexError):
        return time.process_time()
