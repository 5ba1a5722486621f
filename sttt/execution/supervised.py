"""A program under a supervisor, seen from the process that started it: its state, and the end of all that it started.

Normally the supervisor (`sttt.execution.supervisor`) ends everything. If it fails, or has itself been killed, the
environment helps: every descendant inherits it, so that a mark in it identifies processes that have left the program's
group and session.
"""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from sttt.bounds import wait_until
from sttt.errors import ExecutionError
from sttt.execution import supervisor

POSSIBLE = hasattr(os, "fork")
"""True where supervisors work: they need `fork` and process groups, which Windows lacks."""

_MARK = "STTT_STARTED_BY"
"""Environment variable with the marks of all programs that a process descends from, separated by slashes."""
_ROUNDS = 100
"""Maximal number of searches for marked processes; each search may find processes started during the one before."""
_PATIENCE = 2 * supervisor.END_SECONDS + 2.0
"""Seconds for a supervisor to end everything, after which the supervisor is killed."""


def own_mark() -> str:
    """Return the mark with which this process was started; ``"no mark"`` if it was started without one."""
    return os.environ.get(_MARK, "").rpartition("/")[2] or "no mark"


def kill_marked(mark: str) -> None:
    """Kill every process with this mark except this one.

    Processes that clear their environment or belong to another user are not found.
    """
    import psutil  # noqa: PLC0415 - takes long to load, and is seldom needed

    for _ in range(_ROUNDS):
        others = (process for process in psutil.process_iter(["environ"]) if process.pid != os.getpid())
        marked = [process for process in others if mark in (process.info["environ"] or {}).get(_MARK, "")]
        if not marked:
            return
        for process in marked:
            with suppress(psutil.Error):
                process.kill()


class Supervised:
    """A program that runs under a supervisor, or has run."""

    def __init__(  # noqa: PLR0913 - what `subprocess.Popen` takes, and two limits
        self,
        command: Sequence[str],
        *,
        stdin: int | None = None,
        stdout: int | None = None,
        stderr: int | None = None,
        directory: Path | None = None,
        memory: int = 0,
        pass_fds: Sequence[int] = (),
        grace: float = 0.0,
    ) -> None:
        """Start the program in a session of its own; `memory` limits each process's address space, in bytes.

        When the caller of this is gone, the program has `grace` seconds to end by itself. Raises `OSError`,
        `ValueError` and `ExecutionError` if the program does not start.
        """
        if not POSSIBLE:
            raise ExecutionError("this system has no way to end all that a program starts; expected Linux or macOS")
        self._mark = os.urandom(16).hex()
        life, self._life = os.pipe()
        self._report, report = os.pipe()
        self._lines = b""
        self.cgroup = ""
        """The folder of the cgroup that holds all of the program's processes; empty if none could be made."""
        self.adopts = False
        """True if the supervisor adopts the program's orphans."""
        self._program: int | None = None
        self.status: int | None = None
        """The program's exit status; None while it runs, or if the status is unknown."""
        self.stopped = False
        """True while the program is stopped, as by SIGSTOP."""
        self.lost = False
        """True if the supervisor is gone, which only another program can have caused."""
        self._problem: str | None = None
        try:
            self._supervisor = subprocess.Popen(  # noqa: S603 - starting what the user names is its purpose
                [sys.executable, "-I", "-S", _script(), *map(str, (life, report, memory, grace)), *command],
                bufsize=0,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                cwd=directory,
                env=os.environ | {_MARK: f"{os.environ.get(_MARK, '')}/{self._mark}"},
                pass_fds=(life, report, *pass_fds),
                start_new_session=True,
            )
        except BaseException:
            os.close(self._life)
            os.close(self._report)
            raise
        finally:
            os.close(life)
            os.close(report)
        self._await_start()

    def _await_start(self) -> None:
        try:
            while self._program is None and self._problem is None and not self.lost:
                self.look(None)
        except BaseException:
            self.end()
            raise
        if self._program is None:
            self.end()
            for pipe in self.pipes:
                if pipe:
                    pipe.close()
            raise ExecutionError(self._problem or "its supervisor does not start")

    @property
    def pipes(self) -> tuple[IO[bytes] | None, IO[bytes] | None, IO[bytes] | None]:
        """The parent's ends of the program's standard input, output and error, where these are pipes."""
        return self._supervisor.stdin, self._supervisor.stdout, self._supervisor.stderr

    def fileno(self) -> int:
        """Return the descriptor that becomes readable when `look` has something to read."""
        return self._report

    def look(self, seconds: float | None = 0.0) -> None:
        """Read the supervisor's reports, waiting up to `seconds` for the first of them (None: without limit)."""
        if self.lost or not select.select([self._report], [], [], seconds)[0]:
            return
        portion = os.read(self._report, 4096)
        self.lost = not portion
        *lines, self._lines = (self._lines + portion).split(b"\n")
        for line in lines:
            self._take(*line.decode().split(" ", 1))

    def _take(self, what: str, rest: str = "") -> None:
        if what == "started":
            number, adopts, self.cgroup = rest.split(" ", 2)
            self._program, self.adopts = int(number), adopts == "1"
        elif what == "failed":
            self._problem = rest
        elif what == "ended":
            self.status = int(rest)
        self.stopped = what == "stopped"

    def wait(self, seconds: float) -> int | None:
        """Wait for the program's end and return its exit status; None if there is none in time or it is unknown."""
        deadline = time.monotonic() + seconds
        while self.status is None and not self.lost and (left := wait_until(deadline)) > 0:
            self.look(left)
        return self.status

    def end(self) -> None:
        """Kill the program and everything it started; calling this again does nothing."""
        if self._life < 0:
            return
        with suppress(OSError):
            self.look()
        self._kill()
        # The program may have stopped the supervisor: continued, that sees the life line closed and kills the rest.
        os.close(self._life)
        self._life = -1
        self._supervisor.send_signal(signal.SIGCONT)
        with suppress(subprocess.TimeoutExpired):
            self._supervisor.wait(_PATIENCE)
        if self._supervisor.returncode != 0:
            self._end_without_supervisor()
        os.close(self._report)

    def _kill(self) -> None:
        if self._program and self.status is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._program, signal.SIGKILL)

    def _end_without_supervisor(self) -> None:
        """Kill what can be found of the program after its supervisor was killed or has failed."""
        self._supervisor.kill()
        self._supervisor.wait()
        if self.cgroup:
            supervisor.end_cgroup(self.cgroup)
        kill_marked(self._mark)


def describe_containment() -> str:
    """Describe how far this system can end all that a program starts; raises as `Supervised` does."""
    if not POSSIBLE:
        return "none can be run, and nothing limits a player of ours: this system has neither forks nor memory limits"
    tried = Supervised([sys.executable, "-I", "-S", "-c", ""])
    tried.end()
    ways = [way for way, there in (("child subreaper", tried.adopts), ("cgroup", tried.cgroup)) if there]
    if not ways:
        return "what leaves a program's process group may outlive it: no child subreaper, no cgroup"
    ended = f"all that a program starts ends with it ({', '.join(ways)})"
    if not tried.cgroup:
        ended += "; no cgroup can be made: what ends its supervisors can leave processes without environment"
    return f"{ended}; nothing keeps one from signalling other processes of this user"


def _script() -> str:
    """Return the supervisor's file; the byte code if it is cached, which saves compiling the source at each start."""
    compiled = supervisor.__spec__.cached if supervisor.__spec__ else None
    return compiled if compiled and Path(compiled).exists() else supervisor.__file__
