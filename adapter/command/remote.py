"""The remote half: a command as a `Player`, spoken to in s-expressions, and the compliance run of one."""

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import NoReturn

from adapter.programs.process import split_command
from adapter.programs.program import Program
from adapter.programs.streams import Lines
from adapter.scheme.board import fit_turn, format_request, parse_reply, parse_turn
from adapter.scheme.stream import Cutter
from sttt.errors import PlayerError, PlayerTimeoutError, ProtocolError, StttError
from sttt.games.game import Side, Turn
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.text import format_turn, parse_position
from sttt.players.player import CheckStep, Decision, Limits, ProgramTerms

FIRST_REQUEST = parse_position("/".join(["xoxxooo..", *["xoxxoooxx"] * 8]) + ":x2")
"""Answered by every program at once, for two squares are left: that it is shows that the program has started."""

_LONGEST_NAME = 60

_GREETING_SECONDS = 2.0
"""For the first answer to come behind a line that is none."""


def _shorten(command: str) -> str:
    return command if len(command) <= _LONGEST_NAME else f"{command[: _LONGEST_NAME - 3]}..."


class CommandPlayer:
    """A program in a process of its own, which ends with `close`.

    The protocol has no greeting, so a first request, whose answer counts for nothing, takes its place: only then do
    the clocks of a game run. A program that fails it has started all the same; it fails when its turn comes.
    """

    def __init__(self, command: str, terms: ProgramTerms) -> None:
        self._program = Program(terms.name or _shorten(command), split_command(command), Cutter(), terms)
        self._failure: PlayerError | None = None
        try:
            with suppress(ProtocolError):
                self._look_behind(self._program.exchange(format_request(FIRST_REQUEST), self._program.start_deadline()))
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

    def _look_behind(self, first: str) -> None:
        """Wait for the answer if a greeting came first: every later answer would count for the turn after its own."""
        try:
            parse_turn(first)
        except ProtocolError:
            self._program.is_waiting(time.monotonic() + _GREETING_SECONDS)

    def close(self) -> None:
        """End the program and everything it started."""
        self._program.close()


_LONGEST_LINE = 65_536
_QUIET_SECONDS = 0.2
"""For a second answer to come, where there must be none."""
_END_SECONDS = 5.0
"""For the program to end after its input has."""

_DEAD = "xoxxoooxx"
"""A full little board without a line."""
_START = Position()
_OPENED, _ = enter_turn(_START, (40, 36))
_TWO_LEFT = parse_position("/".join(["xoxxooo..", *[_DEAD] * 8]) + ":x2")
_ONE_LEFT = parse_position("/".join([*[_DEAD] * 8, "xoxxooox."]) + ":o1")
_FORFEITED = Position.from_marks(0, (1 << 40) + (1 << 80) + (1 << 3), Side.X)
"""As no game is without turns forfeited by X."""

_SPELLINGS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("in capitals", str.upper),
    ("quoted as a whole", lambda request: f"'{request}"),
    ("with quotes within", lambda request: request.replace("(big", "'(big").replace(" x", " 'x").replace(" o", " 'o")),
    ("with (quote ...)", lambda request: request.replace(" x", " (quote x)").replace(" o", " (quote o)")),
    ("with nil for ()", lambda request: request.replace("()", "nil")),
    ("with #f for ()", lambda request: request.replace("()", "#f")),
    ("over several lines, with comments", lambda request: request.replace(" (little", " ; a little board\n  (little")),
    ("with blanks and tabs", lambda request: request.replace(" ", " \t ").replace("(little", "( little")),
)


def check(command: Sequence[str], terms: ProgramTerms, seconds: float) -> Generator[CheckStep, None, None]:
    """Try each thing in turn; a program that has died is started again for the next, but not if it never starts."""
    run = _Run(command, terms, seconds)
    try:
        for number, (name, step) in enumerate(_STEPS):
            found = run.take(name, step)
            yield found
            if found.problem and number == 0:
                return
    finally:
        run.close()


