"""``python -m sttt.arena.play.host_process``: play the games that a `Host` sends, until its connection closes."""

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import IO, Any

from sttt.arena.play.host import CLOSE_SECONDS, FREE
from sttt.arena.play.journal import GameJournal, write_record
from sttt.arena.play.match import play_pairing
from sttt.execution.supervised import kill_marked, own_mark
from sttt.games.records.record import Ending, GameRecord


def main() -> None:
    """Serve the connection until it or the life line closes."""
    connection, life, journal = (int(number) for number in sys.argv[1:])
    threading.Thread(target=_end_with, args=(life,), daemon=True).start()
    with suppress(EOFError, OSError, KeyboardInterrupt), os.fdopen(journal, "wb", buffering=0) as file:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            _serve(Connection(connection), file)
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)  # nothing is under way that could be broken off


def _end_with(life: int) -> None:
    """Wait for the life line to close, then cancel the game, and exit after a grace period in any case."""
    os.read(life, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(CLOSE_SECONDS)
    kill_marked(own_mark())
    os._exit(1)


def _serve(connection: "Connection[Any, Any]", journal: IO[bytes]) -> None:
    sys.path[:] = connection.recv()
    while True:
        pairing, terms, absent = connection.recv()
        play_pairing(pairing, terms, _Reporter(journal, connection), absent)
        connection.send_bytes(FREE)


class _Reporter(GameJournal):
    """An observer that sends the record as soon as it exists, before the players are closed."""

    def __init__(self, journal: IO[bytes], connection: "Connection[Any, Any]") -> None:
        super().__init__(journal)
        self._connection = connection

    def ended(self, record: GameRecord) -> None:
        """Send the record, unless the game was interrupted, when nobody waits for it."""
        if record.ending is not Ending.INTERRUPTED:
            self._connection.send_bytes(write_record(record))


if __name__ == "__main__":
    main()
