"""An external player that fails in a way of its own each time it is started, or not at all.

``python mock_program.py COUNTER KIND ...``: COUNTER is a file that counts the starts; the n-th start is of the n-th
kind, in rotation. Whatever can wait until the game is under way happens at the third request. Who waits for ever makes
a file COUNTER-waiting first. Nothing of ours is imported.
"""

import atexit
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

_LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
_CELL = re.compile(r"\(\)|(?<=[ (])[xo](?=[ )])")


def first_two(request: str) -> str:
    """The first two open squares, as a turn."""
    cells = _CELL.findall(request)[:81]
    turn = [place for place in range(81) if cells[place] == "()" and not owned(cells[place // 9 * 9 :][:9])][:2]
    pairs = [f"({place // 9 + 1} . {place % 9 + 1})" for place in turn]
    return f"({' '.join((*pairs, '()')[:2])})"


def owned(little: list[str]) -> bool:
    masks = [sum(1 << place for place, cell in enumerate(little) if cell == mark) for mark in "xo"]
    return any(mask & line == line for mask in masks for line in _LINES)


class Output:
    flushed = True
    pause = 0.0


def say(text: str, end: str = "\n") -> None:
    time.sleep(Output.pause)
    print(text, end=end, flush=Output.flushed)  # noqa: T201 - how it speaks


def wait_for_ever() -> NoReturn:
    Path(f"{sys.argv[1]}-waiting").touch()
    while True:
        time.sleep(600)


def hang(_request: str) -> NoReturn:
    wait_for_ever()


def crash(_request: str) -> NoReturn:
    raise ValueError("no idea")


def drip(_request: str) -> NoReturn:
    while True:
        say("(", end="")
        time.sleep(0.01)


def flood(_request: str) -> NoReturn:
    while True:
        say(" " * 1000, end="")


def half(_request: str) -> NoReturn:
    say("((5 . 5) (5", end="")
    wait_for_ever()


def half_dead(_request: str) -> NoReturn:
    say("((5 . 5) (5", end="")
    sys.exit(0)


def greed(_request: str) -> None:
    eaten = bytearray(1_000_000)
    while True:
        eaten = bytearray(4 * len(eaten))


def deaf(request: str) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    hang(request)


def parent(request: str) -> None:
    """Leave children behind: one in the process group, one in a session of its own, both ignoring SIGTERM."""
    for leave in (lambda: None, os.setsid):
        if not os.fork():
            leave()
            deaf(request)
    say(first_two(request))


def orphan(request: str) -> None:
    """Leave a child behind that holds the output open, and die."""
    if not os.fork():
        deaf(request)
    sys.exit(4)


def parent_of(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def signalling(find: Callable[[], int], number: signal.Signals) -> Callable[[str], None]:
    """Do something to another process, and go on as if nothing had happened."""

    def act(request: str) -> None:
        os.kill(find(), number)
        time.sleep(0.5)
        say(first_two(request))

    return act


def find_host() -> int:
    return parent_of(os.getppid())


def daemon(request: str) -> None:
    """Once, leave a process behind that nothing ties to this one: an orphan with a session and without environment."""
    note = Path(f"{sys.argv[1]}-daemon")
    if not note.exists() and not os.fork():
        os.setsid()
        if not os.fork():
            for end in range(3):
                os.close(end)
            note.write_text(str(os.getpid()))
            os.execve("/bin/sleep", ["sleep", "600"], {})  # noqa: S606 - what it is for
        os._exit(0)
    while not note.exists() or not note.read_text():
        time.sleep(0.01)
    say(first_two(request))


def saying(answer: str) -> Callable[[str], None]:
    return lambda _request: say(answer)


AT_START: dict[str, Callable[[], object]] = {
    "dies at start": lambda: sys.exit("no licence"),
    "hangs at start": wait_for_ever,
    "greets": lambda: say("Hello!"),
    "greets, then takes its time": lambda: (say("Hello!"), setattr(Output, "pause", 0.2)),
    "never ends": lambda: atexit.register(wait_for_ever),
    "does not flush": lambda: setattr(Output, "flushed", False),
}
AT_THE_THIRD_REQUEST: dict[str, Callable[[str], object]] = {
    "crashes": crash,
    "hangs": hang,
    "drips": drip,
    "floods": flood,
    "sends half a line": half,
    "sends half a line and ends": half_dead,
    "eats memory": greed,
    "ignores SIGTERM": deaf,
    "forks": parent,
    "forks and dies": orphan,
    "kills its parent": signalling(os.getppid, signal.SIGKILL),
    "stops its parent": signalling(os.getppid, signal.SIGSTOP),
    "kills the host": signalling(find_host, signal.SIGKILL),
    "stops the host": signalling(find_host, signal.SIGSTOP),
    "leaves a daemon": daemon,
    "leaves a daemon and kills its parent": lambda request: (daemon(request), os.kill(os.getppid(), signal.SIGKILL)),
    "sends garbage": saying("%&$ ]"),
    "sends a fraction": saying("((5.0 . 5) (5 . 1))"),
    "says too much": lambda request: say(f"{first_two(request)}\nwell"),
    "answers twice": lambda request: say(first_two(request) * 2),
    "sends an error": saying('(error "no idea")'),
    "is illegal": saying("((99 . 1) (1 . 1))"),
    "passes": saying("(() ())"),
}


def main(counter: Path, kinds: list[str]) -> None:
    starts = int(counter.read_text()) if counter.exists() else 0
    counter.write_text(str(starts + 1))
    kind = kinds[starts % len(kinds)]
    AT_START.get(kind, lambda: None)()
    answer_all(sys.stdin, AT_THE_THIRD_REQUEST.get(kind))


def answer_all(requests: Iterable[str], fail: Callable[[str], object] | None) -> None:
    for number, request in enumerate(requests, start=1):
        if fail and number >= 3:
            fail(request)
        else:
            say(first_two(request))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
