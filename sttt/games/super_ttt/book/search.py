"""Which positions a book is to answer, and finding its turn for one: a long value search, then proofs of its choice.

The positions are those that a player meets who plays by the book: all that the opponent can do to its own lines.
"""

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from itertools import combinations, permutations

from sttt.errors import BookError
from sttt.games.game import Side
from sttt.games.super_ttt.analysis import proofs
from sttt.games.super_ttt.analysis.proofs import Verdict, most_turns
from sttt.games.super_ttt.book.book import Book, BookEntry, canonical
from sttt.games.super_ttt.classes.class_position import (
    BoardTurn,
    board_turns,
    engine_position,
    reduced_classes,
    squares_for,
)
from sttt.games.super_ttt.classes.tables import ClassTables, load
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.search.board import MAX_LEVEL, NEVER, NONE, changes
from sttt.games.super_ttt.search.engine import DECIDED_SCORE, WIN_SCORE, Engine
from sttt.games.super_ttt.text import format_position, format_turn
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.kernel.transposition_table import table_bits_of


@dataclass(frozen=True)
class BookPosition:
    """A position in which the book is to know a turn."""

    position: Position
    dominated: int = 0
    """How many of the opponent's turns on the way there, as few as possible, another one is at least as good as."""


def layers(book: Book, side: Side, turns: int) -> Iterator[list[BookPosition]]:
    """Yield what `side` can meet before its first turn, its second, and so on, up to `turns` of its own.

    Each layer is in the order of dominated turns, one position of every key. A layer follows from the book's turns in
    the one before it, which it may be given between the two; where the book has none the line ends.
    """
    met = [BookPosition(Position())] if side is Side.X else replies([BookPosition(Position())], book.tables)
    for turn in range(turns):
        if turn:
            met = replies(_answered(book, met), book.tables)
        yield met


def _answered(book: Book, met: Iterable[BookPosition]) -> Iterator[BookPosition]:
    for one in met:
        found = book.lookup(one.position)
        if found:
            yield BookPosition(enter_turn(one.position, found.turn)[0], one.dominated)


def replies(met: Iterable[BookPosition], tables: ClassTables) -> list[BookPosition]:
    """Return what every whole turn in these positions leads to, one position of every key, games that end left out."""
    found: dict[str, BookPosition] = {}
    for one in met:
        for after in _after_turns(one, tables):
            key = canonical(after.position, tables).key
            if key not in found or after.dominated < found[key].dominated:
                found[key] = after
    return sorted(found.values(), key=lambda after: after.dominated)


def _after_turns(met: BookPosition, tables: ClassTables) -> Iterator[BookPosition]:
    """Play a turn of each kind: turns are of one kind if they make the same of each little board."""
    classes = reduced_classes(met.position, tables)
    side = list(Side).index(met.position.side)
    for made, squares in _kinds_of_turns(met.position, tables):
        after, _ = enter_turn(met.position, squares)
        if not after.result and after.left == 2:
            yield BookPosition(after, met.dominated + (not undominated(made, classes, side, tables)))


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


class OpponentProver:
    """Solves positions in which the opponent is to move, ever more turns deep."""

    def __init__(self, table_mb: int) -> None:
        """Lay out a transposition table of at most that many MiB."""
        self._prover = proofs.Prover(table_bits_of(table_mb))

    def bound(self, position: Position, limits: tuple[float, int]) -> int:
        """Return what the limits allow to prove of the side to move, nothing searched before making a difference.

        ``n > 0``: it wins within n turns of its own; ``-n``: it cannot within n, `-NEVER` in any number; 0: nothing.
        """
        self._prover.solver.forget()
        side = position.side
        bound = 0
        for proof in self._prover.deepen(position, side, most_turns(position, side), *limits):
            bound = {Verdict.WINS: proof.turns, Verdict.HELD: -proof.turns, Verdict.NEVER: -NEVER}[proof.verdict]
        return bound


WINNING_BITS = 10
"""The size of the table with which wins at once are looked for."""

PROOF_SHARE = 0.25
"""The share of the effort that goes into proving the choice. A deeper search finds better turns than a deeper proof."""


