"""Proofs after two turns: O's replies to X's first turns, each with its worth.

`openings.txt` is a text file. Its first line is a JSON object that tells where it comes from. Every other line is a
position with X to move, the nine classes of its key's little boards, and what is known of it::

    3.3.3.3.81.3.3.3.3 held
    3.3.3.3.81.3.3.3.4 held 65 66 1:70+5:102
    3.3.3.3.81.3.3.3.5 open 6
    3.3.3.3.81.3.3.3.6 won 5 6 1:70+5:102

*held*: X never wins; nor does O, for no first turn wins (``docs/value.md``) and O's was one. The turn, if one is named,
is the one that sets most traps: after it so many of O's undominated replies are proven to lose, of so many, the others
to hold, and O never wins. *open*: X does not win within so many turns of its own. *won*: X does not win within the
first number, and wins within the second, 0 where none is known, with the turn that is named. A turn is named as what it
does to the key's little boards.

The lines are of undominated turns. Of any other position after two turns is known what follows from them: X wins if it
wins from a position that is at most as good for it, and does not win if it does not from one that is at least as good.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Self

from sttt.errors import BookError
from sttt.games.game import Side
from sttt.games.super_ttt.book.book import BookEntry, BookMove, canonical
from sttt.games.super_ttt.book.data_file import content, read_positions
from sttt.games.super_ttt.book.dominance import Comparable, copied, images
from sttt.games.super_ttt.classes.tables import ClassTables
from sttt.games.super_ttt.classes.tables import load as load_tables
from sttt.games.super_ttt.classes.view import BoardTurn, ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.engine import WIN_SCORE
from sttt.strict_json import Json

DATA_FILE = Path(__file__).with_name("openings.txt")

EXPECTED = "'KEY held', 'KEY held 65 66 1:70+5:102', 'KEY open 6' or 'KEY won 5 6 1:70+5:102'"

_HALF = r"[1-9]:\d{1,3}"
_TURN = rf"{_HALF}(?:\+{_HALF})?"
_KNOWN = rf"held(?: \d{{1,4}} \d{{1,4}} {_TURN})?|open \d{{1,2}}|won \d{{1,2}} \d{{1,2}} {_TURN}"
_LINE = re.compile(rf"(?:\d{{1,3}}\.){{8}}\d{{1,3}} (?:{_KNOWN})", re.ASCII)


class ReplyWorth(StrEnum):
    """The worth of a reply of O's: X never wins, nothing decided, X wins; the words of the file."""

    HELD = "held"
    OPEN = "open"
    WON = "won"


