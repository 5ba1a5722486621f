"""A position as a page of an opening book: the turns that a book knows, and what games of an archive made of them."""

import threading
import time
from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel

from sttt.board.shape import changed_cells
from sttt.errors import StttError
from sttt.games.game import Game, Position, Result, Side, Turn
from sttt.games.knowledge import knowledge_of
from sttt.games.verdict import Verdict, best_of, seen_from
from sttt.search.verify import whole_turns
from sttt.web.messages import OpeningsIn
from sttt.web.table import board_of, table_of
from sttt.web.verdicts import VerdictOut

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
    """A turn and its twins by symmetry, which count as one."""

    turn: list[int | None]
    text: str
    cells: list[int]
    alike: int
    """Turns that come to the same, this one included."""
    is_book: bool
    """True if what is known of the position rests on it."""
    verdict: VerdictOut
    reply: str | None
    """The answer that is known to be best."""
    games: CountOut


class OpeningsOut(BaseModel):
    """The turns of a position: what is known best first, then what was played most, then what is worth most."""

    openings: list[OpeningOut]
    all: int
    """The turns there are, those of `openings` included; symmetries apart."""
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


def openings(given: OpeningsIn, archive: Path | None) -> OpeningsOut:
    """Return what is known of the turns of the position that a game has come to, and how often they were played."""
    table = table_of(given)
    game, position = table.game, table.positions[-1]
    counts = _counts(archive, game.name) if archive else None
    if counts and archive:
        counts.go_on(archive, game)
    played = counts.found.get(game.canonical(position), {}) if counts else {}
    rows = [] if position.result else sorted(_rows(game, position, played), key=lambda row: row.order(position.side))
    return OpeningsOut(
        openings=[row.told(game, position) for row in rows[: given.most]],
        all=len(rows),
        counted=counts.games if counts else None,
        complete=not counts or counts.complete,
    )


@dataclass(frozen=True)
class _Row:
    """A turn before it is put into words."""

    turn: Turn
    after: Position
    alike: int
    is_book: bool
    verdict: Verdict
    """Of the turn, as one of the position before it."""
    reply: Turn
    games: CountOut

    def order(self, side: Side) -> tuple[bool, int, float, Turn]:
        """Return what is smaller for the row that is shown earlier."""
        chance = self.verdict.chance if self.verdict.chance is not None else 0.5
        worth = chance if side is Side.X else 1 - chance
        return not self.is_book, -(self.games.x + self.games.o + self.games.draw), -worth, self.turn

    def told(self, game: Game, position: Position) -> OpeningOut:
        """Return it in words."""
        return OpeningOut(
            turn=list(self.turn),
            text=game.format_turn(self.turn),
            cells=list(changed_cells(board_of(game), position, self.after)),
            alike=self.alike,
            is_book=self.is_book,
            verdict=VerdictOut.of(game, position, self.verdict.without_turns()),
            reply=game.format_turn(self.reply) if self.reply else None,
            games=self.games,
        )


def _rows(game: Game, position: Position, played: dict[Hashable, CountOut]) -> Iterator[_Row]:
    knowledge = knowledge_of(game)
    turns = _turns(game, game.format_position(position))
    known = {key: knowledge.alone(after) for key, (_, after, _) in turns.items()}
    seen = {key: seen_from(position, turn, after, known[key]) for key, (turn, after, _) in turns.items()}
    own = knowledge.learn(position, best_of(seen.values(), position.side, all_turns=True)).turn(position.side)
    is_choice = any(one.value is not Result.DRAW for one in seen.values())  # where every turn draws, none is the book's
    own_after = game.enter_turn(position, own)[0] if own and is_choice else None
    own_key = game.canonical(own_after) if own_after else None
    of_every_turn = knowledge.of_every_turn(position)
    for key, (first, first_after, alike) in turns.items():
        turn, after, behind = first, first_after, known[key]
        if own_after and key == own_key:  # of its twins the one that the book has
            turn, after, behind = own, own_after, knowledge.alone(own_after)
        verdict, reply = seen[key].merge(of_every_turn), behind.turn(after.side)
        yield _Row(turn, after, alike, key == own_key, verdict, reply, played.get(key, CountOut()))


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
