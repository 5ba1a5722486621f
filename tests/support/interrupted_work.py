"""Work in processes, and Ctrl-C at any moment of the main thread's: while it hands work over, and while it ends it."""

import _thread
import multiprocessing
import random
import signal
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from sttt.execution import executor
from sttt.execution.executor import LocalExecutor

TRIALS = 25
ITEMS = range(12)

HANDING_OVER = ("concurrent/futures", "threading.py", "queue.py")
"""Files in whose midst Ctrl-C comes while work is handed over: of the standard library, which has the locks."""
ENDING = ("sttt/execution/executor.py", "contextlib.py", "multiprocessing")
"""Files in whose midst it comes while work is ended."""


class Moments:
    """Counts the lines that the main thread executes in some files; Ctrl-C comes at the one that is wanted."""

    def __init__(self, files: tuple[str, ...], wanted: int = 0) -> None:
        self.seen = 0
        self._files = files
        self._wanted = wanted

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> "Moments | None":
        if not any(file in frame.f_code.co_filename for file in self._files):
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
    """Whether another thread is waiting for something that does not come, or a process has not ended."""
    others = [thread for thread in threading.enumerate() if thread is not threading.main_thread()]
    for one in [*others, *multiprocessing.active_children()]:
        one.join(20)
    return any(thread.is_alive() for thread in others) or bool(multiprocessing.active_children())


def handing_over() -> None:
    """Fail, or hang, where a lock is left taken."""
    every = Moments(HANDING_OVER)
    assert not is_interrupted(every)
    for wanted in random.Random(1).sample(range(1, every.seen + 1), TRIALS):
        where = f"at line {wanted} of {every.seen}"
        moments = Moments(HANDING_OVER, wanted)
        assert is_interrupted(moments) or moments.seen < wanted, f"Ctrl-C {where} was lost"
        assert not goes_on(), f"a thread goes on after Ctrl-C {where}"


def endless(begun: Path | None) -> None:
    """Work that takes no notice of being told to stop, and says that it has begun, unless it is given no file."""
    if begun:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        begun.touch()
        time.sleep(1000)


def ended_by(moments: Moments, folder: Path) -> bool:
    """Whether a Ctrl-C while work is being ended comes out; it comes in the end if its moment has not."""
    begun = [folder / str(number) for number in range(2)]
    work = LocalExecutor(2).execute(endless, [None, *begun])
    assert next(work) == (0, None)
    while not all(file.exists() for file in begun):
        time.sleep(0.01)
    late = threading.Timer(1, _thread.interrupt_main)
    late.start()
    sys.settrace(moments)
    try:
        work.close()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
        late.cancel()
        late.join()
        for file in begun:
            file.unlink()
    return False


def ending() -> None:
    """Fail, or hang, where the second Ctrl-C leaves a process at work."""
    executor._GRACE_SECONDS = 1000.0
    every = Moments(ENDING)
    with TemporaryDirectory() as folder:
        assert ended_by(every, Path(folder))
        for wanted in random.Random(1).sample(range(1, every.seen + 1), TRIALS):
            where = f"at line {wanted} of {every.seen}"
            assert ended_by(Moments(ENDING, wanted), Path(folder)), f"Ctrl-C {where} was lost"
            assert not goes_on(), f"a process goes on after Ctrl-C {where}"


def main() -> None:
    """Try the part that is named."""
    {"handing-over": handing_over, "ending": ending}[sys.argv[1]]()
    sys.stdout.write(str(TRIALS))


if __name__ == "__main__":
    main()
