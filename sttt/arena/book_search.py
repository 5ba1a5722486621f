"""Finding the book's turn for one position, with the player's own search and more time than a game allows."""

import time
from contextlib import closing
from dataclasses import dataclass

from sttt.book.book import Book
from sttt.book.canonical import canonical
from sttt.book.entry import BookEntry
from sttt.book.lines import Met, undominated
from sttt.errors import BookError
from sttt.games.game import Side
from sttt.games.super_ttt import Position
from sttt.games.super_ttt_text import format_position, format_turn
from sttt.kernel.class_position import board_turns, reduced_classes
from sttt.players import Limits
from sttt.registry import make_player

SEARCHER = "alpha-beta-no-book"
"""The player whose turns the book holds, as `sttt players` lists it."""


@dataclass(frozen=True)
class Effort:
    """What is spent on each position; a limit that is None does not apply."""

    seconds: float | None = None
    nodes: int | None = None

    def limits(self) -> Limits:
        """Return the limits of a search that starts now."""
        return Limits(None if self.seconds is None else time.monotonic() + self.seconds, self.nodes)


@dataclass(frozen=True)
class Searched:
    """A position and what was found for it."""

    position: Position
    turn: tuple[int, ...]
    score: int
    depth: int
    nodes: int
    proof: int
    seconds: float

    def enter_into(self, book: Book) -> None:
        """Enter the turn into a book; raises `BookError` for one that not every equivalent position has."""
        tables = book.tables
        changes = board_turns(self.position, self.turn, tables)
        side = list(Side).index(self.position.side)
        if not undominated(changes, reduced_classes(self.position, tables), side, tables):
            raise BookError(
                f"{format_turn(self.turn)} is dominated in {format_position(self.position)}; "
                "expected a longer search to choose a turn that is not"
            )
        entry = BookEntry(
            changes=canonical(self.position, tables).board_turns(self.turn),
            turns_before=(self.position.x | self.position.o).bit_count() // 2,
            score=self.score,
            depth=self.depth,
            nodes=self.nodes,
            proof=self.proof,
        )
        book.add(self.position, entry)


def search(met: Met, effort: Effort) -> Searched:
    """Search one position."""
    started = time.monotonic()
    with closing(make_player(SEARCHER)) as player:
        decision = player.choose(met.position, effort.limits())
    return Searched(
        position=met.position,
        turn=tuple(square for square in decision.turn if square is not None),
        score=decision.score or 0,
        depth=decision.depth or 0,
        nodes=decision.nodes or 0,
        proof=0,
        seconds=round(time.monotonic() - started, 3),
    )
