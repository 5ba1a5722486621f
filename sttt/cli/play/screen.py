"""What the person sees, hears and types: the board in colour, or everything in sentences."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from sttt.cli.game_view import describe_end
from sttt.cli.play.board import Board, status_of
from sttt.cli.play.game_state import GameState
from sttt.cli.play.keys import at_terminal
from sttt.cli.play.line_editor import LineEditor, Page
from sttt.cli.play.speech import describe_board
from sttt.cli.play.styles import SIDE_STYLES, WARNING_STYLE
from sttt.cli.play.threats import Threats, describe_threats, threats_table, winning_line
from sttt.games.game import Game
from sttt.games.record import GameRecord, TurnRecord


class Screen:
    """The terminal, or the pipe, that a game is played at."""

    def __init__(self, game: Game, *, plain: bool, no_colour: bool) -> None:
        """`plain` draws nothing and never changes what was written; without `no_colour` the environment decides."""
        self._game = game
        self._plain = plain
        self._console = Console(
            file=sys.stdout,
            markup=False,
            emoji=False,
            highlight=False,
            color_system=None if plain else "auto",
            no_color=no_colour or None,
        )
        self._board = Board(game)
        self.names = self._board.marks
        """What the sides are called in this game."""
        self._editor = None
        if at_terminal() and not plain and not self._console.is_dumb_terminal:
            self._editor = LineEditor(self._console, sys.stdin.fileno(), self._board)

    @property
    def has_arrows(self) -> bool:
        """Whether squares can be pointed at."""
        return self._editor is not None

    def say(self, line: Text | str = "", style: str = "") -> None:
        """Print a line or several."""
        self._console.print(Text(line, style) if isinstance(line, str) else line, soft_wrap=True)

    def warn(self, line: str) -> None:
        """Print what went wrong."""
        self.say(line, WARNING_STYLE)

    def say_turn(self, turn: TurnRecord) -> None:
        """Print the turn that a player has just made, and its reason."""
        who = (f"{self.names[turn.side]} plays ", SIDE_STYLES[turn.side])
        self.say()
        self.say(Text.assemble(who, (self._game.format_turn(turn.turn), "bold"), f"  {turn.reason or ''}"))

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

    @contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        """Tell meanwhile that a player is thinking."""
        if self._plain:
            yield
            return
        with self._console.status(f"{name} is thinking"):
            yield

    def status(self, state: GameState) -> str:
        """Say who is to move or how the game stands."""
        return "the game is over" if state.ending else status_of(self._game, state.position)

    def ask(self, state: GameState, *, with_board: bool) -> str | None:
        """Read a line without white space around it; None at the end of the input."""
        if self._editor:
            if with_board:
                self.say()
            line = self._editor.read(Page(state, self.status(state)), with_board=with_board)
        else:
            line = self._ask_for_line(state, with_board=with_board)
        return None if line is None else line.strip()

    def _ask_for_line(self, state: GameState, *, with_board: bool) -> str | None:
        if with_board:
            self.show(state)
        self._console.print(Text(f"{self.status(state)}: ", "bold"), end="", soft_wrap=True)
        self._console.file.flush()
        given = sys.stdin.buffer.readline().decode("utf-8", "replace")
        if not given or not sys.stdin.isatty():
            self.say(" ".join(given.split()))
        return given or None
