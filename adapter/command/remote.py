"""The remote half: a command as a `Player`, spoken to in s-expressions."""

import time
from contextlib import suppress

from adapter.programs.process import split_command
from adapter.programs.program import Program
from adapter.scheme.board import fit_turn, format_request, parse_reply, parse_turn
from adapter.scheme.stream import Cutter
from sttt.errors import PlayerError, ProtocolError, cut
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import parse_position
from sttt.players.player import Decision, Limits, ProgramTerms

FIRST_REQUEST = parse_position("/".join(["xoxxooo..", *["xoxxoooxx"] * 8]) + ":x2")
"""Answered by every program at once, for two squares are left: that it is shows that the program has started."""

_LONGEST_NAME = 60

_GREETING_SECONDS = 2.0
"""For the first answer to come after a line that is none."""


class CommandPlayer:
    """A program in a process of its own, which ends with `close`.

    The protocol has no greeting, so a first request, whose answer counts for nothing, takes its place: only then do
    the clocks of a game run. A program that fails it has started all the same; it fails when its turn comes.
    """

    def __init__(self, command: str, terms: ProgramTerms) -> None:
        self._program = Program(terms.name or cut(command, _LONGEST_NAME), split_command(command), Cutter(), terms)
        self._failure: PlayerError | None = None
        try:
            with suppress(ProtocolError):
                self._look_for_more(
                    self._program.exchange(format_request(FIRST_REQUEST), self._program.start_deadline())
                )
        except PlayerError as error:
            self._failure = error
        except BaseException:
            self.close()
            raise

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Send the request, and take the reply as the course's referee does."""
        if self._failure:
            raise type(self._failure)(f"the player did not start: {self._failure}") from self._failure
        start = time.monotonic()
        reply = self._program.exchange(format_request(position), self._program.move_deadline(limits))
        turn = fit_turn(parse_reply(reply, position), position)
        return Decision(turn, reason=self._program.name, seconds=time.monotonic() - start)

    def _look_for_more(self, first: str) -> None:
        """Wait for the answer if a greeting came first: every later answer would count for the turn after its own."""
        try:
            parse_turn(first)
        except ProtocolError:
            self._program.is_waiting(time.monotonic() + _GREETING_SECONDS)

    def close(self) -> None:
        """End the program and everything it started."""
        self._program.close()
