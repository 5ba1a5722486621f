"""The assignment's referee: colours by lot, files, the board after each move, clocks, illegal moves, who has won."""

import time
from collections.abc import Mapping
from contextlib import ExitStack, closing
from random import Random

from adapter.connect4_files.move import COLORS, draw, format_move, outcome, read_move
from adapter.connect4_files.remote import FileProgram
from sttt.errors import IllegalPlacement, PlayerError, PlayerTimeoutError, ProtocolError
from sttt.games.connect_four import Position
from sttt.games.game import Side
from sttt.players import RefereeTerms

FAREWELL_SECONDS = 2.0
"""For the programs to see the last move, to print who has won, and to end."""

ENDED_BY_RULES, ENDED_BY_FAULT = 0, 1
"""Exit statuses."""


def referee(commands: tuple[str, str], terms: RefereeTerms) -> int:
    """Play one game between two commands, and announce how it goes and ends.

    Returns `ENDED_BY_RULES`, or `ENDED_BY_FAULT` if a program lost by an illegal move, by its time or by ending itself.
    Raises `PlayerError` if one does not start.
    """
    with ExitStack() as stack:
        programs = [stack.enter_context(closing(FileProgram(command))) for command in commands]
        white = Random(terms.seed).randrange(2)
        for side, number in zip(Side, (white, 1 - white), strict=True):
            terms.say(f"{COLORS[side]} is program {number + 1}, {commands[number]}")
        status = _Table({Side.X: programs[white], Side.O: programs[1 - white]}, terms).play()
        for program in programs:
            program.wait_until_ended(time.monotonic() + FAREWELL_SECONDS)
    return status


class _Table:
    """The game under way."""

    def __init__(self, seats: Mapping[Side, FileProgram], terms: RefereeTerms) -> None:
        self._seats = seats
        self._terms = terms
        self._position = Position()

    def play(self) -> int:
        """Play the game and announce its end; return the exit status."""
        for side, program in self._seats.items():
            program.send(COLORS[side])
        given = time.monotonic()
        while not self._position.result:
            try:
                given = self._play_move(self._seats[self._position.side], given + self._terms.seconds)
            except (IllegalPlacement, ProtocolError, PlayerError) as error:
                loser = self._position.side  # after its move, that is the side that does not take it
                self._terms.say(f"{COLORS[loser]} has lost: {error}\n{COLORS[loser.other]} has won")
                return ENDED_BY_FAULT
        self._terms.say(outcome(self._position))
        return ENDED_BY_RULES

    def _play_move(self, program: FileProgram, deadline: float) -> float:
        """Take the move of the side to move, show it, and give the turn; return the moment when that was."""
        column = read_move(program.receive(deadline), self._position)
        left = deadline - time.monotonic()
        if left < 0:
            raise PlayerTimeoutError(f"{program.name} came {-left:.2f} s late")
        move = format_move(self._position, column)
        self._position = self._position.play(column)
        self._terms.say(f"{move} after {self._terms.seconds - left:.1f} s\n{draw(self._position)}")
        opponent = self._seats[self._position.side]
        if not self._position.result and not opponent.wait_until_taken(time.monotonic() + self._terms.seconds):
            raise PlayerTimeoutError(f"{opponent.name} has not read its file; expected it to be deleted")
        opponent.send(move)
        return time.monotonic()
