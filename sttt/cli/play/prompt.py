"""One line of input at a terminal: typed, with history and completion, or a square pointed at on the board above it."""

import re
import sys
from collections.abc import Callable, Iterable, Mapping

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle
from rich.console import Console
from rich.text import Text

from sttt.cli.play.board import BoardDrawing
from sttt.cli.play.game_state import GameState
from sttt.errors import printable

_STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}

_ESCAPE_SECONDS = 0.05
"""The time that the rest of an arrow key's sequence may take; an escape by itself is the Escape key."""


class BoardPrompt:
    """The last lines on the screen, painted over and over: the board where it fits, and the line that is typed."""

    def __init__(self, console: Console, board: BoardDrawing, words: Mapping[str, str]) -> None:
        """`words` are the commands that can be typed, each with what may follow it."""
        self._console = console
        self._board = board
        self._words = words
        self._state: GameState | None = None
        self._status = ""
        self._cursor: int | None = None
        self._session = PromptSession[str](
            self._message,
            completer=_LineCompleter(words, self._squares),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
            key_bindings=self._keys(),
            enable_suspend=True,
            erase_when_done=True,
            output=_output(),
        )
        self._session.app.ttimeoutlen = _ESCAPE_SECONDS
        self._session.default_buffer.on_text_changed += lambda _: self._point_at(None)

    def shows_board(self, state: GameState) -> bool:
        """Return whether the board goes with the line: it must fit on the screen, and something be left to place."""
        drawn = self._board.draw(state).plain.split("\n")
        rows, columns = len(drawn) + 2, max(map(len, drawn))
        return state.ending is None and rows < self._console.height and columns <= self._console.width

    def read(self, state: GameState, status: str) -> str | None:
        """Return the line, the square's name if one was pointed at; None at the end of the input.

        The line stays on the screen, the board does not.
        """
        self._state, self._status, self._cursor = state, status, None
        line = None
        try:
            line = self._session.prompt() or self._pointed_at()
        except EOFError:
            pass
        finally:
            self._console.print(self._prompt(printable(line or "")), soft_wrap=True)
        return line

    def _message(self) -> ANSI:
        """Draw the board with its cursor, and the prompt below."""
        pointed = f" at {self._pointed_at()}" if self._pointed_at() else ""
        with self._console.capture() as drawn:
            if self._state and self.shows_board(self._state):
                self._console.print(Text("\n") + self._board.draw(self._state, self._cursor), soft_wrap=True)
            self._console.print(self._prompt(pointed=pointed), end="", soft_wrap=True)
        return ANSI(drawn.get())

    def _prompt(self, typed: str = "", *, pointed: str = "") -> Text:
        return Text.assemble((f"{self._status}{pointed}: ", "bold"), typed)

    def _pointed_at(self) -> str:
        return "" if self._cursor is None else self._board.name(self._cursor)

    def _squares(self) -> Iterable[str]:
        placements = self._state.position.legal_placements() if self._state else ()
        return (self._board.name(placement) for placement in placements)

    def _point_at(self, placement: int | None) -> None:
        self._cursor = placement

    def _move(self, down: int, right: int) -> None:
        """Move the cursor one square on, or show it."""
        if self._state:
            here = self._cursor
            middle = self._board.nearest_to_middle
            self._point_at(middle(self._state.position) if here is None else self._board.neighbour(here, down, right))

    def _keys(self) -> KeyBindings:
        """Have the arrow keys move on the board while nothing is typed; Escape begins the line again."""
        keys = KeyBindings()
        is_empty = Condition(lambda: not self._session.default_buffer.text)
        has_board = Condition(lambda: self._state is not None and self.shows_board(self._state))
        for key, step in _STEPS.items():
            keys.add(key, filter=is_empty & has_board)(lambda _, step=step: self._move(*step))
        keys.add("backspace", filter=is_empty)(lambda _: self._point_at(None))

        @keys.add("escape", eager=True)
        def begin_anew(event: KeyPressEvent) -> None:
            event.current_buffer.reset()
            self._point_at(None)

        return keys


class _LineCompleter(Completer):
    """Completes commands, the files that they take, and squares."""

    def __init__(self, words: Mapping[str, str], squares: Callable[[], Iterable[str]]) -> None:
        self._words = words
        self._squares = squares
        self._files = PathCompleter(expanduser=True)

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Yield what the last word may become; of squares those that can be placed on, once one is begun."""
        typed = document.text_before_cursor.lstrip()
        first, blank, argument = typed.partition(" ")
        if blank and self._words.get(first.lower()):
            yield from self._files.get_completions(Document(argument.lstrip()), complete_event)
            return
        last = re.split(r"[ +]", typed)[-1].lower()
        for known in (*(() if blank else self._words), *(self._squares() if last else ())):
            if known.lower().startswith(last):
                yield Completion(known, start_position=-len(last))


def _output() -> Output:
    """Return standard output, which is not asked where its cursor is: not every terminal answers."""
    output = create_output(sys.stdout)
    if isinstance(output, Vt100_Output):
        output.enable_cpr = False
    return output
