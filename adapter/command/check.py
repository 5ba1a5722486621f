"""The compliance run of a command that is spoken to in s-expressions."""

import time
from collections.abc import Callable, Generator, Sequence

from adapter.programs.compliance import Step, Trial, expect_end, expect_quiet, refuse_unasked, take_steps
from adapter.programs.process import split_command
from adapter.programs.program import Program
from adapter.programs.streams import Lines
from adapter.scheme.board import format_request, parse_turn
from sttt.errors import PlayerTimeoutError, ProtocolError, StttError
from sttt.games.game import Side, Turn
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.text import format_turn, parse_position
from sttt.players.player import CheckStep, ProgramTerms

_LONGEST_LINE = 65_536

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
    ("with blanks and tabs", lambda request: request.replace(" ", " \t ").replace("(little", "( little")),
    ("over several lines, with comments", lambda request: request.replace(" (little", " ; a little board\n  (little")),
)


def check(command: str, terms: ProgramTerms, seconds: float) -> Generator[CheckStep, None, None]:
    """Try each thing in turn; a program that has died is started again for the next, but not if it never starts."""
    words = split_command(command)
    return take_steps(_Run(lambda: Program("the program", words, Lines(_LONGEST_LINE), terms), seconds), STEPS)


class _Run(Trial[Program]):
    """The program, which gets one request after the other."""

    def program(self) -> Program:
        """Return the program, started and ready."""
        return self.running or self._ready(self.fresh())

    def _ready(self, program: Program) -> Program:
        # A greeting is read as its answer, whether it came before the request or after it.
        self._ask(program, format_request(_TWO_LEFT), _TWO_LEFT, program.start_deadline())
        return program

    def ask(self, position: Position, spell: Callable[[str], str] = str) -> Turn:
        """Return the turn with which it answers a position, which must be whole and legal."""
        program = self.program()
        if program.is_waiting():
            refuse_unasked(program)
        return self._ask(program, spell(format_request(position)), position, self.deadline())

    def _ask(self, program: Program, request: str, position: Position, deadline: float) -> Turn:
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
            if program.is_waiting((time.monotonic() + program.start_deadline()) / 2):
                return (
                    "a new process answers the same request while its input is open; expected the limit kept each time"
                )
            program.finish(program.start_deadline())
            return f"{program.receive(0.0)[:60]!a} comes only at the end of its input; expected it flushed at once"
        except StttError:
            return "expected a line, ended by a line break and flushed"
        finally:
            program.close()


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


def _asking(*positions: Position) -> Callable[[_Run], object]:
    return lambda run: [run.ask(position) for position in positions]


def _asking_in(spell: Callable[[str], str]) -> Callable[[_Run], object]:
    return lambda run: run.ask(_OPENED, spell)


STEPS: Sequence[Step[_Run]] = (
    ("starts, and answers a first request in its start-up time", lambda run: run.program()),
    ("answers the empty board in time, with two open squares", _asking(_START)),
    ("plays O as well", _asking(_OPENED)),
    ("answers two requests about the same board", _asking(_OPENED, _OPENED)),
    ("fills the last open square, the other placement being ()", _asking(_ONE_LEFT)),
    ("takes a board on which turns have been forfeited", _asking(_FORFEITED)),
    ("writes nothing that it is not asked for", lambda run: expect_quiet(run.program())),
    ("plays two games in one process", _play_games),
    ("ends with status 0 at the end of its input", lambda run: expect_end(run.program())),
    *((f"reads a request {how} (other referees only)", _asking_in(spell)) for how, spell in _SPELLINGS),
)
"""The spellings come last: a program that takes each line for a request of its own goes on answering after one."""