class _Run:
    """The program under test; steps raise an error of ours that says what is wrong."""

    def __init__(self, command: Sequence[str], terms: ProgramTerms, seconds: float) -> None:
        self._command = command
        self._terms = terms
        self._seconds = seconds
        self._program: Program | None = None

    def take(self, name: str, step: "_Step") -> CheckStep:
        """Take one step, and tell what came of it."""
        if self._program:
            self._program.transcript.clear()
        problem = None
        try:
            step(self)
        except StttError as error:
            problem = str(error)
        return CheckStep(name, problem, tuple(self._program.transcript) if self._program else ())

    def program(self) -> Program:
        """Return the program, started and ready."""
        if self._program and self._program.running:
            return self._program
        self._program = self._start()
        self._ask(self._program, format_request(_TWO_LEFT), _TWO_LEFT, self._program.start_deadline())
        return self._program

    def _start(self) -> Program:
        return Program("the program", self._command, Lines(_LONGEST_LINE), self._terms)

    def ask(self, position: Position, spell: Callable[[str], str] = str) -> Turn:
        """Return the turn with which it answers a position, which must be whole and legal."""
        program = self.program()
        return self._ask(program, spell(format_request(position)), position, time.monotonic() + self._seconds)

    def _ask(self, program: Program, request: str, position: Position, deadline: float) -> Turn:
        if program.is_waiting():
            self._refuse_unasked(program)
        program.send(request, deadline)
        try:
            line = program.receive(deadline)
        except PlayerTimeoutError as error:
            raise PlayerTimeoutError(f"{error}; {self._why_late(request)}") from error
        return _checked(parse_turn(line), position)

    def _why_late(self, request: str) -> str:
        """Look whether the answer comes when the input ends: then it has been waiting in a buffer."""
        program = self._start()
        try:
            program.send(request, program.start_deadline())
            program.finish(program.start_deadline())
            return f"{program.receive(0.0)[:60]!a} comes only at the end of its input; expected it flushed at once"
        except StttError:
            return "expected a line, ended by a line break and flushed"
        finally:
            program.close()

    def expect_quiet(self) -> None:
        """Refuse output that nobody asked for."""
        program = self.program()
        time.sleep(_QUIET_SECONDS)
        if program.is_waiting():
            self._refuse_unasked(program)

    def _refuse_unasked(self, program: Program) -> NoReturn:
        line = program.receive(0.0)
        program.close()
        raise ProtocolError(f"it wrote {line[:60]!a} unasked; expected one line for each request and nothing else")

    def expect_end(self) -> None:
        """Refuse a program that outlives its input, or that ends badly."""
        program = self.program()
        status = program.finish(time.monotonic() + _END_SECONDS)
        program.close()
        if status is None:
            raise PlayerTimeoutError(f"it still ran {_END_SECONDS:g} s after the end of its input; expected it to end")
        if status:
            raise PlayerError(f"it ended with exit status {status}; expected 0")

    def close(self) -> None:
        """End the program."""
        if self._program:
            self._program.close()


_Step = Callable[[_Run], object]
"""Tries one thing; what it returns says nothing."""


def _checked(turn: Turn, position: Position) -> Turn:
    """Refuse a turn of which not every possible placement counts, as the referee enters it."""
    placements = tuple(placement for placement in turn if placement is not None)
    after, counted = enter_turn(position, placements)
    if counted == placements and (len(placements) == position.left or after.result):
        return placements
    wanted = "two open squares" if position.left == 2 else "the one open square and ()"
    raise ProtocolError(f"its turn is {format_turn(turn)}; expected {wanted}, the second still open after the first")


def _play_games(run: _Run) -> None:
    """Play two games in the same process, once as each side, against the first open squares."""
    for side in Side:
        position = _START
        while not position.result:
            turn = run.ask(position) if position.side is side else position.legal_placements()[: position.left]
            position, _ = enter_turn(position, turn)


def _asking(*positions: Position) -> _Step:
    return lambda run: [run.ask(position) for position in positions]


def _asking_in(spell: Callable[[str], str]) -> _Step:
    return lambda run: run.ask(_OPENED, spell)


_STEPS: tuple[tuple[str, _Step], ...] = (
    ("starts, and answers a first request in its start-up time", lambda run: run.program()),
    ("answers the empty board in time, with two open squares", _asking(_START)),
    ("plays O as well", _asking(_OPENED)),
    ("answers two requests about the same board", _asking(_OPENED, _OPENED)),
    ("fills the last open square, the other placement being ()", _asking(_ONE_LEFT)),
    ("takes a board on which turns have been forfeited", _asking(_FORFEITED)),
    ("writes nothing that it is not asked for", lambda run: run.expect_quiet()),
    *((f"reads a request {how} (other referees only)", _asking_in(spell)) for how, spell in _SPELLINGS),
    ("plays two games in one process", _play_games),
    ("ends with status 0 at the end of its input", lambda run: run.expect_end()),
)
