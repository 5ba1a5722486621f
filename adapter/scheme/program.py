"""A program in a process group of its own, spoken to in s-expressions over its standard input and output.

It is trusted with nothing: every wait has an end on the wall clock, what it may send and use is limited, its standard
error is kept for the error message, and the whole group is killed at the end.
"""

import os
import resource
import selectors
import signal
import subprocess
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, cast

from adapter.scheme.stream import Cutter
from sttt.errors import PlayerError, PlayerTimeoutError, ProtocolError

ANSWER_LIMIT = 1 << 20
"""Bytes on standard output for one answer."""

MEMORY_LIMIT = 4 << 30
"""Bytes of address space of the program itself, where the system can limit that."""

_TAIL = 2_000
_PORTION = 65_536
_FAREWELL = 0.5
"""Seconds that a program which closed its standard output gets to end, so that its exit status is known."""


class Program:
    """A running program; `name` is what error messages call it."""

    def __init__(self, name: str, command: Sequence[str], directory: Path | None = None) -> None:
        self.name = name
        self._cutter = Cutter()
        self._answers: deque[str | ProtocolError] = deque()
        self._tail = b""
        try:
            self._process = subprocess.Popen(  # noqa: S603 - starting what the user names is its purpose
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=directory,
                start_new_session=True,
            )
        except OSError as error:
            raise PlayerError(f"cannot start {name}: {error.strerror}: {command[0]}") from error
        self.running = True
        self._limit_memory()
        self._stdin, self._stdout, self._stderr = (
            cast("IO[bytes]", pipe) for pipe in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)

    def _limit_memory(self) -> None:
        if hasattr(resource, "prlimit"):
            with suppress(OSError):  # gone already: the first exchange will tell
                resource.prlimit(self._process.pid, resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))

    def exchange(self, request: str, deadline: float) -> str:
        """Send one line and return the text of the one datum that answers it, by `deadline` on `time.monotonic`.

        Raises `PlayerTimeoutError` and `PlayerError` (it died, or sent too much) after ending the program, and
        `ProtocolError` for an answer that no datum can be cut from or that came unasked.
        """
        if not self.running:
            raise PlayerError(f"{self.name} has ended; expected a running program")
        if self._answers:
            raise ProtocolError(f"{self.name} sent more than one answer; expected one for each request")
        self._send(request)
        answer = self._receive(deadline)
        if isinstance(answer, ProtocolError):
            raise answer
        return answer

    def _send(self, request: str) -> None:
        with suppress(BrokenPipeError):  # dead: its end of file tells more than this
            self._stdin.write(request.encode("ascii") + b"\n")

    def _receive(self, deadline: float) -> str | ProtocolError:
        received = 0
        while not self._answers:
            for key, _ in self._selector.select(max(0.0, deadline - time.monotonic())):
                portion = os.read(key.fd, _PORTION)
                if key.fileobj is self._stderr:
                    self._keep_tail(portion)
                elif portion:
                    received += len(portion)
                    self._answers.extend(self._cutter.feed(portion.decode("latin-1")))
                else:
                    self._raise_ended()
            self._check_limits(received, deadline)
        return self._answers.popleft()

    def _check_limits(self, received: int, deadline: float) -> None:
        if received > ANSWER_LIMIT:
            self.close()
            raise PlayerError(f"{self.name} wrote {received} bytes; expected an answer in at most {ANSWER_LIMIT}")
        if not self._answers and time.monotonic() >= deadline:
            self.close()
            raise PlayerTimeoutError(f"{self.name} did not answer in time" + self._last_words())

    def _keep_tail(self, portion: bytes) -> None:
        self._tail = (self._tail + portion)[-_TAIL:]
        if not portion:
            self._selector.unregister(self._stderr)

    def _raise_ended(self) -> None:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        status = self._process.returncode
        self.close()
        how = "closed its output" if status is None else f"ended with exit status {status}"
        raise PlayerError(f"{self.name} {how}; expected an answer" + self._last_words())

    def _drain_stderr(self) -> None:
        """Read what is left of standard error, as much as a pipe holds, without waiting for more."""
        for _ in range(4):
            if any(key.fileobj is self._stderr for key, _ in self._selector.select(0)):
                self._keep_tail(os.read(self._stderr.fileno(), _PORTION))

    def _last_words(self) -> str:
        words = " ".join(self._tail.decode("utf-8", "replace").split())
        return f"; its last words: {words[-400:]}" if words else ""

    def close(self) -> None:
        """Kill the program and everything it started in its group; calling it again does nothing."""
        if not self.running:
            return
        self.running = False
        with suppress(ProcessLookupError, PermissionError):  # an empty group: everything has ended by itself
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._drain_stderr()
        self._selector.close()
        for pipe in (self._stdin, self._stdout, self._stderr):
            pipe.close()
