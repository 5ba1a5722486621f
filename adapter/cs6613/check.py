"""The compliance run of a program for CS 6613, and its examination: value and statistics against Figure 2."""

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress

from adapter.cs6613.board import LINES_OF_ANSWER, answer_lines, read_move, read_question, search, to_arguments
from adapter.cs6613.remote import LONGEST_LINE
from adapter.programs.compliance import Step, Trial, drawn_positions, take_all, take_steps
from adapter.programs.process import split_command
from adapter.programs.program import Program
from adapter.programs.streams import Lines
from sttt.errors import PlayerError, PlayerTimeoutError, ProtocolError
from sttt.games.four_by_four.game import GAME, Position
from sttt.players.player import CheckStep, ProgramTerms

_WINS = "X X X _ O O _ _ O _ _ _ _ _ _ _ X 2"
"""A question whose best move wins at once."""
_BLOCKS = "O O O _ X X _ _ _ X _ _ _ _ _ _ X 2"
_OTHERS = "X _ O _ _ O _ X O X X O _ X _ _ O 0"
_DEPTHS = (1, 2, 3, 0)
"""Depth limits of hidden boards by turns; 0 for boards with few empty squares."""
_MOST_EMPTY = {0: 8}
"""The empty squares that are searched to the end."""


def check(command: str, terms: ProgramTerms, seconds: float) -> Generator[CheckStep, None, None]:
    """Try each thing in turn, in as many processes as there are questions."""
    return take_steps(_Run(split_command(command), terms, seconds), STEPS)


def examine(
    command: str, terms: ProgramTerms, seconds: float, seed: int, boards: int
) -> Generator[CheckStep, None, None]:
    """Compare the answers about boards drawn from a seed with Figure 2, all seven lines of each."""
    steps = []
    for number in range(boards):
        depth = _DEPTHS[number % len(_DEPTHS)]
        position = _drawn(seed + number, depth)
        asked = " ".join(to_arguments(position, depth))
        steps.append((f"answers {asked} as Figure 2 does", _compared(asked)))
    return take_all(_Run(split_command(command), terms, seconds), steps)


def _drawn(seed: int, depth: int) -> Position:
    most = _MOST_EMPTY.get(depth, 16)
    return drawn_positions(GAME, seed, 1, lambda one: one.empty.bit_count() <= most)[0]


class _Run(Trial[Program]):
    """The program, which is started for each question."""

    def __init__(self, command: Sequence[str], terms: ProgramTerms, seconds: float) -> None:
        self._arguments: list[str] = []
        framing = Lines(LONGEST_LINE)
        super().__init__(lambda: Program("the program", [*command, *self._arguments], framing, terms), seconds)

    def output(self, asked: str) -> list[str]:
        """Return the lines that it prints for a question; it must end in time, and with status 0."""
        self._arguments = asked.split()
        program = self.fresh()
        program.transcript.append(f"> {asked}")
        status = program.finish(self.deadline())
        lines: list[str] = []
        with suppress(PlayerError):  # at the end
            while program.is_waiting():
                lines.append(program.receive(0.0))
        if status is None:
            raise PlayerTimeoutError("it still runs when its time is over; expected it to print its answer and end")
        if status:
            raise PlayerError(f"it ended with exit status {status}; expected 0")
        if not lines:
            raise ProtocolError("it prints nothing; expected MOVE and six more lines")
        return lines


def _moves(asked: str) -> Callable[[_Run], object]:
    return lambda run: read_move(run.output(asked)[0], read_question(asked.split())[0])


def _compared(asked: str) -> Callable[[_Run], object]:
    """Refuse any difference, naming the first line of it."""

    def compare(run: _Run) -> None:
        lines = [" ".join(line.split()) for line in run.output(asked)]
        expected = answer_lines(search(*read_question(asked.split())))
        for line, wanted in zip(lines, expected, strict=False):
            if line != wanted:
                raise ProtocolError(f"it prints {line!a}; expected {wanted!a}")
        if len(lines) != LINES_OF_ANSWER:
            raise ProtocolError(f"it prints {len(lines)} lines; expected {LINES_OF_ANSWER}")

    return compare


STEPS: Sequence[Step[_Run]] = (
    ("starts, and prints MOVE and an empty square", _moves(_WINS)),
    ("plays O as well", _moves(_OTHERS)),
    ("wins where it can, with the values and statistics of Figure 2", _compared(_WINS)),
    ("blocks where it must, with the values and statistics of Figure 2", _compared(_BLOCKS)),
    ("searches to the end without a depth limit", _compared(_OTHERS)),
)
