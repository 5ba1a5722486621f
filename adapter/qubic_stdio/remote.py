"""The remote half: a program that speaks the protocol as a `Player`, started with its game and ended with it."""

import time
from contextlib import suppress

from adapter.command import split_command
from adapter.framing import Lines
from adapter.program import Program
from adapter.qubic_stdio.message import EXIT, LONGEST, format_move, parse_move, read_line
from sttt.errors import PlayerError, ProtocolError
from sttt.games.game import Side
from sttt.games.qubic import Position, squares
from sttt.games.qubic_text import MARKS
from sttt.players import Decision, Limits, ProgramTerms

FAREWELL_SECONDS = 1.0
"""For the program to end by itself after ``exit``."""


class ProgramPlayer:
    """A program in a process of its own, which ends with `close`."""

    def __init__(self, command: str, terms: ProgramTerms) -> None:
        self._program = Program(terms.name or command, split_command(command), Lines(LONGEST), terms)
        self._known: Position | None = None
        """The position behind the program's last move."""

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Send the symbol first, then the opponent's move, and read the program's.

        Raises `PlayerError` for a position that no conversation from the start leads to.
        """
        start = time.monotonic()
        deadline = self._program.move_deadline(limits)
        if self._program.is_waiting():
            raise ProtocolError(f"{self._program.name} wrote {self._program.receive(deadline)!a} unasked")
        side = position.side
        news = self._news(position)
        if self._known is None:
            self._program.send(MARKS[side], deadline)
        if news is not None:
            self._program.send(format_move(side.other, news), deadline)
        square = parse_move(read_line(self._program.receive(deadline)), side, position)
        self._known = position.play(square)
        return Decision((square,), reason=self._program.name, seconds=time.monotonic() - start)

    def _news(self, position: Position) -> int | None:
        """Return the opponent's move since the last one of the program's, None before the game's first."""
        known = self._known or Position()
        own, opponent = position.side, position.side.other
        new = squares(position.marks(opponent) & ~known.marks(opponent))
        expected = 0 if self._known is None and own is Side.X else 1
        if position.marks(own) != known.marks(own) or len(new) != expected:
            raise PlayerError(f"{self._program.name} cannot be told of this position; expected a game from the start")
        return new[0] if new else None

    def close(self) -> None:
        """Tell the program to exit, and end it and everything it started."""
        if self._program.running:
            with suppress(PlayerError):
                deadline = time.monotonic() + FAREWELL_SECONDS
                self._program.send(EXIT, deadline)
                self._program.finish(deadline)
        self._program.close()
