"""The book: a text file of one position a line, read in a few milliseconds, and the turns it knows.

The first line is a JSON object that tells where the book comes from. Every other line is a position's key and its
entry, in the order of `BookEntry.format`::

    3.3.3.3.81.3.3.3.3:o 1 1:70+5:102 -31 16 21034567 7
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

from sttt.book.canonical import canonical
from sttt.book.entry import BookEntry
from sttt.errors import BookError
from sttt.games.super_ttt import Position
from sttt.kernel.class_tables import ClassTables
from sttt.kernel.class_tables import load as load_tables
from sttt.players import Decision

DATA_FILE = Path(__file__).with_name("opening_book.txt")

FORMAT = 1


@dataclass(frozen=True)
class BookMove:
    """What the book says of a position: squares to mark, and what is known about them."""

    turn: tuple[int, ...]
    entry: BookEntry

    def decision(self, seconds: float) -> Decision:
        """Return it as a player's decision, looked up in so many seconds."""
        return Decision(
            turn=self.turn,
            reason=f"book: {self.entry.describe()}",
            score=self.entry.score,
            depth=self.entry.depth,
            nodes=0,
            seconds=seconds,
            pv=self.turn,
        )


class Book:
    """Turns by position. Positions that are the same for play share one."""

    def __init__(self, tables: ClassTables, origin: Mapping[str, Any] | None = None) -> None:
        """Start an empty book; `origin` says where its entries come from."""
        self.origin = dict(origin or {})
        self.tables = tables
        self._lines: dict[str, str] = {}

    @classmethod
    def load(cls, path: Path = DATA_FILE, tables: ClassTables | None = None) -> Self:
        """Read a book; raises `BookError` for a file that cannot be read or is none."""
        try:
            header, *lines = path.read_text(encoding="ascii").splitlines()
            book = cls(tables or load_tables(), json.loads(header))
            book._lines = dict(line.split(" ", 1) for line in lines)
        except OSError as error:
            raise BookError(f"{path}: {error.strerror}; expected an opening book") from error
        except ValueError as error:
            raise BookError(f"{path} is no opening book: {error}; expected a JSON line, then entries") from error
        if book.origin.get("format") != FORMAT:
            raise BookError(f"{path} has format {book.origin.get('format')!r}; expected {FORMAT}")
        return book

    def lookup(self, position: Position) -> BookMove | None:
        """Return the book's turn for a position in which a whole turn is to be played, None if it has none."""
        if position.left != 2 or position.result:
            return None
        seen = canonical(position, self.tables)
        line = self._lines.get(seen.key)
        if line is None:
            return None
        entry = BookEntry.parse(line)
        return BookMove(seen.squares(entry.changes), entry)

    def add(self, position: Position, entry: BookEntry) -> None:
        """Enter what is known of a position, in place of what was."""
        self._lines[canonical(position, self.tables).key] = entry.format()

    def entries(self) -> Iterable[BookEntry]:
        """Every entry, in the order of the book."""
        return map(BookEntry.parse, self._lines.values())

    def __len__(self) -> int:
        return len(self._lines)

    def dumps(self) -> str:
        """Return the contents of the book's file, its entries in a lasting order."""
        lines = sorted(f"{key} {line}" for key, line in self._lines.items())
        header = json.dumps(self.origin | {"format": FORMAT})
        return "\n".join((header, *lines)) + "\n"


@cache
def shipped_book() -> Book:
    """Return the book that ships with the package, read once."""
    return Book.load()
