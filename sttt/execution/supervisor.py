"""A supervisor: the small process between a program and the process that starts it (`supervised`); run as a script.

A program that kills or stops its parent hits only its supervisor. The program's descendants cannot escape: where the
system has child subreapers, orphans become the supervisor's children, whatever their session and environment; where a
cgroup may be made, it holds all of them. When the life line (a pipe held by the starting process) closes, all of them
are killed.

A supervisor is started for every program of every game, so it imports only modules built into the interpreter:
`signal`, `contextlib` and `ctypes` would double its starting time.
"""

import os
import select
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
else:
    import _signal as signal  # what `signal` makes enumerations of

_SET_CHILD_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of linux/prctl.h."""
END_SECONDS = 5.0
"""Seconds for killing all that a program has started, although it may start more meanwhile."""


class _Suppressed:
    """A context manager like `contextlib.suppress`, without the cost of importing that."""

    def __init__(self, *errors: type[BaseException]) -> None:
        self._errors = errors

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        return kind is not None and issubclass(kind, self._errors)


def become_subreaper() -> bool:
    """Make this process the parent of every orphan among its descendants; return whether the system can do that."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        import _ctypes  # noqa: PLC0415 - Linux has it, and that is what is needed of `ctypes`

        library = _ctypes.dlopen(None, 0)  # type: ignore[arg-type] # None is the C library itself
        prctl = _ctypes.dlsym(library, "prctl")
        return bool(_ctypes.call_function(prctl, (_SET_CHILD_SUBREAPER, 1, 0, 0, 0)) == 0)
    except (ImportError, AttributeError, OSError):
        return False


def end_children(seconds: float = END_SECONDS) -> bool:
    """Kill this process's children, and the orphans that become its children thereby; return whether none is left."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return True
        if time.monotonic() > deadline:
            return False
        for child in _children():
            with _Suppressed(OSError):
                os.kill(child, signal.SIGKILL)
        time.sleep(0.001)


def _children() -> list[int]:
    """Return the process ids of this process's children; none where the system does not tell (proc(5))."""
    own, found = str(os.getpid()).encode(), []
    with _Suppressed(OSError):
        for name in filter(str.isdecimal, os.listdir("/proc")):
            with _Suppressed(OSError, IndexError):
                if _read(f"/proc/{name}/stat").rpartition(b")")[2].split()[1] == own:
                    found.append(int(name))
    return found