@dataclass(frozen=True)
class Opening:
    """The knowledge of a position after two turns, X to move."""

    worth: ReplyWorth
    fails: int = 0
    """The most turns of its own within which X is proven not to win."""
    wins: int = 0
    """The fewest turns of its own within which X is proven to win, 0 if no number is known."""
    changes: tuple[BoardTurn, ...] = ()
    """The turn that X wins with, or that sets most traps, as what it does to the key's little boards."""
    lost: int = 0
    """O's replies to that turn that are proven to lose, where X does not win."""
    replies: int = 0
    """O's undominated replies to that turn; those that do not lose hold."""

    def format(self) -> str:
        """Write the part of a line after its key."""
        if self.worth is ReplyWorth.OPEN:
            return f"{self.worth} {self.fails}"
        numbers = (self.fails, self.wins) if self.worth is ReplyWorth.WON else (self.lost, self.replies)
        turn = "+".join(f"{board + 1}:{little}" for board, little, _ in self.changes)
        return " ".join((self.worth, *map(str, numbers), turn)) if turn else self.worth

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `format` has written and the loader has checked."""
        word, *rest = text.split(" ")
        worth = ReplyWorth(word)
        if not rest or worth is ReplyWorth.OPEN:
            return cls(worth, int(rest[0]) if rest else 0)
        one, two = map(int, rest[:2])
        halves = [tuple(map(int, half.split(":"))) for half in rest[2].split("+")]
        changes = tuple((board - 1, little, 2 // len(halves)) for board, little in halves)
        if worth is ReplyWorth.WON:
            return cls(worth, one, two, changes)
        return cls(worth, changes=changes, lost=one, replies=two)


class OpeningTable:
    """The knowledge of positions after two turns. Those that are the same for play share a line."""

    def __init__(self, tables: ClassTables, origin: Mapping[str, Json] | None = None) -> None:
        """Start with nothing known; `origin` says where it comes from."""
        self.origin = dict(origin or {})
        self.tables = tables
        self._lines: dict[str, str] = {}
        self._index: _Index | None = None
        """Made when first asked for, and again after an addition."""

    @classmethod
    def load(cls, path: Path = DATA_FILE) -> Self:
        """Read a file; raises `BookError` for one that cannot be read or is none."""
        origin, lines = read_positions(path, "a file of openings", _LINE, EXPECTED)
        found = cls(load_tables(), origin)
        found._lines = lines
        return found

    def find(self, position: Position) -> Opening | None:
        """Return the knowledge of a position, None for one that is not after two turns, or that has no line."""
        if not is_after_two_turns(position):
            return None
        line = self._lines.get(_key(position, self.tables))
        return Opening.parse(line) if line else self.derived(position)

    def has_line(self, position: Position) -> bool:
        """Say whether the position has a line of its own."""
        return _key(position, self.tables) in self._lines

    def derived(self, position: Position) -> Opening | None:
        """Return what follows for a position after two turns from all lines, None for nothing.

        Raises `BookError` if X would both win and never win.
        """
        if self._index is None:
            self._index = _Index(self._lines)
        there = canonical(position, self.tables)
        won = self._index.win(there.view)
        if self._index.is_held(there.view):
            if won:
                raise BookError(f"X both wins and never wins in {there.key}; expected lines that agree")
            return Opening(ReplyWorth.HELD)
        fails = self._index.fails(there.view)
        if won:
            wins, turn = won
            return Opening(ReplyWorth.WON, fails, wins, there.board_turns(there.view.filled(turn)))
        return Opening(ReplyWorth.OPEN, fails) if fails else None

    def move(self, position: Position) -> BookMove | None:
        """Return X's turn in a position that it is known to win, None in any other.

        Raises `BookError` if the line names a turn of another position.
        """
        known = self.find(position)
        if known is None or not known.wins:
            return None
        entry = BookEntry(known.changes, 2, WIN_SCORE + 1 - 2 * known.wins, 0, 0)
        return BookMove(self._squares(known, position), entry)

    def trap(self, position: Position) -> tuple[tuple[int, ...], Opening] | None:
        """Return X's turn that sets most traps in a drawn position, and how many; None where that is not known.

        Raises `BookError` if the line names a turn of another position.
        """
        known = self.find(position)
        return (self._squares(known, position), known) if known and known.replies else None

    def _squares(self, known: Opening, position: Position) -> tuple[int, ...]:
        try:
            return canonical(position, self.tables).squares(known.changes)
        except (LookupError, ValueError) as error:
            raise BookError(
                f"{known.format()!r} is no turn of its position: {error}; expected one of its own"
            ) from error

    def add(self, position: Position, known: Opening) -> None:
        """Enter the knowledge of a position, in place of the former entry."""
        self._lines[_key(position, self.tables)] = known.format()
        self._index = None

    def known(self) -> Iterable[Opening]:
        """Yield the knowledge of every position."""
        return map(Opening.parse, self._lines.values())

    def __len__(self) -> int:
        return len(self._lines)

    def dumps(self) -> str:
        """Return the contents of the file, its positions in a lasting order."""
        return content(self.origin, (f"{key} {known}" for key, known in self._lines.items()))


class _Index:
    """The lines of a table as positions to compare with, grouped by what is known of them."""

    def __init__(self, lines: Mapping[str, str]) -> None:
        self._known = [Opening.parse(line) for line in lines.values()]
        self._comparable = Comparable([list(map(int, key.split("."))) for key in lines])
        self._held, self._won, self._fails = 0, defaultdict[int, int](int), defaultdict[int, int](int)
        for number, known in enumerate(self._known):
            if known.worth is ReplyWorth.HELD:
                self._held |= 1 << number
            elif known.wins:
                self._won[known.wins] |= 1 << number
            self._fails[known.fails] |= 1 << number

    def is_held(self, view: ClassView) -> bool:
        """Return whether X never wins where it is at least as well off."""
        return any(self._comparable.at_least(classes, self._held) for classes, _ in images(view.classes))

    def fails(self, view: ClassView) -> int:
        """Return the most turns within which X does not win where it is at least as well off."""
        among = [classes for classes, _ in images(view.classes)]
        return max(
            (
                n
                for n, some in self._fails.items()
                if any(self._comparable.at_least(classes, some) for classes in among)
            ),
            default=0,
        )

    def win(self, view: ClassView) -> tuple[int, tuple[int, ...]] | None:
        """Return the fewest turns within which X wins where it is at most as well off, and a turn as good as there."""
        for wins, some in sorted(self._won.items()):
            for classes, at in images(view.classes):
                if found := self._comparable.at_most(classes, some):
                    known = self._known[found.bit_length() - 1]
                    turn = ((at[place], little, placements) for place, little, placements in known.changes)
                    return wins, copied(view, turn)
        return None


def is_after_two_turns(position: Position) -> bool:
    """Say whether X is to move and each side has played one turn."""
    marks = (position.x.bit_count(), position.o.bit_count())
    return position.side is Side.X and position.left == 2 and max(marks) <= 2 and min(marks) > 0


def _key(position: Position, tables: ClassTables) -> str:
    return canonical(position, tables).key.partition(":")[0]


@cache
def shipped_openings() -> OpeningTable:
    """Return the table that ships, read at its first use: most games never ask for it."""
    return OpeningTable.load()


def known_opening(position: Position) -> Opening | None:
    """Return the shipped knowledge of a position, None for one that is not after two turns, or that has no line."""
    return shipped_openings().find(position) if is_after_two_turns(position) else None


def winning_move(position: Position) -> BookMove | None:
    """Return X's turn in a position after two turns that it is known to win, None in any other."""
    return shipped_openings().move(position) if is_after_two_turns(position) else None


def second_turn_trap(position: Position) -> tuple[tuple[int, ...], Opening] | None:
    """Return X's turn that sets most traps in a drawn position after two turns, and how many; None if not known."""
    return shipped_openings().trap(position) if is_after_two_turns(position) else None
