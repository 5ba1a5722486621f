"""A program that is trusted with nothing: started in a session of its own, limited, listened to, and killed whole.

Every wait has an end on the wall clock, what it may write and use is limited, the end of its standard error is kept
for the error message, and in the end everything that it started is killed with it. Its parent is a supervisor
(`sttt.execution.supervisor`): a program that ends its parent has ended its own game only.
"""

import os
import selectors
import shlex
import subprocess
import time
from collections.abc import Container, Sequence
from pathlib import Path
from typing import IO, NoReturn

from sttt.bounds import wait_until
from sttt.errors import ExecutionError, PlayerError, PlayerTimeoutError, UnfinishedAnswerError
from sttt.execution.confined import confining
from sttt.execution.supervised import Supervised
from sttt.players.player import ProgramTerms

_TAIL = 2_000
_PORTION = 65_536
_FAREWELL = 0.5
"""Seconds that a program which closed its standard output gets to end, so that its exit status is known."""


class Process:
    """A running program; `name` is what error messages call it. With `spoken_to` it has a standard input."""

    def __init__(self, name: str, command: Sequence[str], terms: ProgramTerms, *, spoken_to: bool = True) -> None:
        self.name = name
        self.terms = terms
        self._tail = b""
        self._output = bytearray()
        self._written = 0
        self._ended = False
        launcher = [] if terms.confined is None else confining(terms.directory or Path.cwd(), terms.confined)
        try:
            self._process = Supervised(
                [*launcher, *command],
                stdin=subprocess.PIPE if spoken_to else subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                directory=terms.directory,
                memory=terms.memory,
            )
        except (OSError, ValueError, ExecutionError) as error:
            why = f"{error.strerror}: {error.filename}" if isinstance(error, OSError) else str(error)
            raise PlayerError(f"cannot start {name}: {why}") from error
        self._stdin, self._stdout, self._stderr = self._process.pipes
        self.running = True
        self._selector = selectors.DefaultSelector()
        for source in (self._stdout, self._stderr, self._process):
            if source:
                self._selector.register(source, selectors.EVENT_READ)

    def renew(self) -> None:
        """Grant the output limit again: a new turn begins."""
        self._written = 0

    def write(self, data: bytes, deadline: float) -> None:
        """Write to its standard input, all of it by `deadline` on `time.monotonic`.

        Raises `PlayerTimeoutError` when it does not read all of it. That it is dead is for `read` to tell.
        """
        self._check_running()
        stdin = self._stdin
        if stdin is None:
            raise PlayerError(f"{self.name} has no standard input; expected a program that is spoken to")
        os.set_blocking(stdin.fileno(), False)
        self._selector.register(stdin, selectors.EVENT_WRITE)
        try:
            while data and not self._ended:
                if stdin in self._wait(deadline):
                    data = data[_write_some(stdin, data) :]
                elif time.monotonic() >= deadline:
                    self._fail(PlayerTimeoutError, "did not read what it was sent in time")
        finally:
            if self.running:
                self._selector.unregister(stdin)

    def read(self, deadline: float) -> bytes:
        """Return what it has written to its standard output, as soon as that is anything; nothing at `deadline`.

        Raises `PlayerError`, after ending it, when it has ended or has written more than its limit.
        """
        self._check_running()
        while not self._output and not self._ended:
            self._wait(deadline)
            if time.monotonic() >= deadline:
                break
        if self._ended and not self._output:
            self._fail_ended()
        portion, self._output = bytes(self._output), bytearray()
        return portion

    def finish(self, deadline: float) -> int | None:
        """Close its standard input, and return the exit status with which it ends, None if it has not by `deadline`.

        What it still writes is left for `read`.
        """
        self._check_running()
        if self._stdin:
            self._stdin.close()
        while not self._ended and time.monotonic() < deadline:
            self._wait(deadline)
        return self._process.wait(max(0.0, deadline - time.monotonic()))

    def _check_running(self) -> None:
        if not self.running:
            raise PlayerError(f"{self.name} has ended; expected a running program")

    def _wait(self, deadline: float) -> Container[object]:
        """Wait for any of its pipes, take in what it has written, and return the pipes that were ready."""
        ready = [key.fileobj for key, _ in self._selector.select(wait_until(deadline))]
        if self._stderr in ready:
            self._keep_tail()
        if self._stdout in ready:
            self._keep_output()
        if self._process in ready:
            self._process.look()
        if self._process.lost:
            self._fail_lost()
        return ready

    def _keep_output(self) -> None:
        portion = self._take(self._stdout)
        self._ended = not portion
        self._output += portion
        self._written += len(portion)
        if self._written > self.terms.output:
            self._fail(PlayerError, f"wrote {self._written} bytes; expected an answer in at most {self.terms.output}")

    def _keep_tail(self) -> None:
        self._tail = (self._tail + self._take(self._stderr))[-_TAIL:]

    def _take(self, pipe: IO[bytes] | None) -> bytes:
        portion = os.read(pipe.fileno(), _PORTION) if pipe else b""
        if not portion and pipe:
            self._selector.unregister(pipe)
        return portion

    def fail_late(self, begun: str = "", end: str = "") -> NoReturn:
        """End it for having written nothing by its deadline, or an answer that has only `begun` and lacks its `end`."""
        if begun:
            self._fail(UnfinishedAnswerError, f"wrote {begun[:40]!a} but not {end} in time; expected a whole answer")
        self._fail(PlayerTimeoutError, "did not answer in time")

    def _fail_ended(self) -> NoReturn:
        status = self._process.wait(_FAREWELL)
        if self._process.lost:
            self._fail_lost()
        how = "closed its output" if status is None else f"ended with exit status {status}"
        self._fail(PlayerError, f"{how}; expected an answer")

    def _fail_lost(self) -> NoReturn:
        self._fail(PlayerError, "ended its parent, the process that watches it; expected it to leave others alone")

    def _fail(self, kind: type[PlayerError], what: str) -> NoReturn:
        self.close()
        words = " ".join(self._tail.decode("utf-8", "replace").split())
        raise kind(f"{self.name} {what}" + (f"; its last words: {words[-400:]}" if words else ""))

    def _drain_stderr(self) -> None:
        """Read what is left of standard error, as much as a pipe holds, without waiting for more."""
        for _ in range(4):
            if any(key.fileobj is self._stderr for key, _ in self._selector.select(0)):
                self._keep_tail()

    def close(self) -> None:
        """Kill the program and everything it started; calling it again does nothing."""
        if not self.running:
            return
        self.running = False
        self._process.end()
        self._drain_stderr()
        self._selector.close()
        for pipe in self._process.pipes:
            if pipe:
                pipe.close()


def _write_some(pipe: IO[bytes], data: bytes) -> int:
    """Write what the pipe takes; to one that nobody reads any more everything is written in vain."""
    try:
        return os.write(pipe.fileno(), data)
    except BlockingIOError:
        return 0
    except BrokenPipeError:
        return len(data)


def split_command(command: str) -> list[str]:
    """Split a command line into words as a shell does, expanding nothing; raises `PlayerError`."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise PlayerError(f"cannot read the command {command!r}: {error}; expected PROGRAM ARGUMENT ...") from error
    if not words:
        raise PlayerError("the command is empty; expected PROGRAM ARGUMENT ...")
    return words
