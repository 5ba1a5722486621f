"""The assignment's own referee: one game between two commands, the first of them Red, and all that it has to say.

It checks every message, shows the board after each move, and times each move from the moment the message it answers
was written. An invalid move is handed on to the opponent, who ought to notice; then the game is over. Behind a move
that ends the game both programs ought to say GAMEOVER. In the end both are told to exit.
"""

import time
from contextlib import suppress
from dataclasses import dataclass

from adapter.command import split_command
from adapter.framing import Lines
from adapter.program import Program
from adapter.qubic_stdio.message import ERROR, EXIT, GAMEOVER, LONGEST, parse_move, read_line
from sttt.errors import PlayerError, PlayerTimeoutError, ProtocolError
from sttt.games.game import Side
from sttt.games.qubic import Position
from sttt.games.qubic_text import COLOURS, MARKS, draw
from sttt.players import ProgramTerms, RefereeTerms

EXIT_SECONDS = 5.0
"""For a program to end after ``exit``."""

_LONGEST_SHOWN = 1_000
"""Characters of a line that are read at all; whatever is longer than the protocol's lines is invalid anyway."""


@dataclass(frozen=True)
class Seat:
    """A program and its colour."""

    side: Side
    program: Program

    @property
    def name(self) -> str:
        """What announcements call it."""
        return f"{COLOURS[self.side]} ({self.program.name})"


def referee(commands: tuple[str, str], terms: RefereeTerms) -> int:
    """Referee one game; returns 0 once it is decided. Raises `PlayerError` if a program does not start."""
    seats: dict[Side, Seat] = {}
    try:
        for side, command in zip(Side, commands, strict=True):
            program = Program(command, split_command(command), Lines(_LONGEST_SHOWN), ProgramTerms())
            seats[side] = Seat(side, program)
        game = _Game(seats, terms)
        game.play()
        game.dismiss()
    finally:
        for seat in seats.values():
            seat.program.close()
    return 0


class _Game:
    """The game under way."""

    def __init__(self, seats: dict[Side, Seat], terms: RefereeTerms) -> None:
        self._seats = seats
        self._seconds = terms.seconds
        self._say = terms.say
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

    def _tell(self, seat: Seat, message: str) -> None:
        """Write a message, which starts the clock; that the program is dead or deaf shows when it has to answer."""
        self._asked[seat.side] = time.monotonic()
        with suppress(PlayerError):
            seat.program.send(message, self._deadline(seat))

    def _deadline(self, seat: Seat) -> float:
        return self._asked[seat.side] + self._seconds

    def _play_move(self, seat: Seat) -> bool:
        """Take a move and hand it on; return whether it counted, having announced the end if it did not."""
        try:
            line = seat.program.receive(self._deadline(seat))
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
        self._tell(self._opponent(seat), line)
        return True

    def _opponent(self, seat: Seat) -> Seat:
        return self._seats[seat.side.other]

    def _refuse(self, seat: Seat, line: str, error: ProtocolError) -> bool:
        """Note an invalid move, ask the opponent whether it notices, and end the game."""
        self._say(f"{seat.name}: invalid move: {error}")
        if line.rstrip("\0") in (ERROR, GAMEOVER):
            self._lose(seat, f"{line.rstrip(chr(0))} where nothing was wrong and the game went on")
            return False
        opponent = self._opponent(seat)
        self._tell(opponent, _forwarded(line))
        noticed = self._reply(opponent) == ERROR
        self._lose(seat, "invalid move", f"{opponent.name} {'recognized' if noticed else 'did not recognize'} it")
        return False

    def _reply(self, seat: Seat) -> str | None:
        """Return what a program writes by its deadline; None for nothing that can be read."""
        try:
            return read_line(seat.program.receive(self._deadline(seat)))
        except (PlayerError, ProtocolError):
            return None

    def _lose(self, seat: Seat, why: str, noticed: str | None = None) -> None:
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
