"""Work in processes, and Ctrl-C while the main thread is in the midst of the standard library's futures and threads."""

import _thread
import random
import sys
import threading
from types import FrameType
from typing import Any

from sttt.execution.executor import LocalExecutor

TRIALS = 25
ITEMS = range(12)


class Moments:
    """Counts the lines that the main thread executes there; Ctrl-C comes at the one that is wanted."""

    def __init__(self, wanted: int = 0) -> None:
        self.seen = 0
        self._wanted = wanted

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> "Moments | None":
        name = frame.f_code.co_filename
        if not ("concurrent/futures" in name or name.endswith(("threading.py", "queue.py"))):
            return None
        if event == "line":
            self.seen += 1
            if self.seen == self._wanted:
                _thread.interrupt_main()  # as by a signal that the system gave another thread
        return self


def is_interrupted(moments: Moments) -> bool:
    """Whether the work ends by Ctrl-C."""
    sys.settrace(moments)
    try:
        assert sorted(LocalExecutor(2).execute(abs, ITEMS)) == [(item, item) for item in ITEMS]
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False


def goes_on() -> bool:
    """Whether another thread is waiting for something that does not come."""
    others = [thread for thread in threading.enumerate() if thread is not threading.main_thread()]
    for thread in others:
        thread.join(20)
    return any(thread.is_alive() for thread in others)


def main() -> None:
    """Fail, or hang, where a lock is left taken."""
    every = Moments()
    assert not is_interrupted(every)
    for wanted in random.Random(1).sample(range(1, every.seen + 1), TRIALS):
        where = f"at line {wanted} of {every.seen}"
        moments = Moments(wanted)
        assert is_interrupted(moments) or moments.seen < wanted, f"Ctrl-C {where} was lost"
        assert not goes_on(), f"a thread goes on after Ctrl-C {where}"
    sys.stdout.write(str(TRIALS))


if __name__ == "__main__":
    main()