def _read(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.read()


def _write(path: str, data: bytes) -> None:
    with open(path, "wb", buffering=0) as file:
        file.write(data)


def make_cgroup() -> str | None:
    """Make an empty cgroup below this process's own and return its folder; None where that is not allowed."""
    with _Suppressed(OSError, StopIteration, ValueError):
        lines = _read("/proc/self/cgroup").decode().splitlines()
        own = next(line for line in lines if line.startswith("0::")).removeprefix("0::/")
        mounts = (line.split() for line in _read("/proc/self/mounts").decode().splitlines())
        root = next(mount[1] for mount in mounts if mount[2] == "cgroup2")
        folder = os.path.join(root, own, f"sttt-{os.getpid()}-{time.monotonic_ns()}")
        os.mkdir(folder)
        if os.path.exists(f"{folder}/cgroup.kill"):
            return folder
        os.rmdir(folder)
    return None


def end_cgroup(folder: str, seconds: float = END_SECONDS) -> bool:
    """Kill all processes of a cgroup and of those below it, and remove these cgroups; return whether that succeeded."""
    deadline = time.monotonic() + seconds
    with _Suppressed(OSError):
        _write(f"{folder}/cgroup.kill", b"1")
    while os.path.exists(folder) and time.monotonic() < deadline:
        for below in reversed(_with_subfolders(folder)):
            with _Suppressed(OSError):  # its processes are still dying
                os.rmdir(below)
        if os.path.exists(folder):
            time.sleep(0.001)
    return not os.path.exists(folder)


def _with_subfolders(folder: str) -> list[str]:
    """Return a folder and all folders below it, parents first; without recursion, as a stranger chooses the depth."""
    found, left = [], [folder]
    while left:
        found.append(left.pop())
        with _Suppressed(OSError), os.scandir(found[-1]) as entries:
            left += [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
    return found


class _Supervisor:
    """A supervisor's view of the program and of all that the program has started."""

    def __init__(self, report: int, memory: int) -> None:
        self.adopts = become_subreaper()
        self._report = report
        self._memory = memory
        self._cgroup = make_cgroup()
        self._wake, self._woken = os.pipe()
        for end in (self._wake, self._woken, report):
            os.set_blocking(end, False)
        # A child that ends between `_reap` and `select` leaves a byte in the pipe, so that `select` returns at once.
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        signal.set_wakeup_fd(self._woken, warn_on_full_buffer=False)
        self._program = 0
        self.ended = False

    def _tell(self, *words: object) -> None:
        """Report one line; drop it if the pipe is full: a program that stops and continues must not block this."""
        with _Suppressed(OSError):
            os.write(self._report, " ".join(map(str, words)).encode("utf-8", "replace") + b"\n")

    def start(self, command: list[str]) -> bool:
        """Start the program, and report success or the reason of the failure; return whether it runs."""
        # The pipe closes at exec: an empty read means that the program runs, so that its end is never reported first.
        told, tell = os.pipe()
        self._program = os.fork()
        if not self._program:
            self._become(command, tell)
        os.close(tell)
        problem = os.read(told, 4096)
        os.close(told)
        if problem:
            self._tell("failed", problem.decode())
        else:
            self._tell("started", self._program, int(self.adopts), self._cgroup or "")
        return not problem

    def _become(self, command: list[str], tell: int) -> None:
        """Turn this process, a fork of the supervisor, into the program; never returns."""
        try:
            os.setsid()
            # Joined before exec: whatever the program starts, however soon, is in the cgroup too.
            if self._cgroup:
                with _Suppressed(OSError):
                    _write(f"{self._cgroup}/cgroup.procs", b"0")
            if self._memory:
                import resource  # noqa: PLC0415 - whose module this is, is asked on systems without it as well

                with _Suppressed(OSError, ValueError):  # a lower limit is set already
                    resource.setrlimit(resource.RLIMIT_AS, (self._memory, self._memory))
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # which Python ignores
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # the same
            os.execvp(command[0], command)  # noqa: S606 - what the user names
        except OSError as error:
            os.write(tell, f"{error.strerror}: {command[0]}".replace("\n", " ").encode("utf-8", "replace")[:4096])
        finally:
            os._exit(127)

    def let_go(self, life: int) -> None:
        """Close the descriptors that were only passed on, so that holders of the other ends see the program end."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for end in range(3):
            os.dup2(nothing, end)
        for name in os.listdir("/dev/fd"):
            if int(name) > 2 and int(name) not in (life, self._report, self._wake, self._woken):
                with _Suppressed(OSError):
                    os.close(int(name))

    def watch(self, life: int, seconds: float | None = None) -> None:
        """Report the program's state until the life line closes; with `seconds`, until the program or they end."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while True:
            self._reap()
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and (self.ended or left <= 0):
                return
            ready = select.select([self._wake, *([life] if left is None else [])], [], [], left)[0]
            if life in ready:
                return
            with _Suppressed(OSError):
                os.read(self._wake, 4096)

    def _reap(self) -> None:
        with _Suppressed(ChildProcessError):
            while True:
                process, status = os.waitpid(-1, os.WNOHANG | os.WUNTRACED | os.WCONTINUED)
                if not process:
                    return
                if process == self._program:
                    self._tell_status(status)

    def _tell_status(self, status: int) -> None:
        if os.WIFSTOPPED(status):
            self._tell("stopped")
        elif os.WIFCONTINUED(status):
            self._tell("continued")
        else:
            self.ended = True
            self._tell("ended", os.waitstatus_to_exitcode(status))

    def end(self) -> bool:
        """Kill the program and all that it has started; return whether nothing is left."""
        # Not yet reaped by this process, its only parent, the program still owns its number: no other group is hit.
        if not self.ended:
            with _Suppressed(OSError):
                os.killpg(self._program, signal.SIGKILL)
        emptied = not self._cgroup or end_cgroup(self._cgroup)
        return end_children() and emptied


def main() -> int:
    """Run as ``supervisor.py LIFE REPORT MEMORY GRACE PROGRAM ARGUMENT ...``; the exit status is 0 if nothing is left.

    LIFE and REPORT are descriptors of pipes, MEMORY is in bytes (0: no limit), and GRACE is the number of seconds that
    the program has to end by itself after the life line has closed.
    """
    life, report, memory = (int(word) for word in sys.argv[1:4])
    for end in (life, report):
        os.set_inheritable(end, False)
    supervisor = _Supervisor(report, memory)
    if supervisor.start(sys.argv[5:]):
        supervisor.let_go(life)
        supervisor.watch(life)
        supervisor.watch(life, float(sys.argv[4]))
    return 0 if supervisor.end() and supervisor.adopts else 1


if __name__ == "__main__":
    sys.exit(main())
