"""The remote half: a command that is run once for each move, as a `Player`, and asked for its statistics."""

import time
from collections.abc import Sequence
from contextlib import closing

from adapter.cs6613.board import read_move, to_arguments
from adapter.programs.process import split_command
from adapter.programs.program import Program
from adapter.programs.streams import Lines
from sttt.games.four_by_four.game import Position
from sttt.players.player import Decision, Limits, ProgramTerms

LONGEST_LINE = 200
_CUT_OFF = ((12, 4), (10, 5), (8, 6))
"""Empty squares from which on a search is cut off at a depth that a program in any language reaches in 10 s."""


def depth_for(position: Position) -> int:
    """Return the depth at which a program is told to cut its search off in a game; 0 for none."""
    empty = position.empty.bit_count()
    return next((depth for most, depth in _CUT_OFF if empty >= most), 0)


class SearchPlayer:
    """Runs the command with the board for each move; nothing is running between moves."""

    def __init__(self, command: str, terms: ProgramTerms) -> None:
        self._name = terms.name or command
        self._command: Sequence[str] = split_command(command)
        self._terms = terms

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Ask for a move with a depth that suits the number of empty squares."""
        start = time.monotonic()
        command = [*self._command, *to_arguments(position, depth_for(position))]
        with closing(Program(self._name, command, Lines(LONGEST_LINE), self._terms)) as program:
            placement = read_move(program.receive(program.move_deadline(limits)), position)
        return Decision((placement,), reason=self._name, seconds=time.monotonic() - start)

    def close(self) -> None:
        """Nothing to let go of: every run has ended with its move."""
