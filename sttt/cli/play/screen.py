"""The terminal of a game: the board in colour, or everything in sentences, and the lines typed."""

import os
import select
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from rich.console import Group
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from sttt.cli.output.game_view import describe_end
from sttt.cli.output.tables import HouseConsole
from sttt.cli.play.board import SIDE_STYLES, BoardDrawing
from sttt.cli.play.description import Threats, describe_board, describe_threats, threats_table, winning_line
from sttt.cli.play.game_state import GameState
from sttt.errors import printable
from sttt.execution.executor import interrupts_held
from sttt.execution.foreign import text_of
from sttt.games.game import Game
from sttt.games.records.record import GameRecord, TurnRecord

_WARNING_STYLE = "yellow"

_SIGNAL_SECONDS = 0.1
"""The pause between two looks for a signal while a line is waited for."""


class Screen:
    """The terminal, or the pipe, that a game is played at."""

    def __init__(self, game: Game, words: Mapping[str, str], *, plain: bool, no_colour: bool) -> None:
        """`words` are the commands that can be typed, each with what may follow it.

        `plain` draws nothing and never changes what was written; without `no_colour` the environment decides.
        """
        self._game = game
        self._plain = plain
        self._console = HouseConsole(
            file=sys.stdout, color_system=None if plain else "auto", no_color=no_colour or None
        )
        self._board = BoardDrawing(game)
        self.names = self._board.names
        """The names of the sides in this game."""
        self._prompt = None
        if _at_terminal() and not plain and not self._console.is_dumb_terminal:
            from sttt.cli.play.prompt import BoardPrompt  # noqa: PLC0415 - takes longer to load than all the rest

            self._prompt = BoardPrompt(self._console, self._board, words)

    @property
    def has_arrows(self) -> bool:
        """Return whether squares can be pointed at."""
        return self._prompt is not None

    def say(self, line: Text | str = "", style: str = "") -> None:
        """Print a line, or text of several."""
        self._console.say(Text(printable(line), style) if isinstance(line, str) else line)

    def warn(self, line: str) -> None:
        """Print what went wrong."""
        self.say(line, _WARNING_STYLE)

    def say_turn(self, turn: TurnRecord) -> None:
        """Print the turn that a player has just made, and its reason."""
        who = (f"{self.names[turn.side]} plays ", SIDE_STYLES[turn.side])
        self.say()
        self.say(Text.assemble(who, (self._game.format_turn(turn.turn), "bold"), f"  {printable(turn.reason or '')}"))

    def say_end(self, state: GameState, record: GameRecord) -> None:
        """Print how the game ended, and with which line."""
        self.say(describe_end(record, self.names), "bold")
        if line := winning_line(self._game, state.position):
            self.say(f"The line: {line}.")

    def show(self, state: GameState) -> None:
        """Show the board."""
        self.say()
        if self._plain:
            for line in describe_board(self._game, state.position, self.names):
                self.say(line)
        else:
            self.say(self._board.draw(state))

    def show_threats(self, threats: Threats) -> None:
        """Show the costs of groups and lines."""
        if self._plain:
            for line in describe_threats(threats, self.names):
                self.say(line)
        else:
            self._console.print(threats_table(threats, self.names))

    def leave(self, state: GameState) -> None:
        """Show the board of a game that nobody goes on with, where it would go away with the prompt."""
        if self._shows_board(state):
            self.show(state)

    @contextmanager
    def thinking(self, name: str, state: GameState | None) -> Iterator[None]:
        """Tell meanwhile that a player is thinking, below the board of `state` where that goes with the prompt."""
        if self._plain:
            yield
            return
        said = Text(f"{printable(name)} is thinking")
        if state is None or not self._shows_board(state):
            with self._console.status(said):
                yield
            return
        shown = Group("", self._board.draw(state), Spinner("dots", said, style="status.spinner"))
        live = Live(shown, console=self._console, transient=True)
        try:
            with interrupts_held():  # half painted, it could not be taken off the screen again
                live.start(refresh=True)
            yield
        finally:
            live.stop()

    def status(self, state: GameState) -> str:
        """Say who is to move or how the game stands."""
        return "the game is over" if state.ending else self._board.status(state.position)

    def ask(self, state: GameState, *, is_new: bool) -> str | None:
        """Read a line without white space around it; None at the end of the input.

        The board is shown with it: always where it can be painted over, else if it is new.
        """
        if is_new and not state.ending and not self._shows_board(state):
            self.show(state)
        line = self._prompt.read(state, self.status(state)) if self._prompt else self._ask_for_line(state)
        return None if line is None else line.strip()

    def _shows_board(self, state: GameState) -> bool:
        """Return whether the board goes with the prompt."""
        return self._prompt is not None and self._prompt.shows_board(state)

    def _ask_for_line(self, state: GameState) -> str | None:
        self._console.print(Text(f"{self.status(state)}: ", "bold"), end="", soft_wrap=True)
        self._console.file.flush()
        _wait_for_typing()
        given = text_of(sys.stdin.buffer.readline(), "replace")
        if not given or not sys.stdin.isatty():
            self.say(" ".join(given.split()))
        return given or None


def _wait_for_typing() -> None:
    """Wait at a terminal until there is a line to read, so that Ctrl-C is heard at once.

    The signal ends a read only if it comes during the read and in this thread; otherwise Python would run its handler
    after the next line. So nothing is read before there is something.
    """
    if sys.platform != "win32" and sys.stdin.isatty():  # a line at a time: nothing of it is left in Python's buffer
        while not select.select([sys.stdin], [], [], _SIGNAL_SECONDS)[0]:
            pass  # here Python runs the handlers of signals


def _at_terminal() -> bool:
    """Return whether single keys can be read from standard input and shown on standard output."""
    is_terminal = sys.platform == "win32" or bool(os.environ.get("TERM"))
    return is_terminal and sys.stdin.isatty() and sys.stdout.isatty()
