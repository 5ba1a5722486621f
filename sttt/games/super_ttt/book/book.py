"""The book: a text file of one position a line, read in a few milliseconds, and the turns it knows.

The first line is a JSON object that tells where the book comes from. Every other line is a position's key and its
entry, in the order of `BookEntry.format`::

    3.3.3.3.81.3.3.3.3:o 1 1:70+5:102 -31 16 21034567 7
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

from sttt.errors import BookError
from sttt.execution.foreign import shorten
from sttt.games.claim import EVER
from sttt.games.super_ttt.book.data_file import content, read_lines
from sttt.games.super_ttt.classes.tables import ClassTables
from sttt.games.super_ttt.classes.tables import load as load_tables
from sttt.games.super_ttt.classes.view import BoardTurn, ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.engine import DECIDED_SCORE, WIN_SCORE
from sttt.games.super_ttt.symmetry import SYMMETRIES, Permutation


@dataclass(frozen=True)
class Canonical:
    """A position seen from its key: turns go in and out as the classes that they make of the key's little boards."""

    key: str
    """The nine classes in the order of the key's little boards, joined by dots, then ``:`` and the side to move."""
    view: ClassView
    to: Permutation
    """The place of each of the position's little boards in the key."""

    def board_turns(self, squares: tuple[int, ...]) -> tuple[BoardTurn, ...]:
        """Return what marking these squares does to the key's little boards."""
        changes = self.view.changes_of(squares)
        return tuple(sorted((self.to[board], little, placements) for board, little, placements in changes))

    def squares(self, changes: tuple[BoardTurn, ...]) -> tuple[int, ...]:
        """Return squares of the position that do this to the key's little boards.

        Raises `LookupError` if there are none: the turn belongs to another position.
        """
        return self.view.squares_of((self.to.index(board), little, placements) for board, little, placements in changes)


def canonical(position: Position, tables: ClassTables) -> Canonical:
    """Return the position's key and how it stands in it; positions with equal keys are the same for play."""
    view = ClassView(position, tables)
    classes = view.reduced
    least, to = min((_moved(classes, to), to) for to in SYMMETRIES)
    return Canonical(f"{'.'.join(map(str, least))}:{position.side}", view, to)


def _moved(classes: list[int], to: Permutation) -> list[int]:
    moved = [0] * 9
    for board, little in enumerate(classes):
        moved[to[board]] = little
    return moved


@dataclass(frozen=True)
class BookEntry:
    """A turn and what was found out about it before the game."""

    changes: tuple[BoardTurn, ...]
    """The turn, as what it does to the key's little boards."""
    turns_before: int
    """The turns that both sides have played in the line in which the position was met."""
    score: int
    """The engine's, from the point of view of the side to move."""
    depth: int
    """Plies of the search's last full iteration."""
    nodes: int
    proof: int = 0
    """The opponent is proved not to win within this many turns of its own after the turn: `EVER` is any number of
    turns, 0 nothing proved. Below 0 every turn is proved to lose, this one to turn ``-proof`` of the opponent's."""

    def format(self) -> str:
        """Write the entry: turns before, ``board:class`` of the turn joined by ``+``, score, depth, nodes, proof."""
        turn = "+".join(f"{board + 1}:{little}" for board, little, _ in self.changes)
        return f"{self.turns_before} {turn} {self.score} {self.depth} {self.nodes} {self.proof}"

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read an entry; raises `BookError`."""
        try:
            before, turn, *numbers = line.split(" ")
            halves = [tuple(map(int, half.split(":"))) for half in turn.split("+")]
            changes = tuple((board - 1, little, 2 // len(halves)) for board, little in halves)
            turns_before, score, depth, nodes, proof = map(int, (before, *numbers))
        except ValueError as error:
            raise BookError(
                f"{line!r} is no book entry: {error}; expected one like '1 5:81+6:9 -31 16 90 7'"
            ) from error
        return cls(changes, turns_before, score, depth, nodes, proof)

    @property
    def wins_in(self) -> int | None:
        """The turns of both sides to a win of the side to move that is proved, None if none is."""
        return WIN_SCORE - self.score if self.score > DECIDED_SCORE else None

    @property
    def loses_in(self) -> int | None:
        """The turns of both sides to a win of the opponent's that is proved, None if none is."""
        return -2 * self.proof if self.proof < 0 and not self.wins_in else None

    def describe(self) -> str:
        """Say in words how deep the turn was searched and what is proved."""
        if self.score > DECIDED_SCORE:
            return f"wins with its turn {(WIN_SCORE - self.score + 1) // 2}"
        searched = f"searched {self.depth} plies deep" if self.depth else "proven"
        if not self.proof:
            return searched
        turns = f"within {abs(self.proof)} turn{'s' if abs(self.proof) > 1 else ''}"
        if self.proof < 0:
            return f"{searched}, the opponent wins {turns}"
        return f"{searched}, the opponent cannot win {'at all' if self.proof == EVER else turns}"


