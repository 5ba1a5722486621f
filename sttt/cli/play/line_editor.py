"""One line of input at a terminal: typed, or a square pointed at with the arrow keys on the board above it."""

from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from sttt.cli.play import keys
from sttt.cli.play.board import Board
from sttt.cli.play.game_state import GameState
from sttt.cli.play.keys import Keys, single_keys

_STEPS = {keys.UP: (-1, 0), keys.DOWN: (1, 0), keys.LEFT: (0, -1), keys.RIGHT: (0, 1)}


@dataclass(frozen=True)
class Page:
    """What stands on the screen while a line is read."""

    state: GameState
    prompt: str


class LineEditor:
    """Reads lines key by key, drawing the board again under the cursor's moves."""

    def __init__(self, console: Console, descriptor: int, board: Board) -> None:
        self._console = console
        self._descriptor = descriptor
        self._board = board
        self._keys = Keys(descriptor)

    def read(self, page: Page, *, with_board: bool) -> str | None:
        """Return the line, the square's name if one was pointed at; None at the end of the input."""
        with single_keys(self._descriptor):
            return self._edit(_Region(self._console, self._board, page, with_board=with_board))

    def _edit(self, region: "_Region") -> str | None:
        while True:
            key = self._keys.next()
            if key == keys.ENTER:
                return region.finish()
            if key == keys.END:
                region.finish()
                return None
            if key in _STEPS:
                region.move(*_STEPS[key])
            elif key == keys.BACKSPACE:
                region.write(region.text[:-1])
            elif key == keys.ESCAPE:
                region.write("")
            elif len(key) == 1:
                region.write(region.text + key)


class _Region:
    """The last lines on the screen: perhaps the board, then the prompt and what has been typed."""

    def __init__(self, console: Console, board: Board, page: Page, *, with_board: bool) -> None:
        self._console = console
        self._board = board
        self._page = page
        self._rows_above = 0
        self._rows_of_line = 0  # beyond its first
        self._cursor: int | None = None
        self.text = ""
        self._paint(with_board=with_board)

    def move(self, down: int, right: int) -> None:
        """Move the cursor one square on, or show it; nothing where the board does not fit on the screen."""
        if self._page.state.ending or not self._fits():
            return
        if self._cursor is None:
            self._cursor = self._board.nearest_to_middle(self._page.state.position)
        else:
            self._cursor = self._board.neighbour(self._cursor, down, right)
        self.text = ""
        self._paint(with_board=True)

    def write(self, text: str) -> None:
        """Show another line; typing takes the cursor off the board."""
        had_cursor, self._cursor = self._cursor is not None, None
        self.text = text
        self._paint(with_board=had_cursor)

    def finish(self) -> str:
        """Leave the lines as they are and return what they say."""
        if not self.text and self._cursor is not None:
            self.text = self._board.name(self._cursor)
        self._cursor = None
        self._paint(with_board=False)
        self._console.print()
        return self.text

    def _paint(self, *, with_board: bool) -> None:
        """Paint the prompt anew, or all of it with the board, over what the region has shown so far."""
        pointed = "" if self._cursor is None else f" at {self._board.name(self._cursor)}"
        line = Text.assemble((f"{self._page.prompt}{pointed}: ", "bold"), self.text)
        if with_board:
            self._erase(self._rows_above)
            board = self._board.draw(self._page.state, self._cursor)
            self._console.print(board, soft_wrap=True)
            self._rows_above = board.plain.count("\n") + 1
        else:
            self._erase(0)
        self._console.print(line, end="", soft_wrap=True)
        self._rows_of_line = max(0, line.cell_len - 1) // self._console.width
        self._console.file.flush()

    def _erase(self, rows: int) -> None:
        up = rows + self._rows_of_line
        self._console.file.write("\r" + (f"\x1b[{up}A" if up else "") + "\x1b[J")

    def _fits(self) -> bool:
        board = self._board.draw(self._page.state).plain
        rows, columns = board.count("\n") + 2, max(map(len, board.split("\n")))
        return rows < self._console.height and columns <= self._console.width
