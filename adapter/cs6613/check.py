"""The compliance run of a program for CS 6613, and its examination: value and statistics against Figure 2."""

from collections.abc import Callable, Generator, Sequence

from adapter.cs6613.board import LINES_OF_ANSWER, answer_lines, read_move, read_question, search, to_arguments
from adapter.cs6613.remote import LONGEST_LINE
from adapter.programs.compliance import AnswerTrial, Step, drawn_positions, take_all, take_steps
from adapter.programs.streams import Lines
from sttt.errors import ProtocolError
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
    return take_steps(_trial(command, terms, seconds), STEPS)


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
    return take_all(_trial(command, terms, seconds), steps)


def _drawn(seed: int, depth: int) -> Position:
    most = _MOST_EMPTY.get(depth, 16)
    return drawn_positions(GAME, seed, 1, lambda one: one.empty.bit_count() <= most)[0]


def _trial(command: str, terms: ProgramTerms, seconds: float) -> AnswerTrial:
    return AnswerTrial(command, Lines(LONGEST_LINE), terms, seconds, "its answer")


def _output(trial: AnswerTrial, asked: str) -> list[str]:
    lines = trial.output(*asked.split())
    if not lines:
        raise ProtocolError("it prints nothing; expected MOVE and six more lines")
    return lines


def _moves(asked: str) -> Callable[[AnswerTrial], object]:
    return lambda trial: read_move(_output(trial, asked)[0], read_question(asked.split())[0])


def _compared(asked: str) -> Callable[[AnswerTrial], object]:
    """Refuse any difference, naming the first line of it."""

    def compare(trial: AnswerTrial) -> None:
        lines = [" ".join(line.split()) for line in _output(trial, asked)]
        expected = answer_lines(search(*read_question(asked.split())))
        for line, wanted in zip(lines, expected, strict=False):
            if line != wanted:
                raise ProtocolError(f"it prints {line!a}; expected {wanted!a}")
        if len(lines) != LINES_OF_ANSWER:
            raise ProtocolError(f"it prints {len(lines)} lines; expected {LINES_OF_ANSWER}")

    return compare


STEPS: Sequence[Step[AnswerTrial]] = (
    ("starts, and prints MOVE and an empty square", _moves(_WINS)),
    ("plays O as well", _moves(_OTHERS)),
    ("wins where it can, with the values and statistics of Figure 2", _compared(_WINS)),
    ("blocks where it must, with the values and statistics of Figure 2", _compared(_BLOCKS)),
    ("searches to the end without a depth limit", _compared(_OTHERS)),
)
