"""The remote half: a command that is run once for each of X's moves, such as ``java TicTacToe``, as a `Player`."""

import time
from contextlib import closing

from adapter.cs540.board import read_squares, to_arguments
from adapter.programs.process import split_command
from adapter.programs.program import Program
from adapter.programs.streams import Lines
from sttt.errors import PlayerError, ProtocolError
from sttt.games.game import Side
from sttt.games.three_by_four.game import Position
from sttt.players.player import Decision, Limits, ProgramTerms

LONGEST_LINE = 80
"""Characters of a line of the answer; a row has seven."""


class OneMovePlayer:
    """Runs the command with the board and N for each move; nothing is running between moves."""

    def __init__(self, command: str, terms: ProgramTerms) -> None:
        self._name = command
        self._command = split_command(command)
        self._terms = terms

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Ask for X's move; raises `PlayerError` for O's, which the assignment leaves to a person."""
        if position.side is not Side.X:
            raise PlayerError(f"{self._name} plays X alone, as its assignment says; it was asked for O's move")
        start = time.monotonic()
        command = [*self._command, *to_arguments(position), "N"]
        with closing(Program(self._name, command, Lines(LONGEST_LINE), self._terms)) as program:
            deadline = program.move_deadline(limits)
            title = program.receive(deadline).strip()
            if title != "SOLUTION":
                raise ProtocolError(f"{self._name} wrote {title!r}; expected SOLUTION")
            rows = [program.receive(deadline) for _ in range(position.GRID.rows)]
        after = read_squares(" ".join(rows).split())
        return Decision((placement_between(position, after),), reason=self._name, seconds=time.monotonic() - start)

    def close(self) -> None:
        """Nothing to let go of: every run has ended with its move."""


def placement_between(before: Position, after: Position) -> int:
    """Return the one mark of X that `after` has and `before` has not; raises `ProtocolError`."""
    new = after.x & ~before.x
    if after.o != before.o or before.x & ~after.x or new.bit_count() != 1:
        raise ProtocolError("the board of the solution is not the one asked about with one X more; expected that")
    return new.bit_length() - 1