@dataclass(frozen=True)
class SearchEffort:
    """What is spent on each position; None does not limit."""

    seconds: float | None = None
    nodes: int | None = None
    table_mb: int = 64
    """Memory of each of the two transposition tables."""

    def share(self, share: float) -> tuple[float, int]:
        """Return a deadline and a number of nodes: a share of it, which starts now."""
        deadline = math.inf if self.seconds is None else time.monotonic() + self.seconds * share
        return deadline, NO_NODE_LIMIT if self.nodes is None else max(1, int(self.nodes * share))


@dataclass(frozen=True)
class Chosen:
    """A turn for a position and what a search thinks of it."""

    turn: tuple[int, ...]
    score: int
    depth: int
    nodes: int


@dataclass(frozen=True)
class Searched(Chosen):
    """The turn that the book is to have for a position."""

    position: Position
    proof: int
    """See `BookEntry.proof`."""
    refuted: int
    """How many turns that looked better are proved to lose."""
    seconds: float

    def enter_into(self, book: Book) -> None:
        """Enter the turn into a book; raises `BookError` for one that not every equivalent position has."""
        made = board_turns(self.position, self.turn, book.tables)
        side = list(Side).index(self.position.side)
        if not undominated(made, reduced_classes(self.position, book.tables), side, book.tables):
            raise BookError(
                f"{format_turn(self.turn)} is dominated in {format_position(self.position)}; "
                "expected a longer search to choose a turn that is not"
            )
        entry = BookEntry(
            changes=canonical(self.position, book.tables).board_turns(self.turn),
            turns_before=(self.position.x | self.position.o).bit_count() // 2,
            score=self.score,
            depth=self.depth,
            nodes=self.nodes,
            proof=self.proof,
        )
        book.add(self.position, entry)


def search(met: BookPosition, effort: SearchEffort) -> Searched:
    """Search one position: the best turn that is not proved to lose, or the one that loses last."""
    started = time.monotonic()
    tried: list[tuple[int, Chosen]] = []
    for chosen in _choices(met.position, effort):
        after, _ = enter_turn(met.position, chosen.turn)
        tried.append((_prover(effort.table_mb).bound(after, effort.share(PROOF_SHARE)), chosen))
        if tried[-1][0] <= 0:
            break
    bound, chosen = max(tried, key=lambda one: (one[0] <= 0, one[0]))
    return Searched(
        **asdict(chosen),
        position=met.position,
        proof=-bound,
        refuted=sum(1 for bound, _ in tried if bound > 0),
        seconds=round(time.monotonic() - started, 3),
    )


def _choices(position: Position, effort: SearchEffort) -> Iterator[Chosen]:
    """Yield the best turn, then the best of those that are left, one after the other."""
    engine = _engine(effort.table_mb)
    engine.set_position(*engine_position(position, load()))
    turns = engine.root_turns()
    excluded: frozenset[int] = frozenset()
    winning = proofs.Prover(WINNING_BITS).winning_turn(position, position.side, 1)
    if winning:
        yield Chosen(winning, WIN_SCORE - 1, len(winning), 0)
        return
    while len(excluded) < len(turns):
        best, chosen = _best_but(engine, excluded, position, effort.share(1 - PROOF_SHARE))
        yield chosen
        excluded |= {best}


def _best_but(
    engine: Engine, excluded: frozenset[int], position: Position, limits: tuple[float, int]
) -> tuple[int, Chosen]:
    """Return the best turn that is not excluded, as the engine's and in full."""
    engine.forget()
    engine.set_position(*engine_position(position, load()))
    engine.begin(*limits, excluded=excluded)
    best, best_score, turns = min(set(engine.root_turns()) - excluded), 0, 0
    complete = True
    while complete and abs(best_score) <= DECIDED_SCORE and turns < MAX_LEVEL:
        score, turn, complete = engine.search(turns + 1)
        turns += complete
        if turn != NONE:
            best, best_score = turn, score
    squares = sum((squares_for(position, change, load()) for change in changes(best)), ())
    return best, Chosen(squares, best_score, 2 * turns, engine.nodes)


@cache
def _engine(table_mb: int) -> Engine:
    """Return this process's engine."""
    return Engine(load(), table_bits_of(table_mb))


@cache
def _prover(table_mb: int) -> OpponentProver:
    """Return this process's prover."""
    return OpponentProver(table_mb)
