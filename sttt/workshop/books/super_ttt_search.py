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
from sttt.games.super_ttt.analysis.proofs import most_turns
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.book.book import Book, BookEntry, canonical
from sttt.games.super_ttt.classes.tables import ClassTables, load
from sttt.games.super_ttt.classes.view import NONE, BoardTurn, ClassView
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.search.board import MAX_LEVEL
from sttt.games.super_ttt.search.engine import DECIDED_SCORE, WIN_SCORE, Engine
from sttt.games.super_ttt.text import format_position, format_turn
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.kernel.transposition_table import table_bits_of


@dataclass(frozen=True)
class BookPosition:
    """A position in which the book needs a turn."""

    position: Position
    dominated: int = 0
    """The dominated turns of the opponent on the way there, as few as possible: another turn is at least as good."""


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
    view = ClassView(met.position, tables)
    for made, squares in _kinds_of_turns(view):
        after, _ = enter_turn(met.position, squares)
        if not after.result and after.left == 2:
            yield BookPosition(after, met.dominated + (not undominated(made, view)))


def _kinds_of_turns(view: ClassView) -> Iterator[tuple[list[BoardTurn], tuple[int, ...]]]:
    """List what turns of two placements can do, each with squares that do it."""
    position = view.position
    once: dict[BoardTurn, int] = {}
    for square in position.legal_placements():
        (change,) = view.changes_of((square,))
        once.setdefault(change, square)
    for (one, first), (two, second) in combinations(once.items(), 2):
        if one[0] != two[0]:
            yield [one, two], (first, second)
    twice: dict[BoardTurn, tuple[int, int]] = {}
    for first, second in permutations(position.legal_placements(), 2):
        if first // 9 == second // 9 and enter_turn(position, (first, second))[1] == (first, second):
            (change,) = view.changes_of((first, second))
            twice.setdefault(change, (first, second))
    yield from (([change], squares) for change, squares in twice.items())


def undominated(turn: Iterable[BoardTurn], view: ClassView) -> bool:
    """Return whether the tables list each of the turn's changes among those worth making."""
    classes, lists = view.reduced, {1: view.tables.singles[view.side], 2: view.tables.doubles[view.side]}
    return all(little in lists[placements][classes[board]] for board, little, placements in turn)


def bound_of_mover(prover: Prover, position: Position, limits: tuple[float, int]) -> int:
    """Return the bound of the side to move that the limits allow to prove, nothing searched before making a difference.

    A bound of 0 says that they allow none (see `Claim.of_bound`).
    """
    prover.forget()
    bound = 0
    for proof in prover.deepen(position, position.side, most_turns(position, position.side), *limits):
        bound = proof.claim.bound
    return bound


WINNING_BITS = 10
"""The size of the table with which wins at once are looked for."""

PROOF_SHARE = 0.25
"""The share of the effort that goes into proving the choice. A deeper search finds better turns than a deeper proof."""


@dataclass(frozen=True)
class SearchEffort:
    """The limits of the search of each position; None does not limit."""

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
    """The turn for a position that goes into the book."""

    position: Position
    proof: int
    """See `BookEntry.proof`."""
    refuted: int
    """The number of turns that looked better and are proved to lose."""
    seconds: float

    def enter_into(self, book: Book) -> None:
        """Enter the turn into a book; raises `BookError` for one that not every equivalent position has."""
        view = ClassView(self.position, book.tables)
        if not undominated(view.changes_of(self.turn), view):
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
        tried.append((bound_of_mover(_prover(effort.table_mb), after, effort.share(PROOF_SHARE)), chosen))
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
    ClassView(position).set_up(engine)
    turns = engine.root_turns()
    excluded: frozenset[int] = frozenset()
    winning = Prover(WINNING_BITS).winning_turn(position, position.side, 1)
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
    view = ClassView(position)
    engine.forget()
    view.set_up(engine)
    engine.begin(*limits, excluded=excluded)
    best, best_score, turns = min(set(engine.root_turns()) - excluded), 0, 0
    complete = True
    while complete and abs(best_score) <= DECIDED_SCORE and turns < MAX_LEVEL:
        score, turn, complete = engine.search(turns + 1)
        turns += complete
        if turn != NONE:
            best, best_score = turn, score
    return best, Chosen(view.squares(best), best_score, 2 * turns, engine.nodes)


@cache
def _engine(table_mb: int) -> Engine:
    """Return this process's engine."""
    return Engine(load(), table_bits_of(table_mb))


@cache
def _prover(table_mb: int) -> Prover:
    """Return this process's prover."""
    return Prover(table_bits_of(table_mb))
