"""The compliance run of a program for CS4341's referee: a game for each thing that the protocol asks of it."""

from collections.abc import Callable, Generator, Sequence

from adapter.programs.compliance import Step, Trial, expect_end, expect_quiet, take_steps
from adapter.programs.process import split_command
from adapter.programs.program import Program
from adapter.qubic_stdio.message import ERROR, EXIT, GAMEOVER, MessageLines, format_move, pad, parse_move, read_line
from sttt.errors import ProtocolError
from sttt.games.game import Side
from sttt.games.qubic.game import GAME
from sttt.games.qubic.position import Position
from sttt.games.qubic.text import MARKS
from sttt.players.player import CheckStep, Limits, Player, ProgramTerms
from sttt.players.registry import make_player

_OPPONENT = GAME.levels[-1]
"""Wins every game as R: the program has to see the end of one that it loses."""


def check(command: str, terms: ProgramTerms, seconds: float) -> Generator[CheckStep, None, None]:
    """Try each thing in turn, in a game and a process of its own."""
    words = split_command(command)
    return take_steps(_Run(lambda: Program("the program", words, MessageLines(), terms), seconds), STEPS)


class _Run(Trial[Program]):
    """The program, which plays one game."""

    def begin(self, side: Side) -> Program:
        """Start it, and tell it its side."""
        program = self.fresh()
        program.send(MARKS[side], program.start_deadline())
        return program

    def move(self, program: Program, position: Position, deadline: float) -> Position:
        """Return the position after the program's move, which must be legal."""
        message = read_line(program.receive(deadline))
        return position.play(parse_move(message, position.side, position))

    def opened(self) -> tuple[Program, Position]:
        """Return the program as B, and the position after its answer to R's first move."""
        program, position = self.begin(Side.O), Position()
        program.send(format_move(Side.X, 0), program.start_deadline())
        return program, self.move(program, position.play(0), program.start_deadline())

    def expect(self, program: Program, wanted: str, why: str) -> None:
        """Refuse any other message, and any after it."""
        message = read_line(program.receive(self.deadline()))
        if message != wanted:
            raise ProtocolError(f"it answers {message!a} to {why}; expected {wanted}")
        expect_quiet(program)


def _starts(run: _Run) -> None:
    program = run.begin(Side.X)
    run.move(program, Position(), program.start_deadline())


def _waits(run: _Run) -> None:
    expect_quiet(run.begin(Side.O))


def _answers(run: _Run) -> None:
    program, position = run.opened()
    program.send(format_move(Side.X, position.legal_placements()[0]), run.deadline())
    run.move(program, position.play(position.legal_placements()[0]), run.deadline())


def _takes_padding(run: _Run) -> None:
    program = run.begin(Side.O)
    program.send(pad(format_move(Side.X, 0))[:-1], run.deadline())
    run.move(program, Position().play(0), program.start_deadline())


def _noticing(describe: Callable[[Position], str], why: str) -> Callable[[_Run], object]:
    def notice(run: _Run) -> None:
        program, position = run.opened()
        program.send(describe(position), run.deadline())
        run.expect(program, ERROR, why)
        program.send(EXIT, run.deadline())
        expect_end(program, EXIT)

    return notice


def _wins_or_loses(side: Side, make: Callable[[], Player[Position]]) -> Callable[[_Run], object]:
    """Play a game against a player; whoever makes the last move, the program must say GAMEOVER."""

    def play(run: _Run) -> None:
        program, position, opponent = run.begin(side), Position(), make()
        deadline = program.start_deadline()
        while not position.result:
            if position.side is side:
                position = run.move(program, position, deadline)
            else:
                (square,) = opponent.choose(position, Limits.within(run.seconds)).turn
                if square is None:
                    raise ProtocolError("the opponent passes; expected a square")
                program.send(format_move(position.side, square), run.deadline())
                position = position.play(square)
            deadline = run.deadline()
        run.expect(program, GAMEOVER, "the end of the game")
        program.send(EXIT, run.deadline())
        expect_end(program, EXIT)

    return play


def _exits_in_a_game(run: _Run) -> None:
    program, _ = run.opened()
    program.send(EXIT, run.deadline())
    expect_end(program, EXIT)


def _ends_with_its_input(run: _Run) -> None:
    program, _ = run.opened()
    expect_end(program)


def _occupied(position: Position) -> str:
    return format_move(Side.X, next(square for square in range(64) if square not in position.legal_placements()))


def _of_the_other(position: Position) -> str:
    return format_move(Side.O, position.legal_placements()[0])


STEPS: Sequence[Step[_Run]] = (
    ("starts, and makes the first move as R", _starts),
    ("waits for the first move as B", _waits),
    ("answers each move of the opponent", _answers),
    ("takes a move that NUL characters fill up", _takes_padding),
    ("answers ERROR to a move on an occupied square", _noticing(_occupied, "a move on an occupied square")),
    ("answers ERROR to a move outside of the cube", _noticing(lambda _: "R,0,0,4", "a move outside of the cube")),
    ("answers ERROR to a move with its own symbol", _noticing(_of_the_other, "a move with its own symbol")),
    ("answers ERROR to what is no move", _noticing(lambda _: "R,0,0", "what is no move")),
    ("sees the end of a game that it should win", _wins_or_loses(Side.X, lambda: make_player("uniform", 1))),
    ("sees the end of a game that it should lose", _wins_or_loses(Side.O, lambda: make_player(_OPPONENT, 1))),
    ("ends at exit in a game", _exits_in_a_game),
    ("ends with status 0 at the end of its input", _ends_with_its_input),
)
