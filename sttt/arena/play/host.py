"""A host, seen from outside: a process that plays one game after another, is watched and can be killed.

The code that runs in that process is `sttt.arena.play.host_process`.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.util import Finalize

from sttt.arena.play.answer import Terms
from sttt.arena.play.journal import LONGEST, Event, read_journal, read_record
from sttt.arena.play.match import Pairing
from sttt.errors import PlayerError, RecordError
from sttt.execution.installation import module_command
from sttt.execution.supervised import Supervised
from sttt.games.game import Side
from sttt.games.records.record import GameRecord

START_SECONDS = 60.0
"""Seconds for a host to start and to note the first event of a game."""
CLOSE_SECONDS = 5.0
"""Seconds for the players to close after a game, and for a game to be cancelled."""
LOOK_SECONDS = 0.5
"""Seconds between two looks at the host's state."""
FREE = b"free"
"""Message of a host that has closed all players of a game."""

Patience = Callable[[Sequence[Event]], float]
"""Function from the events so far to the seconds after the last one in which the next must come."""


class HostLost(Exception):  # noqa: N818 - what happened, for the guard to make a result of
    """A host has ended, or was killed, during a game."""

    def __init__(self, message: str, journal: list[Event], *, hung: bool = False, status: int | None = None) -> None:
        super().__init__(message)
        self.journal = journal
        self.hung = hung
        """True if the host stopped making progress; False if it ended."""
        self.status = status
        """Exit status with which the host ended, negative for a signal; None if unknown."""


class Host:
    """A running host process."""

    def __init__(self) -> None:
        self._connection, theirs = Pipe()
        life, self._life = os.pipe()
        self._journal = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed with the host
        given = (theirs.fileno(), life, self._journal.fileno())
        self._process = Supervised(
            module_command("sttt.arena.play.host_process", *map(str, given)),
            stdin=subprocess.DEVNULL,
            stdout=2,
            pass_fds=given,
            grace=2 * CLOSE_SECONDS,
        )
        theirs.close()
        os.close(life)
        self._connection.send(sys.path)

    def play(
        self, pairing: Pairing, terms: Terms, absent: Mapping[Side, PlayerError], patience: Patience
    ) -> GameRecord:
        """Play a game; players of the `absent` sides are not made, and raise the given error when asked.

        Raises `HostLost` if no record comes. Then, and when this call is interrupted, the host has been ended.
        """
        self._journal.truncate(0)
        self._journal.seek(0)
        try:
            self._connection.send((pairing, terms, absent))
            allowed = self._wait(time.monotonic(), patience)
            if allowed is None:
                return read_record(self._connection.recv_bytes(LONGEST), pairing)
        except RecordError as error:
            why = f"the player's process sent what is no record of this game: {error}"
            raise HostLost(why, self.end(grace=0.0), status=0) from None
        except (EOFError, OSError):
            status = self._process.wait(CLOSE_SECONDS)
            why = f"the player took its process down with exit status {status}"
            raise HostLost(why, self.end(), status=status) from None
        except BaseException:
            self.end()
            raise
        if self._process.stopped:
            raise HostLost("the player's process was stopped", self.end(grace=0.0), status=-signal.SIGSTOP)
        why = f"the player did not return within {allowed:g} s, and its process was killed"
        raise HostLost(why, self.end(grace=0.0), hung=True)

    def _wait(self, start: float, patience: Patience) -> float | None:
        """Wait for the record or the host's end and return None, or return the seconds in which no event came.

        The seconds are also returned as soon as the host is found stopped twice in a row.
        """
        was_stopped = False
        while True:
            journal = read_journal(self._journal)
            moment = journal[-1].time if journal else start
            allowed = patience(journal) if journal else START_SECONDS
            left = moment + allowed - time.monotonic()
            if self._connection.poll(max(0.0, min(left, LOOK_SECONDS))):
                return None
            self._process.look()
            stopped = self._process.stopped
            if left <= 0 or (stopped and was_stopped):
                return allowed
            was_stopped = stopped

    def is_free(self) -> bool:
        """Wait until the players are closed after a game; return False if that takes too long or ends the host."""
        with suppress(EOFError, OSError):
            return self._connection.poll(CLOSE_SECONDS) and self._connection.recv_bytes(len(FREE)) == FREE
        return False

    def end(self, grace: float = CLOSE_SECONDS) -> list[Event]:
        """End the host, after `grace` seconds to cancel a game and close its players; return its journal."""
        os.close(self._life)
        self._connection.close()
        self._process.wait(grace)
        self._process.end()
        with self._journal:
            return read_journal(self._journal)


class _Hosts:
    """The idle hosts of this process."""

    free: list[Host] = []  # noqa: RUF012 - there is one such list


def borrow_host() -> Host:
    """Return an idle host; start one if there is none."""
    try:
        return _Hosts.free.pop()
    except IndexError:
        return Host()


def return_host(host: Host) -> None:
    """Keep a host for the next game once its players are closed; end it if they do not close."""
    if host.is_free():
        _Hosts.free.append(host)
        return
    print("sttt: a player failed to close, and its process was killed", file=sys.stderr)  # noqa: T201 - a log line
    host.end(grace=0.0)


def end_free_hosts() -> None:
    """End all idle hosts."""
    while _Hosts.free:
        _Hosts.free.pop().end()


Finalize(None, end_free_hosts, exitpriority=100)  # at the end of this process, a worker's too
