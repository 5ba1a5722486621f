"""Messages about a game from its process: the record and, in a file that outlives the process, a journal.

A player in that process could forge both, so both are checked when read.
"""

import os
import time
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import IO, NamedTuple

import msgspec

from sttt.arena.play.match import Pairing
from sttt.arena.play.referee import Observer, Seat
from sttt.errors import RecordError
from sttt.execution.foreign import shorten
from sttt.games.game import Position, Side
from sttt.games.records.record import GameRecord, TurnRecord

LONGEST = 16 * 2**20
"""Maximal size in bytes of a journal or a record; a game takes a few kilobytes."""


class Phase(StrEnum):
    """The phase that an event begins."""

    SEATING = "seating"
    """A player is being made."""
    ASKING = "asking"
    """A player has been asked for its turn."""


class Event(NamedTuple):
    """An entry of the journal."""

    time: float
    """Time on `time.monotonic`, which all processes of a machine share."""
    phase: Phase
    side: Side
    """Side whose player is made or asked."""
    turn: TurnRecord | None
    """The turn entered just before, if any."""


_RECORD = msgspec.json.Decoder(GameRecord)
_EVENT = msgspec.json.Decoder(Event)


class GameJournal(Observer):
    """An observer that appends the events of a game to an unbuffered file."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def seating(self, side: Side) -> None:
        """Note that the player of a side is about to be made."""
        self._note(Phase.SEATING, side)

    def began(self, seats: Mapping[Side, Seat], position: Position) -> None:  # noqa: ARG002 - an observer's signature
        """Note that the side to move is about to be asked."""
        self._note(Phase.ASKING, position.side)

    def entered(self, number: int, turn: TurnRecord, position: Position) -> None:  # noqa: ARG002 - the same
        """Note a turn, and that the side to move is about to be asked for the next."""
        self._note(Phase.ASKING, position.side, turn)

    def _note(self, phase: Phase, side: Side, turn: TurnRecord | None = None) -> None:
        self._file.write(msgspec.json.encode(Event(time.monotonic(), phase, side, turn)) + b"\n")


def write_record(record: GameRecord) -> bytes:
    """Serialize the record of a game for another process."""
    return msgspec.json.encode(record)


def read_record(data: bytes, pairing: Pairing) -> GameRecord:
    """Parse the record of a game; raises `RecordError` if it is invalid or of another pairing."""
    try:
        record = _RECORD.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(f"record: {shorten(error)}") from error
    if (record.game, record.x, record.o, record.seed) != (pairing.game, pairing.x, pairing.o, pairing.seed):
        raise RecordError("record: other players, another game or another seed; expected those of the pairing")
    return record


def read_journal(file: IO[bytes]) -> list[Event]:
    """Read the complete events noted so far, without moving the position at which the next one is written.

    An invalid event, or one in the future, ends the journal.
    """
    events: list[Event] = []
    for line in os.pread(file.fileno(), LONGEST, 0).split(b"\n")[:-1]:
        try:
            event = _EVENT.decode(line)
        except (msgspec.DecodeError, RecursionError):
            break
        if event.time > time.monotonic():
            break
        events.append(event)
    return events


def turns_of(events: Iterable[Event]) -> tuple[TurnRecord, ...]:
    """Return the turns that were entered, in order."""
    return tuple(event.turn for event in events if event.turn)
