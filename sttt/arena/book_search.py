"""Finding the book's turn for one position: with the player's own search, and proving what can be proved of it."""

import math
import time
from collections.abc import Iterator
from contextlib import closing
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
from sttt.kernel.board import MAX_LEVEL, NONE, changes
from sttt.kernel.class_position import board_turns, engine_position, reduced_classes, squares_for
from sttt.kernel.class_tables import load
from sttt.kernel.engine import DECIDED_SCORE, Engine
from sttt.kernel.limited_search import NO_NODE_LIMIT
from sttt.players import Limits
from sttt.registry import make_player

SEARCHER = "alpha-beta-no-book"
"""The player whose turns the book holds, as `sttt players` lists it."""


@dataclass(frozen=True)
class Effort:
    """What is spent on each position, one half on choosing a turn and one on proving; None does not limit."""

    seconds: float | None = None
    nodes: int | None = None
    table_mb: int = 64
    """Memory of the proof's transposition table."""

    def half(self) -> Limits:
        """Return the limits of one half, which starts now."""
        deadline = None if self.seconds is None else time.monotonic() + self.seconds / 2
        return Limits(deadline, None if self.nodes is None else max(1, self.nodes // 2))


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
        tried.append((_prover(effort.table_mb).bound(after, effort.half()), chosen))
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
    """Yield the player's turn, then the best of those that are left, one after the other."""
    with closing(make_player(SEARCHER)) as player:
        decision = player.choose(position, effort.half())
    turn = tuple(square for square in decision.turn if square is not None)
    yield Chosen(turn, decision.score or 0, decision.depth or 0, decision.nodes or 0)
    engine, tables = Engine(load()), load()
    engine.set_position(*engine_position(position, tables))
    turns = engine.root_turns()
    made = set(board_turns(position, turn, tables))
    barred = frozenset(turn for turn in turns if set(changes(turn)) == made)
    while len(barred) < len(turns):
        best, chosen = _best_but(engine, barred, position, effort.half())
        yield chosen
        barred |= {best}


def _best_but(engine: Engine, barred: frozenset[int], position: Position, limits: Limits) -> tuple[int, Chosen]:
    """Return the best turn that is not barred, as the engine's and in full."""
    deadline = math.inf if limits.deadline is None else limits.deadline
    engine.forget()
    engine.set_position(*engine_position(position, load()))
    engine.begin(deadline, NO_NODE_LIMIT if limits.nodes is None else limits.nodes, barred=barred)
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
def _prover(table_mb: int) -> Prover:
    """Return this process's prover."""
    return Prover(load(), table_mb)
