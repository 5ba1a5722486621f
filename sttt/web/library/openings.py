"""A position as a page of an opening book: the turns that a book knows, and what games of an archive made of them."""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel

from sttt.board.shape import changed_cells
from sttt.errors import StttError
from sttt.games.game import Game, Position, Result, Turn
from sttt.players import registry
from sttt.players.player import Known
from sttt.search.verify import whole_turns
from sttt.web.messages import GameIn
from sttt.web.table import board_of, installed_game, table_of

if TYPE_CHECKING:
    from sttt.arena.archive.rows import ArchivedGame

COUNTING_SECONDS = 1.0
"""The time that one question may go on counting the archive's games; the next one goes on from there."""

MOST_TURNS = 16
"""After how many turns of each game an opening is over."""


class CountOut(BaseModel):
    """Games of the archive."""

    x: int = 0
    """Won by X."""
    o: int = 0
    draw: int = 0


class OpeningOut(BaseModel):
    """A turn that a book knows or that was played, and its twins by symmetry, which count as one."""

    turn: list[int | None]
    text: str
    cells: list[int]
    alike: int
    """Turns that come to the same, this one included."""
    is_book: bool
    """True if it is the book's own choice here."""
    value: Result | None
    """The outcome behind it, where a book has it proven."""
    distance: int | None
    """Turns of both sides to a win, this one included, where that is known."""
    held: str | None
    """The side that is proven never to win behind it."""
    reply: str | None
    """The book's answer."""
    games: CountOut


class OpeningsOut(BaseModel):
    """The turns known of a position, the best known first."""

    openings: list[OpeningOut]
    counted: int | None
    """Games of the archive that have been looked through; None for a server without an archive."""
    complete: bool
    """True if that were all."""


@dataclass
class _Counts:
    """An archive's games of one game by the positions that they came to; twins by symmetry are one position."""

    after: int | None = None
    """The last game counted."""
    games: int = 0
    complete: bool = False
    found: dict[Hashable, dict[Hashable, CountOut]] = field(default_factory=lambda: defaultdict(dict))
    """By a position's key and by that of the one behind a turn."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    def go_on(self, archive: Path, game: Game) -> None:
        """Count further games, for a second at most."""
        from sttt.arena.archive.archive import Archive  # noqa: PLC0415 - a page without a server has no SQLite
        from sttt.arena.archive.rows import Selection  # noqa: PLC0415

        deadline = time.monotonic() + COUNTING_SECONDS
        with self.lock, Archive(archive, read_only=True, complain=_pass_over) as opened:
            for one in opened.games(Selection(game=game.name), self.after):
                self._add(one, game)
                if time.monotonic() > deadline:
                    self.complete = False
                    return
            self.complete = True

    def _add(self, archived: "ArchivedGame", game: Game) -> None:
        record = archived.record
        position = game.parse_position(record.start)
        key = game.canonical(position)
        for turn in record.turns[:MOST_TURNS]:
            position, _ = game.enter_turn(position, turn.turn)
            before, key = key, game.canonical(position)
            count = self.found[before].setdefault(key, CountOut())
            if record.result:
                setattr(count, record.result.value, getattr(count, record.result.value) + 1)
        self.after, self.games = archived.id, self.games + 1


def _pass_over(_damage: StttError) -> None:
    """Leave a damaged game out; the list of games names it."""


@lru_cache(maxsize=16)
def _counts(_archive: Path, _game: str) -> _Counts:
    return _Counts()


def openings(given: GameIn, archive: Path | None) -> OpeningsOut:
    """Return what is known of the turns of the position that a game has come to."""
    table = table_of(given)
    game, position = table.game, table.positions[-1]
    counts = _counts(archive, game.name) if archive else None
    if counts and archive:
        counts.go_on(archive, game)
    played = counts.found.get(game.canonical(position), {}) if counts else {}
    rows = [] if position.result else _rows(game, position, played)
    return OpeningsOut(
        openings=sorted(rows, key=_order),
        counted=counts.games if counts else None,
        complete=not counts or counts.complete,
    )


def _order(row: OpeningOut) -> tuple[bool, int, str]:
    return not row.is_book, -(row.games.x + row.games.o + row.games.draw), row.text


def _rows(game: Game, position: Position, played: dict[Hashable, CountOut]) -> list[OpeningOut]:
    recall = _recall(game.name)
    own = recall(position) if recall else None
    own_after = game.canonical(game.enter_turn(position, own.turn)[0]) if own and own.turn else None
    rows = []
    for key, (turn, after, alike) in _turns(game, game.format_position(position)).items():
        is_book = own is not None and key == own_after
        behind = recall(after) if recall and not after.result else None
        if not (is_book or behind or key in played):
            continue
        known = own if is_book else None
        shown = own.turn if own and is_book else turn
        rows.append(_row(game, position, (shown, alike), (known, behind), played.get(key, CountOut())))
    return rows


def _row(
    game: Game, position: Position, turn: tuple[Turn, int], known: tuple[Known | None, Known | None], games: CountOut
) -> OpeningOut:
    own, behind = known
    after, _ = game.enter_turn(position, turn[0])
    value = after.result or (own and own.value) or (behind and behind.value) or None
    distance = own.distance if own and own.value else behind.distance + 1 if behind and behind.distance else None
    if after.result:
        distance = 1 if after.result.winner else None
    held = position.side.other if own and own.held else position.side if behind and behind.held else None
    shape = board_of(game)
    return OpeningOut(
        turn=list(turn[0]),
        text=game.format_turn(turn[0]),
        cells=list(changed_cells(shape, position, after)),
        alike=turn[1],
        is_book=own is not None,
        value=value,
        distance=distance,
        held=held,
        reply=game.format_turn(behind.turn) if behind and behind.turn else None,
        games=games,
    )


@lru_cache(maxsize=64)
def _turns(game: Game, compact: str) -> dict[Hashable, tuple[Turn, Position, int]]:
    """Return the turns by what they come to, symmetries apart: the first of each, the position behind it, how many."""
    found: dict[Hashable, tuple[Turn, Position, int]] = {}
    position = game.parse_position(compact)
    for after, turn in whole_turns(position).items():
        key = game.canonical(after)
        first = found.get(key, (turn + (None,) * (position.left - len(turn)), after, 0))
        found[key] = (first[0], first[1], first[2] + 1)
    return found


@cache
def _recall(name: str) -> Callable[[Position], Known | None] | None:
    """Return what the game's strongest player has in its book."""
    return registry.levels(installed_game(name))[-1].recall
