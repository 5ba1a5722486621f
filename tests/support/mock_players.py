"""Players that fail, each in one way, and a small installed package that registers them like a stranger's would.

The names are ``mock-`` and the name of the function or class below.
"""

import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import repeat
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

from sttt.errors import PlayerError, PlayerTimeoutError, ProtocolError
from sttt.execution.provenance import provenance
from sttt.players.player import Decision, Limits, Strategy

JOURNAL = "MOCK_JOURNAL"
"""The environment variable that names the file in which the waiting player notes what happens to it."""


class Mock:
    """A player that always makes its choice by one function."""

    def __init__(self, choose: Callable[[Any, Limits], Any]) -> None:
        self._choose = choose
        self.closed = 0

    def choose(self, position: Any, limits: Limits) -> Any:
        return self._choose(position, limits)

    def close(self) -> None:
        self.closed += 1


def first(position: Any, _limits: Limits) -> Decision:
    """The first legal placements in order; never fails."""
    turn = []
    for _ in range(position.left):
        placement = position.legal_placements()[0] if position.legal_placements() else None
        turn.append(placement)
        position = position.play(placement) if placement is not None else position
    return Decision(tuple(turn), "first")


def crash(_position: Any, _limits: Limits) -> NoReturn:
    raise ValueError("no idea")


def leave(_position: Any, _limits: Limits) -> NoReturn:
    raise SystemExit(3)


def die(_position: Any, _limits: Limits) -> NoReturn:
    raise PlayerError("the program died")


def junk(_position: Any, _limits: Limits) -> str:
    return "55+51"


def listed(_position: Any, _limits: Limits) -> Decision:
    return Decision([40, 36], "a list is no turn")


def triple(_position: Any, _limits: Limits) -> Decision:
    return Decision((0, 1, 2), "three placements are too many")


def truth(_position: Any, _limits: Limits) -> Decision:
    return Decision((True, 5), "a truth value is no placement")


def scored(position: Any, limits: Limits) -> Decision:
    return Decision(first(position, limits).turn, "a fraction is no score", score=0.5)


def garbled(_position: Any, _limits: Limits) -> NoReturn:
    raise ProtocolError("expected a turn", offset=3)


def late(_position: Any, _limits: Limits) -> NoReturn:
    raise PlayerTimeoutError("no answer within the limit")


def slow(position: Any, limits: Limits) -> Decision:
    time.sleep(0.15)
    return first(position, limits)


def idle(position: Any, _limits: Limits) -> Decision:
    return Decision((None,) * position.left, "pass")


def same(_position: Any, _limits: Limits) -> Decision:
    """Always the same square, twice: legal once."""
    return Decision((40, 40), "same")


def outside(_position: Any, _limits: Limits) -> Decision:
    return Decision((81, -1), "outside")


def noisy(position: Any, limits: Limits) -> Decision:
    print("thinking aloud")  # noqa: T201 - what this player is for
    return first(position, limits)


def fatal(_position: Any, _limits: Limits) -> NoReturn:
    """Takes its whole process down."""
    os._exit(9)


def stuck(_position: Any, _limits: Limits) -> NoReturn:
    """Never comes back, and never lets Python look at a signal or another thread run."""
    all(repeat(True))
    raise AssertionError


def deaf(_position: Any, _limits: Limits) -> NoReturn:
    """Never comes back, whatever it is told."""
    while True:
        with suppress(BaseException):
            time.sleep(600)


class _Folder:
    """Makes a folder where it is unpickled."""

    def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
        return os.mkdir, (os.environ[FORGED],)


FORGED = "MOCK_FORGED"
"""The environment variable that names the folder which the forging player's message makes."""


def forging(position: Any, limits: Limits) -> NoReturn:
    """Sends a pickle over every socket of its process, as what plays in it can, and never comes back."""
    for file in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            if str(file.readlink()).startswith("socket:"):
                Connection(os.dup(int(file.name))).send(_Folder())
    deaf(position, limits)


class Waiting:
    """Never answers, and notes in the journal when it is asked and when it is closed."""

    def choose(self, _position: Any, _limits: Limits) -> NoReturn:
        self._note("asked")
        while True:
            time.sleep(600)

    def close(self) -> None:
        self._note("closed")

    @staticmethod
    def _note(event: str) -> None:
        if JOURNAL in os.environ:
            with Path(os.environ[JOURNAL]).open("a") as journal:
                journal.write(f"{event}\n")


HOLD = "MOCK_HOLD"
"""The environment variable that names a file: while it exists, a held player does not answer."""


def held(position: Any, limits: Limits) -> Decision:
    """Like `first`, but notes in the journal for which process its own one plays, and waits until it is let go."""
    with Path(os.environ[JOURNAL]).open("a") as journal:
        keeper = Path(f"/proc/{os.getppid()}/stat").read_text()
        journal.write(f"{keeper.rpartition(')')[2].split()[1]}\n")
    while Path(os.environ[HOLD]).exists():
        time.sleep(0.01)
    return first(position, limits)


def unstartable(_seed: int | None) -> NoReturn:
    raise PlayerError("no such program")


class Unclosable(Mock):
    def __init__(self) -> None:
        super().__init__(first)

    def close(self) -> None:
        raise OSError("will not close")


class Unending(Mock):
    """Plays, and never comes back from closing."""

    def __init__(self) -> None:
        super().__init__(first)

    def close(self) -> None:
        deaf(None, Limits())


CHOICES = [
    *(first, crash, leave, die, junk, listed, triple, truth, scored),
    *(garbled, late, slow, idle, same, outside, noisy, fatal, forging, stuck, deaf, held),
]


def _strategy(name: str, make: Callable[[int | None], Any]) -> Strategy:
    return Strategy(f"mock-{name}", make.__doc__ or "", None, make)


def _always(choose: Callable[[Any, Limits], Any]) -> Callable[[int | None], Mock]:
    return lambda _seed: Mock(choose)


STRATEGIES = SimpleNamespace(
    **{choose.__name__: _strategy(choose.__name__, _always(choose)) for choose in CHOICES},
    waiting=_strategy("waiting", lambda _seed: Waiting()),
    unmakable=_strategy("unmakable", lambda _seed: deaf(None, Limits())),
    unending=_strategy("unending", lambda _seed: Unending()),
    unclosable=_strategy("unclosable", lambda _seed: Unclosable()),
    unstartable=_strategy("unstartable", unstartable),
)

BOOKLESS = _strategy("first-no-book", unstartable)
"""The first of them without its opening book, which does not start; registered by the tests of books alone."""


def install(folder: Path, lines: Iterable[str] | None = None) -> list[str]:
    """Write an installed package's metadata into `folder`, and return what must be on the path for it to be found.

    `lines` are its entry points for players, all of the above unless given.
    """
    info = folder / "mock_players-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mock-players\nVersion: 1.0\n")
    lines = [entry_point(name) for name in vars(STRATEGIES)] if lines is None else lines
    (info / "entry_points.txt").write_text("\n".join(["[sttt.players]", *lines, ""]))
    (folder / "support").symlink_to(Path(__file__).parent)  # the tests' own folder has packages called as ours are
    return [str(folder)]


def entry_point(name: str) -> str:
    return f"mock-{name} = {__name__}:STRATEGIES.{name}"


def use(folder: Path, monkeypatch: pytest.MonkeyPatch, lines: Iterable[str] | None = None) -> None:
    """Install the players for this test and the processes it starts."""
    provenance.cache_clear()  # this process has other players from now on
    for path in install(folder, lines):
        monkeypatch.syspath_prepend(path)
        monkeypatch.setenv("PYTHONPATH", path, prepend=os.pathsep)
