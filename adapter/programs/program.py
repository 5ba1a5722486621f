"""A program spoken to over its standard input and output, in messages that a framing cuts from what it writes."""

import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from adapter.programs.process import Process
from adapter.programs.streams import Framing, Message
from sttt.errors import PlayerError, ProtocolError
from sttt.execution.foreign import Unmarked
from sttt.players.player import DEFAULT_PROGRAM_TERMS, Limits, ProgramTerms

_REMEMBERED = 200
"""Messages of the conversation that are kept."""


class Program:
    """A running program in a session of its own (`Process`), and the conversation with it.

    Messages are bytes on the wire and Latin-1 text here, so that nothing a program writes is unreadable.
    """

    def __init__(
        self, name: str, command: Sequence[str], framing: Framing, terms: ProgramTerms = DEFAULT_PROGRAM_TERMS
    ) -> None:
        self._process = Process(name, command, terms)
        self._start = Unmarked()
        self._framing = framing
        self._messages: deque[Message] = deque()
        self.transcript: deque[str] = deque(maxlen=_REMEMBERED)
        """The last messages, ``> `` before what was sent and ``< `` before what was received.

        What the program wrote beyond that is left out: how much has come by then is a matter of chance.
        """

    @property
    def name(self) -> str:
        """Its name in error messages."""
        return self._process.name

    @property
    def terms(self) -> ProgramTerms:
        """Its limits."""
        return self._process.terms

    @property
    def running(self) -> bool:
        """Return whether it has not been ended."""
        return self._process.running

    def start_deadline(self) -> float:
        """Return the moment on `time.monotonic` by which a program started now must be ready."""
        return time.monotonic() + self.terms.start_seconds

    def move_deadline(self, limits: Limits) -> float:
        """Return the moment by which a decision asked for now must have come: without a clock, its own limit's."""
        deadline = limits.deadline if limits.cutoff is None else limits.cutoff
        return time.monotonic() + self.terms.move_seconds if deadline is None else deadline

    def exchange(self, request: str, deadline: float) -> str:
        """Send one line and return the one message that answers it, by `deadline` on `time.monotonic`.

        Raises what `send` and `receive` raise, and `ProtocolError` for a message that came unasked.
        """
        if self.is_waiting():
            raise ProtocolError(f"{self.name} sent more than one answer; expected one for each request")
        self.send(request, deadline)
        return self.receive(deadline)

    def is_waiting(self, deadline: float = 0.0) -> bool:
        """Return whether a message has come, or comes by `deadline`, that `receive` would return at once.

        Raises `PlayerError` if the program has died.
        """
        while not self._messages and not self._listen(deadline):
            if time.monotonic() >= deadline:
                return False
        return True

    def send(self, line: str, deadline: float) -> None:
        """Send one line, which gets its line break here; raises `PlayerTimeoutError` when it is not read in time."""
        self._process.renew()
        self.transcript.append(f"> {line}")
        self._process.write(line.encode("latin-1") + b"\n", deadline)

    def receive(self, deadline: float) -> str:
        """Return the next message, whether asked for or not, by `deadline` on `time.monotonic`.

        Raises `PlayerTimeoutError` and `PlayerError` (it died, or wrote too much) after ending the program, and
        `ProtocolError` for output that no message can be cut from.
        """
        while not self._messages:
            if not self._listen(deadline) and time.monotonic() >= deadline:
                self._process.fail_late(self._framing.rest, self._framing.end)
        message = self._messages.popleft()
        self.transcript.append(f"< {message}")
        if isinstance(message, ProtocolError):
            raise message
        return message

    def _listen(self, deadline: float) -> bool:
        """Take in what the program writes next; return whether that completed a message."""
        portion = self._process.read(deadline)
        portion = self._start.feed(portion) if portion else portion  # nothing yet is not its end
        messages = self._framing.feed(portion.decode("latin-1"))
        self._messages.extend(messages)
        return bool(messages)

    def finish(self, deadline: float) -> int | None:
        """Close its input, and return the exit status with which it ends, None if it has not by `deadline`."""
        self.transcript.append("> (end of input)")
        status = self._process.finish(deadline)
        self.transcript.append("< (still running)" if status is None else f"< (exit status {status})")
        return status

    def fail_late(self) -> NoReturn:
        """End it for not having answered by its deadline; raises `PlayerTimeoutError`."""
        self._process.fail_late()

    def dismiss(self, farewell: str, seconds: float) -> None:
        """Send a last line to the program if it runs, give it time to end by itself, and end it in any case."""
        if self.running:
            with suppress(PlayerError):
                deadline = time.monotonic() + seconds
                self.send(farewell, deadline)
                self.finish(deadline)
        self.close()

    def close(self) -> None:
        """End the program and everything it started; calling it again does nothing."""
        self._process.close()
