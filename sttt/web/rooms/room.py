"""A room: its turns, clocks, agreements and seats, each seat with a token that cannot be guessed; who has none watches.

Moments in it are those of the monotonic clock, which nobody sets: `now` everywhere is `time.monotonic()`.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from hmac import compare_digest
from time import monotonic
from typing import Self

from sttt.errors import StttError, printable
from sttt.games.game import Result, Side
from sttt.web.messages import MAX_TURNS, GameIn, ViewOut
from sttt.web.socket_messages import LONGEST_PERSON, RoomActionIn, RoomStateOut
from sttt.web.table import Table, table_of, view

REPLAYED = 512
"""Games whose replay is kept: a room asks for its own with every message."""


class RoomError(StttError):
    """A room refuses what it was asked."""


@dataclass
class Room:
    """One series of games between two seats."""

    name: str
    game: str
    tokens: dict[str, str]
    """The secrets of the seats ``x`` and ``o``."""
    minutes: float | None
    """The time on each side's clock for a game; None for no clocks."""
    turns: list[list[int | None]] = field(default_factory=list)
    left: dict[str, float] = field(default_factory=dict)
    """Seconds of each side's clock when `since` began."""
    since: float | None = None
    """When the clock of the side to move started; None where no clock runs."""
    result: str | None = None
    ended: str | None = None
    """Its end other than by the rules: ``resigned``, ``time`` or ``agreed``."""
    offers: dict[str, str] = field(default_factory=dict)
    """``draw`` and ``rematch``: the side that offers it."""
    number: int = 1
    """The game's in the series."""
    increment: float = 0
    """Seconds that each turn adds to its side's clock."""
    names: dict[str, str] = field(default_factory=dict)
    """The names that those who have a seat want to be called, by their tokens: they exchange the sides after a game."""
    touched: float = field(default_factory=monotonic)
    """When it was changed last."""

    def __post_init__(self) -> None:
        if not self.left and self.minutes:
            self.left = dict.fromkeys(("x", "o"), 60 * self.minutes)

    def copy(self) -> Self:
        """Return a copy on which may be acted while others look at the room as it is."""
        return replace(
            self,
            tokens=dict(self.tokens),
            turns=list(self.turns),
            left=dict(self.left),
            offers=dict(self.offers),
            names=dict(self.names),
        )

    def table(self) -> Table:
        """Return the game as the rules see it."""
        return _replayed(self.game, _frozen(self.turns))[0]

    def seat(self, token: str | None) -> Side | None:
        """Return whose token it is, None for somebody who watches; raises `RoomError` for a token of nobody."""
        if not token:
            return None
        for side in Side:
            if compare_digest(self.tokens[side].encode(), token.encode()):
                return side
        raise RoomError.of("room.no-seat")

    def clocks(self, now: float) -> dict[Side, float] | None:
        """Return the seconds that each side has left."""
        if not self.minutes:
            return None
        left = {side: self.left[side] for side in Side}
        if self.since is not None:
            side = self.table().now.side
            left[side] = max(0.0, left[side] - max(0.0, now - self.since))
        return left

    def flag(self, now: float) -> bool:
        """End the game of a side whose clock has run out; whether that was so."""
        clocks = self.clocks(now)
        side = self.table().now.side
        if self.result or not clocks or clocks[side] > 0:
            return False
        self.left[side] = 0.0
        self.end(Result.win(side.other), "time")
        return True

    def end(self, result: Result, how: str | None) -> None:
        """End the game."""
        self.result, self.ended, self.offers, self.since = result.value, how, {}, None

    def act(self, seat: Side | None, asked: RoomActionIn, now: float) -> None:
        """Do what somebody asks, as far as the seat may; raises `RoomError` or what the rules say against it."""
        if seat is None:
            raise RoomError.of("room.watching")
        if asked.kind == "name":
            self.names[self.tokens[seat]] = visible(asked.name)
            return
        if self.flag(now):
            return
        if asked.number != self.number:
            raise RoomError.of("room.earlier-game")
        if asked.kind == "turn":
            self.place(seat, asked.turn, asked.at, now)
        elif asked.kind == "resign":
            if self.result:
                raise RoomError.of("room.over")
            self.end(Result.win(seat.other), "resigned")
        else:
            self.agree(seat, asked.kind)

    def place(self, side: Side, turn: list[int], at: int, now: float) -> None:
        """Enter a whole turn; raises `RoomError` or what the rules say against it."""
        table = self.table()
        if self.result:
            raise RoomError.of("room.rematch")
        if at != len(self.turns):
            raise RoomError.of("room.turn", number=at + 1, expected=len(self.turns) + 1)
        if table.now.side is not side:
            raise RoomError.of("room.wait", side=table.now.side.value)
        if len(self.turns) >= MAX_TURNS:
            raise RoomError.of("room.too-many-turns")
        after = _replayed(self.game, (*_frozen(self.turns), tuple(turn)))[0].now
        if self.minutes:
            clocks = self.clocks(now)
            self.left = {one.value: clocks[one] for one in Side} if clocks else self.left
            self.left[side] += self.increment if self.turns else 0
            self.since = now
        self.turns.append(list(turn))
        self.offers.pop("draw", None)
        if after.result:
            self.end(after.result, None)

    def agree(self, side: Side, what: str) -> None:
        """Offer a draw or a rematch, or accept what the other side offers; raises `RoomError`."""
        if (what == "rematch") != bool(self.result):
            raise RoomError.of("room.over" if self.result else "room.going-on")
        if self.offers.get(what) in (None, side.value):
            self.offers[what] = side.value
        elif what == "draw":
            self.end(Result.DRAW, "agreed")
        else:
            self._begin_again()

    def _begin_again(self) -> None:
        """Begin the next game, the seats exchanged."""
        self.turns, self.result, self.ended, self.offers, self.since = [], None, None, {}, None
        self.tokens = {"x": self.tokens["o"], "o": self.tokens["x"]}
        self.left = dict.fromkeys(("x", "o"), 60 * self.minutes) if self.minutes else {}
        self.number += 1

    def state(self, seat: Side | None, present: dict[Side, bool], watching: int, now: float) -> RoomStateOut:
        """Describe the room to somebody in it."""
        return RoomStateOut(
            room=self.name,
            game=self.game,
            seat=seat,
            number=self.number,
            turns=self.turns,
            result=Result(self.result) if self.result else None,
            ended=self.ended,
            clocks=self.clocks(now),
            running=self.since is not None,
            offers={what: Side(side) for what, side in self.offers.items()},
            names={side: self.names.get(self.tokens[side], "") for side in Side},
            present=present,
            watching=watching,
            view=_replayed(self.game, _frozen(self.turns))[1],
        )


def visible(name: str) -> str:
    """Return a person's name as it may be shown on one line."""
    return printable(" ".join(name.split()))[:LONGEST_PERSON].strip()


Turns = tuple[tuple[int | None, ...], ...]


def _frozen(turns: list[list[int | None]]) -> Turns:
    return tuple(map(tuple, turns))


@lru_cache(maxsize=REPLAYED)
def _replayed(game: str, turns: Turns) -> tuple[Table, ViewOut]:
    """Return a game as the rules see it, and as people do."""
    table = table_of(GameIn(game=game, turns=[list(turn) for turn in turns]))
    return table, view(table)
