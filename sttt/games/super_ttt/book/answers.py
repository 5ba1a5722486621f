"""Proofs after three turns: O's answers to X's second turns, where O's reply to the first one does not lose.

`answers.txt` is a text file. Its first line is a JSON object that tells where it comes from. Every other line is a
position after two turns that X is not known to win, the nine classes of its key's little boards, and what O answers to
each of X's undominated turns there, in the order of the keys of the positions that they lead to (`Branches.key`)::

    3.3.3.3.81.3.3.3.3 0a1K..0a

Two digits in base 64 are the number of an answer after which X never wins among O's undominated ones, which are in the
order of their keys, too. A dot stands for none: none is known, or another line has the same position, as X's two turns
may be played in either order.

In any other position after three turns O plays what is as good for it as its answer where X is at least as well off.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from string import ascii_letters, digits
from threading import Lock
from typing import Self

from sttt.errors import BookError
from sttt.execution.foreign import shorten
from sttt.games.game import Side
from sttt.games.super_ttt.book.book import canonical
from sttt.games.super_ttt.book.data_file import content, read_positions
from sttt.games.super_ttt.book.dominance import Comparable, copied, images
from sttt.games.super_ttt.classes.order import is_as_good
from sttt.games.super_ttt.classes.tables import ClassTables, raw_boards, raw_index
from sttt.games.super_ttt.classes.tables import load as load_tables
from sttt.games.super_ttt.classes.view import ClassView, changes
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.branches import Branches
from sttt.games.super_ttt.symmetry import Permutation
from sttt.strict_json import Json

DATA_FILE = Path(__file__).with_name("answers.txt")

DIGITS = digits + ascii_letters + "+-"
UNANSWERED = "."

_WORD = re.compile(rf"[{DIGITS}]{{2}}|\{UNANSWERED}", re.ASCII)
_LINE = re.compile(rf"(?:\d{{1,3}}\.){{8}}\d{{1,3}} (?:{_WORD.pattern})+", re.ASCII)


class AnswerTable:
    """O's answers to X's second turns. Positions that are the same for play share a line."""

    def __init__(self, tables: ClassTables, origin: Mapping[str, Json] | None = None) -> None:
        """Start with no answers; `origin` says where they come from."""
        self.origin = dict(origin or {})
        self.tables = tables
        self._branches = Branches(tables)
        self._lock = Lock()
        """Held while the branches stand at a position: all threads share what ships."""
        self._lines: dict[str, str] = {}
        self._answered: set[int] = set()
        """The keys of the positions that answers have been added to."""
        self._index: Comparable | None = None
        """Made when first asked for, and again after an addition."""

    @classmethod
    def load(cls, path: Path = DATA_FILE) -> Self:
        """Read a file; raises `BookError` for one that cannot be read or is none."""
        origin, lines = read_positions(path, "a file of answers", _LINE, "'KEY 0a1K..0a'")
        found = cls(load_tables(), origin)
        found._lines = lines
        return found

    def find(self, position: Position) -> tuple[int, ...] | None:
        """Return O's turn after which X never wins, None for a position that is not after three turns, or unknown.

        Raises `BookError` if the line of the position before X's turn is that of another one.
        """
        if not is_after_three_turns(position):
            return None
        view = ClassView(position, self.tables)
        with self._lock:
            turn = self._turn(view)
            return self._derived(view) if turn is None else view.completed(turn)

    def _turn(self, view: ClassView) -> int | None:
        """Return O's turn in a position that one of X's undominated turns leads to."""
        key = self._branches.key(view.packed, view.side)
        words = (self._words(before).get(key, UNANSWERED) for before in _before(view))
        word = next((word for word in words if word != UNANSWERED), None)
        if word is None:
            return None
        turns = view.turns_by_key(self._branches)
        return turns[_numbered(sorted(turns), word)]

    def _words(self, before: ClassView) -> dict[int, str]:
        """Return what a line says of each of X's turns, by the key of the position after it; nothing without a line."""
        line = self._lines.get(self._line_of(before))
        if line is None:
            return {}
        turns, words = before.turns_by_key(self._branches), _WORD.findall(line)
        if len(turns) != len(words):
            raise BookError(f"{len(words)} answers in {shorten(line)!r}; expected one to each of {len(turns)} turns")
        return dict(zip(sorted(turns), words, strict=True))

    def _line_of(self, before: ClassView) -> str:
        return canonical(before.position, self.tables).key.partition(":")[0]

    def _derived(self, view: ClassView) -> tuple[int, ...] | None:
        """Return O's turn that follows from its answer to another turn of X's, which leaves X at least as well off."""
        for better, at in self._better_after(view):
            answer = self._turn(better)
            if answer is not None:
                turn = ((at[place], little, placements) for place, little, placements in changes(answer))
                return view.filled(copied(view, turn))
        return None

    def _better_after(self, view: ClassView) -> Iterator[tuple[ClassView, Permutation]]:
        """Yield positions in which X is at least as well off after a turn, with the board here for each place there."""
        for before in _before(view):
            for classes, at in images(before.classes):
                here = [view.classes[board] for board in at]
                for better in self._better(classes):
                    for turn in better.turns_by_key(self._branches).values():
                        if all(map(is_as_good, better.after(turn), here)):
                            after = better.position.play_all(better.completed(turn))
                            yield ClassView(after, self.tables), at

    def _better(self, classes: Sequence[int]) -> Iterator[ClassView]:
        """Yield positions that have a line and in which X is at least as well off."""
        if self._index is None:
            self._index = Comparable([list(map(int, key.split("."))) for key in self._lines])
        found = self._index.at_least(classes, 2 ** len(self._lines) - 1)
        for number, key in enumerate(self._lines):
            if found >> number & 1:
                yield ClassView(_position_of(key), self.tables)

    def add(self, before: Position, answers: Mapping[int, int]) -> None:
        """Enter O's answers after two turns: by the key of the position after X's turn, that of the one after O's."""
        view = ClassView(before, self.tables)
        turns = view.turns_by_key(self._branches)
        words = (self._word(view, turns[key], key, answers.get(key)) for key in sorted(turns))
        self._lines[self._line_of(view)] = "".join(words)
        self._index = None

    def _word(self, before: ClassView, turn: int, key: int, answer: int | None) -> str:
        if answer is None or (key in self._answered and self._is_found(before, turn)):
            return UNANSWERED
        keys = self._keys_after(before, turn)
        if answer not in keys:
            raise BookError(f"none of O's {len(keys)} turns leads to what is named; expected one of them")
        self._answered.add(key)
        return "".join(DIGITS[digit] for digit in divmod(keys.index(answer), len(DIGITS)))

    def _is_found(self, before: ClassView, turn: int) -> bool:
        """Say whether the marks after a turn of X's lead to another line that answers it, by taking two others back.

        They may not where the key is the same: a little board that has ended is the same for play whichever marks ended
        it. Then both lines need the answer.
        """
        after = before.position.play_all(before.completed(turn))
        return self._turn(ClassView(after, self.tables)) is not None

    def items(self) -> Iterator[tuple[int, int]]:
        """Yield the keys of the positions that are answered, some twice, each with that of one after an answer.

        Raises `BookError` if a line is that of another position.
        """
        for line in self._lines:
            before = ClassView(_position_of(line), self.tables)
            with self._lock:
                found = self._answers_after(before)
            yield from found

    def _answers_after(self, before: ClassView) -> list[tuple[int, int]]:
        turns, found = before.turns_by_key(self._branches), []
        for key, word in self._words(before).items():
            if word != UNANSWERED:
                found.append((key, _numbered(self._keys_after(before, turns[key]), word)))
        return found

    def _keys_after(self, before: ClassView, turn: int) -> list[int]:
        """Return the keys that the numbers of O's answers to a turn of X's count, in their order."""
        before.set_up_after(turn, self._branches)
        return sorted(self._branches.turns_by_key())

    def __len__(self) -> int:
        return len(self._lines)

    def dumps(self) -> str:
        """Return the contents of the file, its positions in a lasting order."""
        return content(self.origin, (f"{key} {words}" for key, words in self._lines.items()))


