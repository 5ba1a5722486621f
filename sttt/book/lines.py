"""The positions that a player meets who plays by the book: everything that the opponent can do to its own lines."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, permutations

from sttt.book.book import Book
from sttt.book.canonical import canonical
from sttt.games.game import Side
from sttt.games.super_ttt import Position, enter_turn
from sttt.kernel.class_position import BoardTurn, board_turns, reduced_classes
from sttt.kernel.class_tables import ClassTables


@dataclass(frozen=True)
class Met:
    """A position in which the book is to know a turn."""

    position: Position
    dominated: int = 0
    """How many of the opponent's turns on the way there, as few as possible, another one is at least as good as."""


def layers(book: Book, side: Side, turns: int) -> Iterator[list[Met]]:
    """Yield what `side` can meet before its first turn, its second, and so on, up to `turns` of its own.

    Each layer is in the order of dominated turns, one position of every key. A layer follows from the book's turns in
    the one before it, which it may be given between the two; where the book has none the line ends.
    """
    met = [Met(Position())] if side is Side.X else replies([Met(Position())], book.tables)
    for turn in range(turns):
        if turn:
            met = replies(_answered(book, met), book.tables)
        yield met


def _answered(book: Book, met: Iterable[Met]) -> Iterator[Met]:
    for one in met:
        found = book.lookup(one.position)
        if found:
            yield Met(enter_turn(one.position, found.turn)[0], one.dominated)


def replies(met: Iterable[Met], tables: ClassTables) -> list[Met]:
    """Return what every whole turn in these positions leads to, one position of every key, games that end left out."""
    found: dict[str, Met] = {}
    for one in met:
        for after in _after_turns(one, tables):
            key = canonical(after.position, tables).key
            if key not in found or after.dominated < found[key].dominated:
                found[key] = after
    return sorted(found.values(), key=lambda after: after.dominated)


def _after_turns(met: Met, tables: ClassTables) -> Iterator[Met]:
    """Play a turn of each kind: turns are of one kind if they make the same of each little board."""
    classes = reduced_classes(met.position, tables)
    side = list(Side).index(met.position.side)
    for changes, squares in _kinds_of_turns(met.position, tables):
        after, _ = enter_turn(met.position, squares)
        if not after.result and after.left == 2:
            yield Met(after, met.dominated + (not undominated(changes, classes, side, tables)))


def _kinds_of_turns(position: Position, tables: ClassTables) -> Iterator[tuple[list[BoardTurn], tuple[int, ...]]]:
    """List what turns of two placements can do, each with squares that do it."""
    once: dict[BoardTurn, int] = {}
    for square in position.legal_placements():
        (change,) = board_turns(position, (square,), tables)
        once.setdefault(change, square)
    for (one, first), (two, second) in combinations(once.items(), 2):
        if one[0] != two[0]:
            yield [one, two], (first, second)
    twice: dict[BoardTurn, tuple[int, int]] = {}
    for first, second in permutations(position.legal_placements(), 2):
        if first // 9 == second // 9 and enter_turn(position, (first, second))[1] == (first, second):
            (change,) = board_turns(position, (first, second), tables)
            twice.setdefault(change, (first, second))
    yield from (([change], squares) for change, squares in twice.items())


def undominated(changes: Iterable[BoardTurn], classes: list[int], side: int, tables: ClassTables) -> bool:
    """Whether the tables list what the turn does to each little board among what is worth doing."""
    lists = {1: tables.singles[side], 2: tables.doubles[side]}
    return all(little in lists[placements][classes[board]] for board, little, placements in changes)
