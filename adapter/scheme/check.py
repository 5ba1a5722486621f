"""The compliance run of a Scheme file: its AI is called as the course's referee calls it."""

from collections import deque
from collections.abc import Callable, Generator, Sequence

from adapter.programs.compliance import Step, Trial, take_steps
from adapter.scheme.board import format_request, format_turn
from adapter.scheme.remote import SchemePlayer, connect
from sttt.errors import PlayerTimeoutError, ProtocolError
from sttt.games.game import Side
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.text import parse_position
from sttt.players.player import CheckStep, Limits, ProgramTerms

_START = Position()
_OPENED, _ = enter_turn(_START, (40, 36))
_ONE_LEFT = parse_position("/".join([*["xoxxoooxx"] * 8, "xoxxooox."]) + ":o1")
_FORFEITED = Position.from_marks(0, (1 << 40) + (1 << 80) + (1 << 3), Side.X)
"""As no game is without turns forfeited by X."""


def check(program: str, terms: ProgramTerms, seconds: float) -> Generator[CheckStep, None, None]:
    """Try each thing in turn; an interpreter that has ended is started again for the next."""
    return take_steps(_Run(lambda: _Loaded(connect(program, terms)), seconds), STEPS)


class _Loaded:
    """The AI of a file, and what was said to it and by it."""

    def __init__(self, player: SchemePlayer) -> None:
        self._player = player
        self.transcript = deque[str](maxlen=50)

    @property
    def running(self) -> bool:
        """Return whether the interpreter has not been ended."""
        return self._player.running

    def ask(self, position: Position, deadline: float) -> Position:
        """Return the position after its turn, all of which must count."""
        self.transcript.append(f"> {format_request(position)}")
        turn = self._player.choose(position, Limits(deadline)).turn
        self.transcript.append(f"< {format_turn(turn)}")
        after, counted = enter_turn(position, turn)
        if None in counted and not after.result:
            wanted = "two open squares" if position.left == 2 else "the one open square and ()"
            raise ProtocolError(f"its turn counts as {format_turn(counted)}; expected {wanted}, the second still open")
        return after

    def close(self) -> None:
        """End the interpreter."""
        self._player.close()


class _Run(Trial[_Loaded]):
    """The file, loaded as steps need it."""

    def ask(self, position: Position) -> Position:
        """Return the position after the AI's turn."""
        loaded = self.running or self.fresh()
        try:
            return loaded.ask(position, self.deadline())
        except PlayerTimeoutError as error:
            raise PlayerTimeoutError(f"{error}; the limit is {self.seconds:g} s") from error


def _asking(*positions: Position) -> Callable[[_Run], object]:
    return lambda run: [run.ask(position) for position in positions]


def _plays(side: Side) -> Callable[[_Run], object]:
    def play(run: _Run) -> None:
        position = _START
        run.fresh()
        while not position.result:
            if position.side is side:
                position = run.ask(position)
            else:
                position, _ = enter_turn(position, position.legal_placements()[: position.left])

    return play


STEPS: Sequence[Step[_Run]] = (
    ("loads, and gives the AI", lambda run: run.fresh()),
    ("answers the empty board in time, with two open squares", _asking(_START)),
    ("plays O as well", _asking(_OPENED)),
    ("answers the same board again", _asking(_OPENED, _OPENED)),
    ("fills the last open square, the other placement being ()", _asking(_ONE_LEFT)),
    ("takes a board on which turns have been forfeited", _asking(_FORFEITED)),
    ("plays a game to the end as X", _plays(Side.X)),
    ("plays a game to the end as O", _plays(Side.O)),
)
