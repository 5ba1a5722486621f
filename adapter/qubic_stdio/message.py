"""The lines of CS4341's protocol: ``R``, ``B``, ``R,0,1,1``, ``ERROR``, ``GAMEOVER``, ``exit``.

Programs fill them up with NUL characters before the line's end, as the text advises, or after it, when they write a
buffer of ten bytes whole; some end their lines with a carriage return, too.
"""

from adapter.programs.streams import Lines, Message
from sttt.errors import PositionError, ProtocolError
from sttt.games.game import Side, Turn
from sttt.games.qubic import text as qubic_text
from sttt.games.qubic.position import Position, format_square
from sttt.games.qubic.text import MARKS, parse_square

ERROR = "ERROR"
"""The last move received is invalid."""
GAMEOVER = "GAMEOVER"
"""The game has ended with the last move, received or sent."""
EXIT = "exit"

LONGEST = 10
"""Bytes of a line, its end among them."""


def read_line(line: str) -> str:
    """Return the message of a line without its end, and without what fills it up. Raises `ProtocolError`."""
    if len(line) >= LONGEST:
        raise ProtocolError(
            f"a message of {len(line) + 1} bytes; expected at most {LONGEST}, the line's end among them"
        )
    return line.rstrip("\0\r")


class MessageLines:
    """Messages are lines of at most `limit` characters; NUL characters between two lines count for nothing."""

    end = Lines.end

    def __init__(self, limit: int = LONGEST) -> None:
        self._lines = Lines(limit)
        self._between = True

    @property
    def rest(self) -> str:
        """The beginning of a line that has not ended yet."""
        return self._lines.rest

    def feed(self, text: str) -> list[Message]:
        """Take the next portion and return the messages that it completed, in order."""
        first, *others = text.split("\n")
        if self._between:
            first = first.lstrip("\0")
        others = [line.lstrip("\0") for line in others]
        self._between = not others[-1] if others else self._between and not first
        return self._lines.feed("\n".join([first, *others]))


def pad(message: str) -> str:
    """Write a line of exactly `LONGEST` bytes: a referee that reads blocks of so many never sees half a message."""
    return message.ljust(LONGEST - 1, "\0") + "\n"


def format_move(side: Side | None, square: int) -> str:
    """Write a move, ``R,0,1,1``; without the side's symbol where no side is given."""
    name = format_square(square)
    return name if side is None else f"{MARKS[side]},{name}"


def format_turn(turn: Turn) -> str:
    """Write a turn as a move without the side's symbol; raises `ProtocolError` for what is not one square."""
    if len(turn) != 1 or turn[0] is None:
        raise ProtocolError(f"a turn of {len(turn)} placements cannot be sent; expected one square")
    return format_move(None, turn[0])


def parse_move(message: str, side: Side, position: Position) -> int:
    """Read `side`'s move in a position; raises `ProtocolError` saying why it is invalid."""
    symbol, comma, name = message.partition(",")
    if symbol not in MARKS.values() or not comma:
        raise ProtocolError(f"{message!a} is no move; expected one such as {MARKS[side]},0,1,1")
    if symbol != MARKS[side]:
        raise ProtocolError(f"{message!a} has the wrong symbol; expected {MARKS[side]}")
    try:
        square = parse_square(name)
    except PositionError as error:
        raise ProtocolError(f"{message!a} is no move: {error}") from error
    if square not in position.legal_placements():
        raise ProtocolError(f"{message!a}: the square is occupied; expected an empty one")
    return square


def parse_position(text: str) -> Position:
    """Read a position; the protocol knows none, so it is the game's compact form. Raises `ProtocolError`."""
    try:
        return qubic_text.parse_position(text)
    except PositionError as error:
        raise ProtocolError(str(error)) from error
