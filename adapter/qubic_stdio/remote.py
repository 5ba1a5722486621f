"""The remote half: a program that speaks the protocol as a `Player`, and the assignment's own referee of two such.

The referee checks every message, shows the board after each move, and times each move from the moment the message it
answers was written. An invalid move is handed on to the opponent, who ought to notice; then the game is over. Behind a
move that ends the game both programs ought to say GAMEOVER. In the end both are told to exit.
"""

import time
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from adapter.programs.process import split_command
from adapter.programs.program import Program
from adapter.qubic_stdio.message import (
    ERROR,
    EXIT,
    GAMEOVER,
    LONGEST,
    MessageLines,
    format_move,
    pad,
    parse_move,
    read_line,
)
from sttt.errors import PlayerError, PlayerTimeoutError, ProtocolError, UnfinishedAnswerError
from sttt.games.game import Side
from sttt.games.qubic.position import Position, squares
from sttt.games.qubic.text import COLOURS, MARKS, draw
from sttt.players.player import Decision, Limits, ProgramTerms, RefereeTerms

FAREWELL_SECONDS = 1.0
"""For the program to end by itself after ``exit``."""


class ProgramPlayer:
    """A program in a process of its own, which ends with `close`."""

    def __init__(self, command: str, terms: ProgramTerms) -> None:
        self._program = Program(terms.name or command, split_command(command), MessageLines(), terms)
        self._known: Position | None = None
        """The position after the program's last move."""

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
        self._program.dismiss(EXIT, FAREWELL_SECONDS)


EXIT_SECONDS = 5.0
"""For a program to end after ``exit``."""

_LONGEST_SHOWN = 1_000
"""Characters of a line that are read at all; whatever is longer than the protocol's lines is invalid anyway."""


@dataclass(frozen=True)
class SeatedProgram:
    """A program and its colour."""

    side: Side
    program: Program

    @property
    def name(self) -> str:
        """Its name in announcements."""
        return f"{COLOURS[self.side]} ({self.program.name})"


def referee(commands: tuple[str, str], terms: RefereeTerms) -> int:
    """Referee one game; returns 0 once it is decided. Raises `PlayerError` if a program does not start."""
    seats: dict[Side, SeatedProgram] = {}
    try:
        first = Random(terms.seed).randrange(2) if terms.colours == "random" else 0
        for side, command in zip(Side, (commands[first], commands[1 - first]), strict=True):
            program = Program(command, split_command(command), MessageLines(_LONGEST_SHOWN), ProgramTerms())
            seats[side] = SeatedProgram(side, program)
        game = _Game(seats, terms)
        game.play()
        game.dismiss()
    finally:
        for seat in seats.values():
            seat.program.close()
    return 0


class _Game:
    """The game under way."""

    def __init__(self, seats: dict[Side, SeatedProgram], terms: RefereeTerms) -> None:
        self._seats = seats
        self._seconds = terms.seconds
        self._say = terms.say
        self._pad = terms.pad
        self._position = Position()
        self._asked = dict.fromkeys(Side, 0.0)
        """When each side was last written to, on `time.monotonic`."""

    def play(self) -> None:
        """Play until the game is decided, and announce how."""
        for seat in self._seats.values():
            self._say(f"{seat.name} plays {MARKS[seat.side]}")
            self._tell(seat, MARKS[seat.side])
        while self._position.result is None:
            if not self._play_move(self._seats[self._position.side]):
                return
        self._announce_result()

    def dismiss(self) -> None:
        """Send ``exit`` to those that still run, and say who does not obey."""
        for seat in self._seats.values():
            if not seat.program.running:
                continue
            with suppress(PlayerError):
                deadline = time.monotonic() + EXIT_SECONDS
                seat.program.send(EXIT, deadline)
                if seat.program.finish(deadline) is None:
                    self._say(f"{seat.name} did not end within {EXIT_SECONDS:g} s of exit; it was killed")

    def _tell(self, seat: SeatedProgram, message: str) -> None:
        """Write a message, which starts the clock; that the program is dead or deaf shows when it has to answer."""
        self._asked[seat.side] = time.monotonic()
        with suppress(PlayerError):
            seat.program.send(pad(message)[:-1] if self._pad else message, self._deadline(seat))

    def _deadline(self, seat: SeatedProgram) -> float:
        return self._asked[seat.side] + self._seconds

    def _play_move(self, seat: SeatedProgram) -> bool:
        """Take a move and hand it on; return whether it counted, having announced the end if it did not."""
        try:
            line = seat.program.receive(self._deadline(seat))
        except UnfinishedAnswerError as error:
            self._lose(seat, str(error))
            return False
        except PlayerTimeoutError:
            self._lose(seat, f"timed out: no move within {self._seconds:g} s")
            return False
        except PlayerError as error:
            self._lose(seat, str(error))
            return False
        except ProtocolError as error:
            return self._refuse(seat, "?", error)
        try:
            square = parse_move(read_line(line), seat.side, self._position)
        except ProtocolError as error:
            return self._refuse(seat, line, error)
        self._position = self._position.play(square)
        self._say(f"{seat.name}: {read_line(line)} ({time.monotonic() - self._asked[seat.side]:.2f} s)")
        self._say(draw(self._position))
        self._tell(self._opponent(seat), read_line(line))
        return True

    def _opponent(self, seat: SeatedProgram) -> SeatedProgram:
        return self._seats[seat.side.other]

    def _refuse(self, seat: SeatedProgram, line: str, error: ProtocolError) -> bool:
        """Note an invalid move, ask the opponent whether it notices, and end the game."""
        self._say(f"{seat.name}: invalid move: {error}")
        if line.rstrip("\0\r") in (ERROR, GAMEOVER):
            self._lose(seat, f"{line.rstrip(chr(0) + chr(13))} where nothing was wrong and the game went on")
            return False
        opponent = self._opponent(seat)
        self._tell(opponent, _forwarded(line))
        noticed = self._reply(opponent) == ERROR
        self._lose(seat, "invalid move", f"{opponent.name} {'recognized' if noticed else 'did not recognize'} it")
        return False

    def _reply(self, seat: SeatedProgram) -> str | None:
        """Return what a program writes by its deadline; None for nothing that can be read."""
        try:
            return read_line(seat.program.receive(self._deadline(seat)))
        except (PlayerError, ProtocolError):
            return None

    def _lose(self, seat: SeatedProgram, why: str, noticed: str | None = None) -> None:
        self._say(f"{seat.name} has lost: {why}" + (f"; {noticed}" if noticed else ""))
        self._say(f"{self._opponent(seat).name} wins")

    def _announce_result(self) -> None:
        """Wait for both programs' GAMEOVER, the last mover's first, and announce the winner or the draw."""
        last = self._seats[self._position.side.other]
        for seat in (last, self._opponent(last)):
            reply = self._reply(seat)
            said = "recognized the end of the game" if reply == GAMEOVER else "did not recognize the end of the game"
            self._say(f"{seat.name} {said}" + ("" if reply in (GAMEOVER, None) else f": it wrote {reply!a}"))
        winner = self._position.winner
        if winner:
            self._say(f"{self._seats[self._position.side].name} has lost: four in a line")
            self._say(f"{self._seats[winner].name} wins")
        else:
            self._say("the board is full: a draw")


def _forwarded(line: str) -> str:
    """Return what the opponent gets to see of an invalid line: one that is too long stays recognizably wrong."""
    return line if len(line) < LONGEST else f"{line[: LONGEST - 2].replace(chr(0), '?')}?"
