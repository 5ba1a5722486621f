"""The two interface files of a program: ``NAME.in``, which it reads and deletes, and ``NAME.out``, which it writes.

Whoever writes does so under another name first, so that nobody ever sees half a file of ours; what others write may be
seen half, and is read again until it is whole. The other side may have put anything in the place of a file: a link, a
pipe, a device, a folder. All of that is its error, and nobody waits for it or reads much of it.
The moves in them are written as the assignment has them: ``(W C 1)``.
"""

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

from sttt.errors import IllegalPlacement, ProtocolError
from sttt.execution.foreign import Unmarked, read_beginning, write_new
from sttt.games.connect_four.position import COLUMNS, ROWS, Position
from sttt.games.connect_four.text import board_lines
from sttt.games.game import Side, Turn

POLL_SECONDS = 0.1
"""Between two looks at a file: the assignment allows one every 100 ms, and none that burns time."""

SETTLED_SECONDS = 1.0
"""After so long without a change a text without an end is whole: its writer has written all that there will be."""

_MOST = 1 << 10
"""Bytes of a file that are read; a move has seven."""


def write_whole(path: Path, text: str) -> None:
    """Let the file appear with all of its text at once, in place of any that is there.

    Raises `ProtocolError` where the other side has left no room for it.
    """
    new = path.with_name(f"{path.name}.new")
    delete(new)
    try:
        write_new(new, f"{text}\n".encode("ascii"))
        new.replace(path)
    except OSError as error:
        raise ProtocolError(f"{path.name} cannot be written: {error.strerror}; expected a folder open to it") from error


def read_if_there(path: Path) -> str | None:
    """Return the text of a file, None if there is none; bytes that are no ASCII are kept apart from it as Latin-1.

    Raises `ProtocolError` for what is no regular file.
    """
    try:
        return Unmarked().feed(read_beginning(path, _MOST)).decode("latin-1")
    except (FileNotFoundError, PermissionError):
        return None
    except OSError as error:
        raise ProtocolError(f"{path.name} cannot be read: {error.strerror}; expected a regular file") from error


def is_there(path: Path) -> bool:
    """Return whether there is anything of that name."""
    return os.path.lexists(path)


class Watched:
    """A file that somebody else writes, looked at again and again until its text is whole."""

    def __init__(self, path: Path, is_complete: Callable[[str], bool]) -> None:
        self._path = path
        self._is_complete = is_complete
        self._seen: str | None = None
        self._since = 0.0
        """When the text that was seen last had come, on `time.monotonic`."""

    def text(self) -> str | None:
        """Return the text as soon as it is whole, by its end or by a second without a change; None until then.

        A file without any text is one that its writer has opened, perhaps long before it writes.
        """
        text = read_if_there(self._path)
        if text != self._seen:
            self._seen, self._since = text, time.monotonic()
        if not text:
            return None
        return text if self._is_complete(text) or time.monotonic() - self._since >= SETTLED_SECONDS else None

    @property
    def begun(self) -> str:
        """The text that was seen last, whole or not."""
        return self._seen or ""


def wait_for(path: Path, is_complete: Callable[[str], bool], deadline: float | None = None) -> str | None:
    """Return the file's text as soon as it is whole, None if it is not by the deadline; sleeps between looks."""
    watched = Watched(path, is_complete)
    while (text := watched.text()) is None:
        left = POLL_SECONDS if deadline is None else deadline - time.monotonic()
        if left <= 0:
            return None
        time.sleep(min(POLL_SECONDS, left))
    return text


def delete(path: Path) -> None:
    """Delete a file that may have gone already; raises `ProtocolError` for what cannot be deleted as a file can."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise ProtocolError(f"{path.name} cannot be deleted: {error.strerror}; expected a regular file") from error


COLORS = {Side.X: "W", Side.O: "B"}
COLUMN_NAMES = "ABCDEFG"

LONGEST = 64
"""Characters of a file that holds one move; what is longer is none."""

_MOVE = re.compile(r"\(\s*([A-Za-z])\s+([A-Za-z])\s+(-?\d+)\s*\)")


def format_move(position: Position, column: int) -> str:
    """Write the move of the side to move that drops a stone into a column."""
    return f"({COLORS[position.side]} {COLUMN_NAMES[column]} {position.height(column) + 1})"


def is_complete(text: str) -> bool:
    """Return whether a file's text has an end: a move's parenthesis, a newline, or more than any move has."""
    return text.rstrip().endswith(")") or text.endswith("\n") or len(text) > LONGEST


def read_move(text: str, position: Position) -> int:
    """Return the column of a move of the side to move.

    Raises `ProtocolError` for text that is no move, and `IllegalPlacement` for a move that is none here; the message
    names the move and the error: malformed, wrong colour, out of range, column full, occupied, lower cells unoccupied.
    """
    shown = " ".join(text[:LONGEST].split())
    found = _MOVE.fullmatch(text.strip())
    if not found:
        raise ProtocolError(f"the move {shown!r} is malformed; expected (COLOR COLUMN ROW) such as (W C 1)")
    color, name, row = found[1].upper(), found[2].upper(), int(found[3])
    wrong = _wrong_color(color, position) or _out_of_range(name, row) or _wrong_row(name, row, position)
    if wrong:
        raise IllegalPlacement(f"the move {shown} is illegal: {wrong}")
    return COLUMN_NAMES.index(name)


def _wrong_color(color: str, position: Position) -> str | None:
    expected = COLORS[position.side]
    return None if color == expected else f"wrong colour: it is the turn of {expected}"


def _out_of_range(name: str, row: int) -> str | None:
    if name in COLUMN_NAMES and 1 <= row <= ROWS:
        return None
    return f"out of range: columns are A to {COLUMN_NAMES[COLUMNS - 1]}, rows 1 to {ROWS}"


def _wrong_row(name: str, row: int, position: Position) -> str | None:
    height = position.height(COLUMN_NAMES.index(name))
    if height == ROWS:
        return f"column {name} is full"
    if row <= height:
        return f"space {name}{row} is occupied"
    if row > height + 1:
        return f"lower spaces unoccupied: the lowest empty one of column {name} is {name}{height + 1}"
    return None


def format_turn(turn: Turn) -> str:
    """Write a turn by its column alone, as no position says its colour and row."""
    return " ".join("-" if column is None else COLUMN_NAMES[column] for column in turn)


def parse_position(text: str) -> Position:
    """Read a game so far as its moves in order, ``(W D 1) (B D 2)``; raises `ProtocolError`."""
    position = Position()
    rest = text.strip()
    if _MOVE.sub("", rest).strip():
        raise ProtocolError(f"{rest[:LONGEST]!r} is no game so far; expected moves such as (W D 1) (B D 2)")
    for found in _MOVE.finditer(rest):
        try:
            position = position.play(read_move(found[0], position))
        except IllegalPlacement as error:
            raise ProtocolError(str(error)) from error
    return position


def draw(position: Position) -> str:
    """Draw the board with the assignment's colours and names."""
    return "\n".join(board_lines(position, ("W", "B"), COLUMN_NAMES))


def outcome(position: Position) -> str:
    """Say how a finished game ended."""
    winner = position.result.winner if position.result else None
    return f"{COLORS[winner]} has won" if winner else "the game is a draw"
