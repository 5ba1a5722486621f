"""The Connect 4 book: a text file of one solved position a line, read as a whole when first needed.

A line is the columns played, what is proven of the score (see `sttt.games.connect_four.search.solver`), at least and at
most, and a column that reaches the former::

    44 1 21 4

A position and its mirror image share a line. The order of lines is by stones, then by columns.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Self

from sttt.errors import BookError, PositionError
from sttt.execution.foreign import read_regular, shorten, text_of
from sttt.games.connect_four.position import COLUMNS, Position, canonical
from sttt.games.connect_four.search.solver import BEST_SCORE
from sttt.games.connect_four.text import format_position, parse_position

DATA_FILE = Path(__file__).with_name("connect_four_book.txt")

MOST_BYTES = 2**26
"""The size of the largest book that is read."""


@dataclass(frozen=True)
class Solved:
    """The proven score of a position that is not over, with the columns that reach it."""

    position: Position
    least: int
    """The side to move reaches this score, with `column`."""
    most: int
    """The side to move reaches no more than this."""
    column: int

    @property
    def sign(self) -> int | None:
        """1 if the side to move wins, 0 for a draw, -1 if it loses; None if that is open."""
        if self.least > 0:
            return 1
        if self.most < 0:
            return -1
        return 0 if self.least == self.most == 0 else None

    def seen_from(self, position: Position) -> "Solved":
        """Return it for `position`, which is the same or its mirror image."""
        is_same = position == self.position
        return replace(self, position=position, column=self.column if is_same else COLUMNS - 1 - self.column)

    def format(self) -> str:
        """Write a line of the book, without its end."""
        return f"{format_position(self.position)} {self.least} {self.most} {self.column + 1}"

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read a line of the book; raises `BookError`."""
        columns, *fields = line.split(" ")
        try:
            least, most, column = map(int, fields)
            position = parse_position(columns)
            legal = column - 1 in position.legal_placements()
        except (ValueError, PositionError) as error:
            raise BookError(
                f"{shorten(repr(line))} is no line of a Connect 4 book: {shorten(error)}; expected as in '44 1 21 4'"
            ) from error
        if not (-BEST_SCORE <= least <= most <= BEST_SCORE and legal):
            raise BookError(f"{line!r} is no line of a Connect 4 book; expected scores in order and a legal column")
        return cls(position, least, most, column - 1)


class ConnectFourBook:
    """Solved positions by board; mirror images are one."""

    def __init__(self, solved: Iterable[Solved] = ()) -> None:
        """Enter what is solved."""
        self._solved: dict[tuple[int, int], Solved] = {}
        for one in solved:
            self.add(one)

    @classmethod
    def load(cls, path: Path = DATA_FILE) -> Self:
        """Read a book; raises `BookError` for a file that cannot be read or is none."""
        try:
            lines = text_of(read_regular(path, MOST_BYTES, follow=True)).splitlines()
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or error
            raise BookError(f"{path}: {why}; expected a Connect 4 book") from error
        return cls.read(lines, path)

    @classmethod
    def read(cls, lines: Iterable[str], path: Path) -> Self:
        """Take a file's lines over; raises `BookError` naming one that is none, or has an earlier one's position."""
        book = cls()
        numbers: dict[tuple[int, int], int] = {}
        for number, line in enumerate(lines, 1):
            try:
                solved = Solved.parse(line)
            except BookError as error:
                raise BookError(f"{path}: line {number}: {error}") from error
            other = numbers.setdefault(canonical(solved.position), number)
            if other != number:
                raise BookError(
                    f"{path}: line {number} speaks of the position that line {other} speaks of; expected only one"
                )
            book.add(solved)
        return book

    @classmethod
    def parse(cls, lines: Iterable[str]) -> Self:
        """Read the lines of a book; raises `BookError` for one that is none."""
        return cls(Solved.parse(line) for line in lines)

    def add(self, solved: Solved) -> None:
        """Enter a position in place of what was known of it."""
        self._solved[canonical(solved.position)] = solved

    def lookup(self, position: Position) -> Solved | None:
        """Return the entry of a position, None if it has none."""
        known = self._solved.get(canonical(position))
        return known and known.seen_from(position)

    def __len__(self) -> int:
        return len(self._solved)

    def __iter__(self) -> Iterator[Solved]:
        return iter(sorted(self._solved.values(), key=lambda one: (len(one.position.columns), one.position.columns)))

    def dumps(self) -> str:
        """Return the contents of the book's file."""
        return "".join(f"{one.format()}\n" for one in self)


@cache
def shipped_book() -> ConnectFourBook:
    """Return the book that ships with the package, read once."""
    return ConnectFourBook.load()
