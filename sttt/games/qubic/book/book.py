"""The winning book of 4x4x4 tic-tac-toe: R's move in every position of its lines that threats alone do not win.

A line of the book is one position up to the 192 symmetries and R's move in it: the squares marked R, ``/``, those
marked B, ``:``, the move, every square one of the 64 characters of `SQUARES`. `plan` is R's winning play with it:
threats where they win, a block where it must, else the book.
"""

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Self

from sttt.errors import BookError
from sttt.execution.foreign import read_regular, shorten, text_of
from sttt.games.game import Side
from sttt.games.qubic.position import Position, squares, winning_squares
from sttt.games.qubic.search.threats import QubicThreats
from sttt.games.qubic.symmetry import to_canonical
from sttt.strict_json import JsonObject

DATA_FILE = Path(__file__).with_name("qubic_book.txt")

MOST_BYTES = 2**26
"""The size of the largest book that is read."""

SQUARES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-"
"""Square ``16 z + 4 y + x`` as a character."""

THREAT_LIMIT = 2_000_000
"""Nodes for one search by threats: more than any position of the book's lines needs."""


class QubicBook:
    """Moves by position; `origin` says how they were found."""

    def __init__(self, origin: JsonObject, moves: dict[str, str] | None = None) -> None:
        """Take the moves over, written as in the file."""
        self.origin = origin
        self._moves = {} if moves is None else moves

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a book; raises `BookError`. Its positions are looked at only when they are looked up."""
        try:
            lines = text_of(read_regular(path, MOST_BYTES, follow=True)).splitlines()
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise BookError(f"{path}: {why}; expected a book of 4x4x4 tic-tac-toe") from error
        return cls.read(lines, path)

    @classmethod
    def read(cls, lines: Iterable[str], path: Path) -> Self:
        """Take a file's lines over; raises `BookError` naming one that is none, or has an earlier one's position."""
        moves: dict[str, str] = {}
        numbers: dict[str, int] = {}
        at, rest = 1, iter(lines)
        try:
            origin = json.loads(next(rest, "").removeprefix("# "))
            for at, line in enumerate(rest, 2):
                key, moves[key] = line.split(":")
                if numbers.setdefault(key, at) != at:
                    other = f"the position that line {numbers[key]} speaks of"
                    raise BookError(f"{path}: line {at} speaks of {other}; expected only one")
        except (ValueError, RecursionError) as error:
            raise BookError(f"{path}: line {at}: {shorten(error)}; expected a book of 4x4x4 tic-tac-toe") from error
        return cls(origin, moves)

    @classmethod
    def parse(cls, origin: JsonObject, lines: Iterable[str]) -> Self:
        """Take lines of the file over; raises `BookError` for one that is none."""
        try:
            return cls(origin, dict(line.split(":") for line in lines))
        except ValueError as error:
            raise BookError(f"{error}; expected lines of a book of 4x4x4 tic-tac-toe") from error

    def __len__(self) -> int:
        return len(self._moves)

    def lookup(self, position: Position) -> int | None:
        """Return R's square, R being to move; None if the book does not have the position."""
        x, o, to = to_canonical(position)
        move = self._moves.get(_key(x, o))
        return None if move is None else to.index(_square(move))

    def enter(self, position: Position, square: int) -> str:
        """Enter a move, and return its line."""
        x, o, to = to_canonical(position)
        key, move = _key(x, o), SQUARES[to[square]]
        self._moves[key] = move
        return f"{key}:{move}"

    def dumps(self) -> str:
        """Write the book, the shortest positions first."""
        lines = sorted((f"{key}:{move}" for key, move in self._moves.items()), key=lambda line: (len(line), line))
        return "\n".join([f"# {json.dumps(self.origin)}", *lines]) + "\n"

    def positions(self) -> Iterable[Position]:
        """Yield the positions, as the symmetries left them."""
        for key in self._moves:
            x, o = (sum(1 << _square(name) for name in names) for names in key.split("/"))
            yield Position(x, o)


def _key(x: int, o: int) -> str:
    return "/".join("".join(SQUARES[square] for square in squares(marks)) for marks in (x, o))


def _square(name: str) -> int:
    square = SQUARES.find(name)
    if square < 0 or len(name) != 1:
        raise BookError(f"{name!r} in a book of 4x4x4 tic-tac-toe is no square; expected one of {SQUARES}")
    return square


@cache
def shipped_book() -> QubicBook:
    """Return the book that ships."""
    return QubicBook.load(DATA_FILE)


def plan(position: Position, book: QubicBook, threats: QubicThreats) -> tuple[int, ...]:
    """Return R's next moves, R being to move: all of a win by threats, else a block or the book's move, else none."""
    found = win_by_threats(position.x, position.o, threats)
    if found:
        return found
    block = winning_squares(position, Side.O)
    if block:
        return block[:1]
    move = book.lookup(position)
    return () if move is None else (move,)


def win_by_threats(own: int, other: int, threats: QubicThreats, limit: int = THREAT_LIMIT) -> tuple[int, ...]:
    """Return the moves of a win by threats of the side to move, whose marks are `own`; none if none is found.

    The search is made on the canonical position: where it finds something must not depend on how the cube is turned.
    """
    x, o, to = to_canonical(Position(own, other))
    return tuple(to.index(square) for square in threats.winning_threats(x, o, limit) or ())