DATA_FILE = Path(__file__).with_name("opening_book.txt")

PROVEN_FILE = Path(__file__).with_name("proven_book.txt")
"""O's replies to first turns of X after which X is proven never to win; they replace those that were searched."""

WON_FILE = Path(__file__).with_name("won_book.txt")
"""X's turns later in play where it wins late, after a reply of O's that loses: a second's search may not find them."""

SHIPPED_FILES = (DATA_FILE, PROVEN_FILE, WON_FILE)
"""All that ship; of two entries for a position the later file's counts."""


@dataclass(frozen=True)
class BookMove:
    """The book's turn for a position: squares to mark, and its entry."""

    turn: tuple[int, ...]
    entry: BookEntry


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
        origin, lines = read_lines(path, "an opening book")
        book = cls(tables or load_tables(), origin)
        try:
            book._lines = dict(line.split(" ", 1) for line in lines)
        except ValueError as error:
            raise BookError(f"{path} is not an opening book: {shorten(error)}; expected entries") from error
        return book

    def lookup(self, position: Position) -> BookMove | None:
        """Return the book's turn for a position in which a whole turn is to be played, None if it has none.

        Raises `BookError` if the book's entry is none, or names a turn of another position.
        """
        if position.left != 2 or position.result:
            return None
        seen = canonical(position, self.tables)
        line = self._lines.get(seen.key)
        if line is None:
            return None
        entry = BookEntry.parse(line)
        try:
            return BookMove(seen.squares(entry.changes), entry)
        except (LookupError, ValueError) as error:
            raise BookError(f"{line!r} is no turn of {seen.key}: {error}; expected one of its own") from error

    def add(self, position: Position, entry: BookEntry) -> None:
        """Enter the knowledge of a position, in place of the former entry."""
        self._lines[canonical(position, self.tables).key] = entry.format()

    def update(self, other: "Book") -> None:
        """Add all entries of another book, in place of this one's for the same positions."""
        self._lines.update(other._lines)

    def entries(self) -> Iterable[BookEntry]:
        """Every entry, in the order of the book."""
        return map(BookEntry.parse, self._lines.values())

    def positions(self) -> Iterable[tuple[list[int], BookEntry]]:
        """Every entry with the classes of its key's little boards, in the order of the book."""
        classes = ([int(little) for little in key.partition(":")[0].split(".")] for key in self._lines)
        return zip(classes, self.entries(), strict=True)

    def __len__(self) -> int:
        return len(self._lines)

    def dumps(self) -> str:
        """Return the contents of the book's file, its entries in a lasting order."""
        return content(self.origin, (f"{key} {line}" for key, line in self._lines.items()))


@cache
def shipped_book() -> Book:
    """Return the book that ships with the package, read once: what was searched, and over it what is proven."""
    searched, *others = SHIPPED_FILES
    book = Book.load(searched)
    proven = [Book.load(file, book.tables) for file in others]
    for one in proven:
        book.update(one)
    book.origin["proven"] = "; ".join(one.origin["proven"] for one in proven)
    return book
