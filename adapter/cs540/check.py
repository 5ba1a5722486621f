"""The compliance run of a program for CS 540: its answers and its traces, as the assignment's samples fix them."""

from collections.abc import Callable, Generator, Sequence

from adapter.cs540.board import format_node, format_rows, read_squares, solve, to_arguments
from adapter.cs540.remote import LONGEST_LINE, placement_between
from adapter.programs.compliance import AnswerTrial, Step, drawn_positions, take_all, take_steps
from adapter.programs.streams import Lines
from sttt.errors import ProtocolError
from sttt.games.game import Side
from sttt.games.three_by_four.game import GAME, Position
from sttt.players.player import CheckStep, ProgramTerms

_SAMPLES = ("O X O X # X X O O O _ _", "O X O X # O X O _ _ _ _", "O X X O # _ O X _ _ O _")
"""The boards of the assignment's three runs."""
_MOST_EMPTY = 6
"""A trace of such a board has at most a few thousand nodes."""
_OTHERS = ("X O _ _ # X O _ _ _ _ _", "_ X O O # X _ _ O _ X _", "X X O X # O O _ X O _ _")
"""Boards on which a move wins at once, on which one must be stopped, and others."""


def check(command: str, terms: ProgramTerms, seconds: float) -> Generator[CheckStep, None, None]:
    """Try each thing in turn, in as many processes as there are questions."""
    return take_steps(_trial(command, terms, seconds), STEPS)


def _trial(command: str, terms: ProgramTerms, seconds: float) -> AnswerTrial:
    return AnswerTrial(command, Lines(LONGEST_LINE), terms, seconds, "its move")


def _expected(position: Position, *, trace: bool) -> list[str]:
    nodes: list[str] = []
    _, after = solve(position, lambda *node: nodes.append(format_node(*node)))
    return "\n".join([*(nodes if trace else []), "SOLUTION", format_rows(after)]).split("\n")


def _starts(trial: AnswerTrial) -> None:
    lines = trial.output(*_SAMPLES[0].split(), "N")
    if not lines or lines[0].strip() != "SOLUTION":
        raise ProtocolError(f"it prints {(lines or [''])[0][:60]!a} first; expected SOLUTION")


def _marks_one(trial: AnswerTrial) -> None:
    for squares in (*_SAMPLES, *_OTHERS):
        lines = trial.output(*squares.split(), "N")
        after = read_squares(" ".join(lines[1:4]).split())
        placement_between(read_squares(squares.split()), after)


def _chooses_best(trial: AnswerTrial) -> None:
    for squares in (*_SAMPLES, *_OTHERS):
        _compare(trial.output(*squares.split(), "N"), _expected(read_squares(squares.split()), trace=False))


def _tracing(squares: str) -> Callable[[AnswerTrial], object]:
    return lambda trial: _compare(
        trial.output(*squares.split(), "Y"), _expected(read_squares(squares.split()), trace=True)
    )


def examine(
    command: str, terms: ProgramTerms, seconds: float, seed: int, boards: int
) -> Generator[CheckStep, None, None]:
    """Have the search traced on boards drawn from a seed, each from a game with up to `_MOST_EMPTY` squares left."""
    drawn = drawn_positions(GAME, seed, boards, lambda one: one.side is Side.X and one.empty.bit_count() <= _MOST_EMPTY)
    steps = [
        (f"traces the search of {' '.join(to_arguments(one))}", _tracing(" ".join(to_arguments(one)))) for one in drawn
    ]
    return take_all(_trial(command, terms, seconds), steps)


def _compare(lines: Sequence[str], expected: Sequence[str]) -> None:
    """Refuse any difference, naming the first line of it."""
    for number, (line, wanted) in enumerate(zip(lines, expected, strict=False), start=1):
        if line != wanted:
            raise ProtocolError(f"line {number} is {line!a}; expected {wanted!a}")
    if len(lines) != len(expected):
        raise ProtocolError(f"it prints {len(lines)} lines; expected {len(expected)}")


STEPS: Sequence[Step[AnswerTrial]] = (
    ("starts, prints SOLUTION, and ends with status 0", _starts),
    ("prints the board with one X more, and (1,0) empty", _marks_one),
    ("makes the first of the best moves, and prints nothing else", _chooses_best),
    ("traces the search of the first sample run", _tracing(_SAMPLES[0])),
    ("traces the search of the second sample run", _tracing(_SAMPLES[1])),
)
