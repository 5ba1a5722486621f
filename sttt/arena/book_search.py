"""Finding the book's turn for one position: a long value search, and proving what can be proved of its choice."""

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache

from sttt.arena.book_proof import Prover
from sttt.book.book import Book
from sttt.book.canonical import canonical
from sttt.book.entry import BookEntry
from sttt.book.lines import Met, undominated
from sttt.errors import BookError
from sttt.games.game import Side
from sttt.games.super_ttt import Position, enter_turn
from sttt.games.super_ttt_text import format_position, format_turn
from sttt.kernel import proofs
from sttt.kernel.board import MAX_LEVEL, NONE, changes
from sttt.kernel.class_position import board_turns, engine_position, reduced_classes, squares_for
from sttt.kernel.class_tables import load
from sttt.kernel.engine import DECIDED_SCORE, WIN_SCORE, Engine
from sttt.kernel.limited_search import table_bits_of
from sttt.players import Limits

WINNING_BITS = 10
"""Of the table with which wins at once are looked for."""

PROOF_SHARE = 0.25
"""Of the effort: what goes into proving the choice. A deeper search finds better turns than a deeper proof."""


@dataclass(frozen=True)
class Effort:
    """What is spent on each position; None does not limit."""

    seconds: float | None = None
    nodes: int | None = None
    table_mb: int = 64
    """Memory of each of the two transposition tables."""

    def share(self, share: float) -> Limits:
        """Return the limits of a share of it, which starts now."""
        deadline = None if self.seconds is None else time.monotonic() + self.seconds * share
        return Limits(deadline, None if self.nodes is None else max(1, int(self.nodes * share)))


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


def search(met: Met, effort: Effort) -> Searched:
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


def _choices(position: Position, effort: Effort) -> Iterator[Chosen]:
    """Yield the best turn, then the best of those that are left, one after the other."""
    engine = _engine(effort.table_mb)
    engine.set_position(*engine_position(position, load()))
    turns = engine.root_turns()
    barred: frozenset[int] = frozenset()
    winning = proofs.Prover(WINNING_BITS).winning_turn(position, position.side, 1)
    if winning:
        yield Chosen(winning, WIN_SCORE - 1, len(winning), 0)
        return
    while len(barred) < len(turns):
        best, chosen = _best_but(engine, barred, position, effort.share(1 - PROOF_SHARE))
        yield chosen
        barred |= {best}


def _best_but(engine: Engine, barred: frozenset[int], position: Position, limits: Limits) -> tuple[int, Chosen]:
    """Return the best turn that is not barred, as the engine's and in full."""
    engine.forget()
    engine.set_position(*engine_position(position, load()))
    engine.begin(*limits.bounds, barred=barred)
    best, best_score, turns = min(set(engine.root_turns()) - barred), 0, 0
    complete = True
    while complete and abs(best_score) <= DECIDED_SCORE and turns < MAX_LEVEL:
        score, turn, complete = engine.iterate(turns + 1)
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
def _prover(table_mb: int) -> Prover:
    """Return this process's prover."""
    return Prover(table_mb)
