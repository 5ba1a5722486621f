"""The parts that all protocols' compliance runs share: steps, each tried and told of, and the program under test."""

import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from random import Random
from typing import Generic, NoReturn, Protocol, TypeVar

from adapter.programs.process import split_command
from adapter.programs.program import Program
from adapter.programs.streams import Framing
from sttt.errors import PlayerError, PlayerTimeoutError, ProtocolError, StttError
from sttt.games.game import Game, P
from sttt.players.player import CheckStep, ProgramTerms

QUIET_SECONDS = 0.2
"""For output to come where there must be none."""
END_SECONDS = 5.0
"""For a program to end once it has been told to."""


class Tested(Protocol):
    """A program under test: `Program` is one."""

    transcript: deque[str]
    """The conversation, ``> `` before what was sent and ``< `` before what came."""

    @property
    def running(self) -> bool:
        """Return whether it has not been ended."""

    def close(self) -> None:
        """End it and everything it started."""


T = TypeVar("T", bound=Tested)


class Trial(Generic[T]):
    """The program under test, started as steps need it; they raise an error of ours that says what is wrong."""

    def __init__(self, start: Callable[[], T], seconds: float) -> None:
        """`seconds` are those of wall-clock time for a decision."""
        self._start = start
        self._program: T | None = None
        self.seconds = seconds

    def deadline(self) -> float:
        """Return the moment by which a decision that is asked for now must have come."""
        return time.monotonic() + self.seconds

    @property
    def running(self) -> T | None:
        """The program if it runs."""
        return self._program if self._program and self._program.running else None

    def fresh(self) -> T:
        """Return the program, newly started."""
        self.close()
        self._program = self._start()
        return self._program

    def transcript(self) -> deque[str]:
        """Return what was said to the program and by it, to be cleared for a step of its own."""
        return self._program.transcript if self._program else deque()

    def close(self) -> None:
        """End the program."""
        if self._program:
            self._program.close()


class AnswerTrial(Trial[Program]):
    """A program that is started for each question, answers on standard output, and ends."""

    def __init__(self, command: str, framing: Framing, terms: ProgramTerms, seconds: float, prints: str) -> None:
        """Add a question's words to those of the command; `prints` says in messages what is expected of it."""
        self._words: Sequence[str] = ()
        self._prints = prints
        words = split_command(command)
        super().__init__(lambda: Program("the program", [*words, *self._words], framing, terms), seconds)

    def output(self, *words: str) -> list[str]:
        """Return the lines that it prints for a question; it must end in time, and with status 0."""
        self._words = words
        program = self.fresh()
        program.transcript.append(f"> {' '.join(words)}")
        status = program.finish(self.deadline())
        lines: list[str] = []
        with suppress(PlayerError):  # at the end
            while program.is_waiting():
                lines.append(program.receive(0.0))
        if status is None:
            raise PlayerTimeoutError(
                f"it still runs when its time is over; expected it to print {self._prints} and end"
            )
        if status:
            raise PlayerError(f"it ended with exit status {status}; expected 0")
        return lines


R = TypeVar("R", bound=Trial)  # type: ignore[type-arg] # of any program

Step = tuple[str, Callable[[R], object]]
"""A requirement in words, and the function that tries it; its return value means nothing."""


def take_steps(trial: R, steps: Sequence[Step[R]]) -> Generator[CheckStep, None, None]:
    """Try each thing in turn, and end the program at last; where the first step fails no other is tried."""
    for number, taken in enumerate(take_all(trial, steps)):
        yield taken
        if taken.problem and number == 0:
            return


def take_all(trial: R, steps: Sequence[Step[R]]) -> Generator[CheckStep, None, None]:
    """Try each thing in turn, whatever comes of the others, and end the program at last."""
    try:
        for name, step in steps:
            trial.transcript().clear()
            problem = None
            try:
                step(trial)
            except StttError as error:
                problem = str(error)
            yield CheckStep(name, problem, tuple(trial.transcript()))
    finally:
        trial.close()


def drawn_positions(game: Game[P], seed: int, count: int, wanted: Callable[[P], bool]) -> list[P]:
    """Return unfinished positions of games in which every placement was equally likely, drawn from a seed."""
    random = Random(f"{seed}: {game.name}")
    found: list[P] = []
    while len(found) < count:
        position = game.start()
        passed = []
        while position.result is None:
            passed.append(position)
            position = position.play(random.choice(position.legal_placements()))
        chosen = [one for one in passed if wanted(one)]
        if chosen:
            found.append(random.choice(chosen))
    return found


def expect_quiet(program: Program) -> None:
    """Refuse output that nobody asked for."""
    if program.is_waiting(time.monotonic() + QUIET_SECONDS):
        refuse_unasked(program)


def refuse_unasked(program: Program) -> NoReturn:
    """End a program that has written what it was not asked for."""
    line = program.receive(0.0)
    program.close()
    raise ProtocolError(f"it wrote {line[:60]!a} unasked; expected one line for each request and nothing else")


def expect_end(program: Program, told: str = "the end of its input") -> None:
    """Refuse a program that outlives what ends it, by default the end of its input, or that ends badly."""
    status = program.finish(time.monotonic() + END_SECONDS)
    program.close()
    if status is None:
        raise PlayerTimeoutError(f"it still ran {END_SECONDS:g} s after {told}; expected it to end")
    if status:
        raise PlayerError(f"it ended with exit status {status}; expected 0")