def _numbered(keys: Sequence[int], word: str) -> int:
    """Return the key that a word is the number of; raises `BookError` if there are not so many."""
    number = DIGITS.index(word[0]) * len(DIGITS) + DIGITS.index(word[1])
    if number >= len(keys):
        raise BookError(f"{word!r} is none of {len(keys)} turns; expected the number of an answer in base 64")
    return keys[number]


def _before(view: ClassView) -> Iterator[ClassView]:
    """Yield the positions before a turn of X's, whichever of its marks that turn made."""
    marks = [square for square in range(81) if view.position.x >> square & 1]
    for kept in combinations(marks, len(marks) - 2):
        before = Position.from_marks(sum(2**square for square in kept), view.position.o, Side.X)
        yield ClassView(before, view.tables)


def _position_of(key: str) -> Position:
    """Return a position whose little boards are of these classes, X to move."""
    boards = [_boards()[int(little)] for little in key.split(".")]
    x, o = (sum(board[side] << 9 * place for place, board in enumerate(boards)) for side in (0, 1))
    return Position.from_marks(x, o, Side.X)


@cache
def _boards() -> dict[int, tuple[int, int]]:
    """Return the masks of a little board of each class, one with as few marks as any."""
    found: dict[int, tuple[int, int]] = {}
    for x, o in sorted(raw_boards(), key=lambda board: (board[0] | board[1]).bit_count()):
        found.setdefault(load_tables().class_of[raw_index(x, o)], (x, o))
    return found


def is_after_three_turns(position: Position) -> bool:
    """Say whether O is to move, X has played two whole turns and O one."""
    marks = (position.x.bit_count(), position.o.bit_count())
    return position.side is Side.O and position.left == 2 and marks == (4, 2)


@cache
def shipped_answers() -> AnswerTable:
    """Return the answers that ship, read at their first use: only O after X's second turn asks for them."""
    return AnswerTable.load()


def holding_answer(position: Position) -> tuple[int, ...] | None:
    """Return O's turn after which X is known never to win, None where no answer ships."""
    return shipped_answers().find(position) if is_after_three_turns(position) else None
