"""The compliance run of a program that plays through interface files: a game for each thing that is asked of it."""

import re
import time
from collections.abc import Callable, Generator, Sequence

from adapter.connect4_files.files import COLORS, POLL_SECONDS, format_move, read_move
from adapter.connect4_files.remote import FAREWELL_SECONDS, FileProgram
from adapter.programs.compliance import Step, Trial, take_steps
from sttt.errors import PlayerTimeoutError, ProtocolError
from sttt.games.connect_four.position import Position
from sttt.games.game import Side
from sttt.players.player import CheckStep, Limits, ProgramTerms
from sttt.players.registry import make_player

_VERDICT = re.compile(r"w[io]n|draw|tie|los[te]", re.IGNORECASE)
_MIDDLE = 3
"""A column."""


def check(command: str, terms: ProgramTerms, seconds: float) -> Generator[CheckStep, None, None]:
    """Try each thing in turn, in a game and a process of its own."""
    return take_steps(_Run(lambda: FileProgram(command, terms), terms, seconds), STEPS)


class _Run(Trial[FileProgram]):
    """The program, which plays one game."""

    def __init__(self, start: Callable[[], FileProgram], terms: ProgramTerms, seconds: float) -> None:
        super().__init__(start, seconds)
        self._terms = terms

    def begin(self, side: Side) -> FileProgram:
        """Start it and give it its colour, which it has to take."""
        program = self.fresh()
        program.send(COLORS[side])
        self._await_taken(program, time.monotonic() + self._terms.start_seconds)
        return program

    def _await_taken(self, program: FileProgram, deadline: float) -> None:
        if not program.wait_until_taken(deadline):
            raise PlayerTimeoutError("it has not deleted its .in; expected that as soon as it has read it")

    def tell(self, program: FileProgram, move: str) -> None:
        """Give it the turn with a move, which it has to take."""
        program.send(move)
        self._await_taken(program, self.deadline())

    def move(self, program: FileProgram, position: Position) -> Position:
        """Return the position after its move, which must be legal."""
        return position.play(read_move(program.receive(self.deadline()), position))


def _moves_first(run: _Run) -> None:
    run.move(run.begin(Side.X), Position())


def _answers(run: _Run) -> None:
    _opened(run)


def _opened(run: _Run) -> tuple[FileProgram, Position]:
    """Return the program as B, and the position after its answer to W's first move."""
    program, position = run.begin(Side.O), Position()
    run.tell(program, format_move(position, _MIDDLE))
    return program, run.move(program, position.play(_MIDDLE))


def _reads_again(run: _Run) -> None:
    """Write a move slowly and in place, as a program does that renames nothing."""
    program, position = run.begin(Side.O), Position()
    move = format_move(position, _MIDDLE)
    program.transcript.append(f"> {move}, in two halves")
    with program.inbox.open("w", encoding="ascii") as file:
        for half in (move[:4], move[4:]):
            file.write(half)
            file.flush()
            time.sleep(3 * POLL_SECONDS)
    run.move(program, position.play(_MIDDLE))


def _plays_to_the_end(side: Side) -> Callable[[_Run], object]:
    def play(run: _Run) -> None:
        program, position, opponent = run.begin(side), Position(), make_player("uniform", 1)
        while not position.result:
            if position.side is side:
                position = run.move(program, position)
                continue
            (column,) = opponent.choose(position, Limits()).turn
            if column is None:
                raise ProtocolError("the opponent passes; expected a column")
            program.screen = ""
            move = format_move(position, column)
            position = position.play(column)
            if position.result:
                program.send(move)
            else:
                run.tell(program, move)
        program.wait_until_ended(time.monotonic() + FAREWELL_SECONDS)
        if not _VERDICT.search(program.screen):
            raise ProtocolError("it prints nothing of who has won; expected that as soon as the game is over")

    return play


def _refusing(describe: Callable[[Position], str]) -> Callable[[_Run], object]:
    def refuse(run: _Run) -> None:
        program, position = _opened(run)
        program.screen, move = "", describe(position)
        program.send(move)
        end = run.deadline()
        while time.monotonic() < end and not _shows(program.screen, move):
            program.wait_until_ended(min(end, time.monotonic() + POLL_SECONDS))
            if not program.running:
                break
        if not _shows(program.screen, move):
            raise ProtocolError(f"it prints nothing of the invalid move {move}; expected the move and what is wrong")

    return refuse


def _shows(screen: str, move: str) -> bool:
    """Return whether a screen shows a move, and more than that."""
    squeezed, wanted = ("".join(text.split()).upper() for text in (screen, move))
    return wanted in squeezed and wanted != squeezed


def _occupied(position: Position) -> str:
    return f"(W D {position.height(_MIDDLE)})"


STEPS: Sequence[Step[_Run]] = (
    ("starts, takes its colour, and makes the first move as W", _moves_first),
    ("takes W's first move, and answers it as B", _answers),
    ("reads a move again that is not whole yet", _reads_again),
    ("plays a game as W, and prints who has won", _plays_to_the_end(Side.X)),
    ("plays a game as B, and prints who has won", _plays_to_the_end(Side.O)),
    ("prints what is wrong with a move to an occupied space", _refusing(_occupied)),
    ("prints what is wrong with a move above an empty space", _refusing(lambda _: "(W A 6)")),
    ("prints what is wrong with a move of its own colour", _refusing(lambda _: "(B A 1)")),
    ("prints what is wrong with a move out of range", _refusing(lambda _: "(W H 1)")),
    ("prints what is wrong with what is no move", _refusing(lambda _: "(W A)")),
)
