"""What a game's process has noted of the game, in a file that outlives the process."""

import os
import pickle
import time
from collections.abc import Iterable, Mapping
from enum import StrEnum
from io import BytesIO
from typing import IO, Any, NamedTuple

from sttt.arena.referee import Observer, Seat
from sttt.games.game import Side
from sttt.games.record import TurnRecord


class Phase(StrEnum):
    """What begins with an event."""

    SEATING = "seating"
    """A player is made."""
    ASKING = "asking"
    """A player is asked for its turn."""


class Event(NamedTuple):
    """An entry of the journal."""

    time: float
    """On `time.monotonic`, which is the same in all processes of a machine."""
    phase: Phase
    side: Side
    """Whose player is made or asked."""
    turn: TurnRecord | None
    """The turn that was entered just before."""


class Journal(Observer):
    """Writes the events of a game to the end of an unbuffered file."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def seating(self, side: Side) -> None:
        """Note that a side's player is about to be made."""
        self._note(Phase.SEATING, side)

    def began(self, seats: Mapping[Side, Seat], position: Any) -> None:  # noqa: ARG002 - an observer's signature
        """Note that the side to move is about to be asked."""
        self._note(Phase.ASKING, position.side)

    def entered(self, number: int, turn: TurnRecord, position: Any) -> None:  # noqa: ARG002 - the same
        """Note a turn, and that the side to move is about to be asked for the next."""
        self._note(Phase.ASKING, position.side, turn)

    def _note(self, phase: Phase, side: Side, turn: TurnRecord | None = None) -> None:
        """Pickle plain values: objects of ours take three times as long."""
        values = turn and {**vars(turn), "side": turn.side.value}
        self._file.write(pickle.dumps((time.monotonic(), phase.value, side.value, values)))


def read_journal(file: IO[bytes]) -> list[Event]:
    """Read the events noted so far, not moving the place where the next is written; half an entry is not there yet."""
    text = BytesIO(os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0))
    events: list[Event] = []
    while True:
        try:
            moment, phase, side, values = pickle.load(text)  # noqa: S301 - written by a process of ours
        except (EOFError, pickle.UnpicklingError):
            return events
        turn = values and TurnRecord(**{**values, "side": Side(values["side"])})
        events.append(Event(moment, Phase(phase), Side(side), turn))


def turns_of(events: Iterable[Event]) -> tuple[TurnRecord, ...]:
    """Return the turns that were entered."""
    return tuple(event.turn for event in events if event.turn)
