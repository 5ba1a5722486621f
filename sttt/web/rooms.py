"""Rooms: two people play each other by links. Rules, clocks and agreements are kept here, in the server.

A room has two seats, each with a token that cannot be guessed; who has none watches. With a folder, a room is written
down after every change, and a server that was killed goes on with it when it is started again.
"""

import json
import logging
import secrets
import time
from dataclasses import asdict, dataclass, field
from hmac import compare_digest
from pathlib import Path

from sttt.errors import ServerError, StttError
from sttt.execution.foreign import read_json, read_regular, replacing
from sttt.games.game import Result, Side
from sttt.web.messages import MAX_TURNS, GameIn
from sttt.web.socket_messages import RoomOut, RoomSeatsOut, RoomStateOut
from sttt.web.table import Table, table_of, view

MOST_ROOMS = 1000
"""Rooms at once; the one that was left alone for longest makes way for a new one."""

LEFT_ALONE = 24 * 3600.0
"""Seconds without anybody's action after which a room may make way."""


class RoomError(StttError):
    """A room refuses what it was asked."""


@dataclass
class Room:
    """One series of games between two seats, as it is written down."""

    name: str
    game: str
    tokens: dict[str, str]
    """The secrets of the seats ``x`` and ``o``."""
    minutes: float | None
    """The time on each side's clock for a game; None for no clocks."""
    turns: list[list[int | None]] = field(default_factory=list)
    left: dict[str, float] = field(default_factory=dict)
    """Seconds of each side's clock when `since` began."""
    since: float = 0.0
    """The time of day at which the clock of the side to move started; 0 before the first turn."""
    result: str | None = None
    ended: str | None = None
    """How it ended other than by the rules: ``resigned``, ``time`` or ``agreed``."""
    offers: dict[str, str] = field(default_factory=dict)
    """``draw`` and ``rematch``: the side that offers it."""
    number: int = 1
    """The game's in the series."""
    touched: float = field(default_factory=time.time)

    def __post_init__(self) -> None:
        if not self.left and self.minutes:
            self.left = dict.fromkeys(("x", "o"), 60 * self.minutes)

    def table(self) -> Table:
        """Return the game as the rules see it."""
        return table_of(GameIn(game=self.game, turns=self.turns))

    def seat(self, token: str | None) -> Side | None:
        """Return whose token it is, None for somebody who watches; raises `RoomError` for a token of nobody."""
        if not token:
            return None
        for side in Side:
            if compare_digest(self.tokens[side].encode(), token.encode()):
                return side
        raise RoomError("this link has no seat in the room; expected one of the two that were made for it")

    def clocks(self, now: float) -> dict[Side, float] | None:
        """Return the seconds that each side has left."""
        if not self.minutes:
            return None
        left = {side: self.left[side] for side in Side}
        if self.since and self.result is None:
            side = self.table().now.side
            left[side] = max(0.0, left[side] - (now - self.since))
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
        self.result, self.ended, self.offers, self.since = result.value, how, {}, 0.0

    def place(self, side: Side, turn: list[int], at: int, now: float) -> None:
        """Enter a whole turn; raises `RoomError` or what the rules say against it."""
        table = self.table()
        if self.result:
            raise RoomError("the game is over; expected a rematch")
        if at != len(self.turns):
            raise RoomError(f"that is turn {at + 1}; expected turn {len(self.turns) + 1}")
        if table.now.side is not side:
            raise RoomError(f"it is {table.now.side}'s turn; expected to wait for it")
        if len(self.turns) >= MAX_TURNS:
            raise RoomError("the game has too many turns")
        after = table_of(GameIn(game=self.game, turns=[*self.turns, list(turn)])).now
        if self.minutes:
            clocks = self.clocks(now)
            self.left = {one.value: clocks[one] for one in Side} if clocks else self.left
            self.since = now
        self.turns.append(list(turn))
        self.offers.pop("draw", None)
        if after.result:
            self.end(after.result, None)

    def agree(self, side: Side, what: str) -> None:
        """Offer a draw or a rematch, or accept what the other side offers; raises `RoomError`."""
        if (what == "rematch") != bool(self.result):
            raise RoomError("the game is over" if self.result else "the game is still going on")
        if self.offers.get(what) in (None, side.value):
            self.offers[what] = side.value
        elif what == "draw":
            self.end(Result.DRAW, "agreed")
        else:
            self._begin_again()

    def _begin_again(self) -> None:
        """Begin the next game, the seats exchanged."""
        self.turns, self.result, self.ended, self.offers, self.since = [], None, None, {}, 0.0
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
            running=bool(self.since) and self.result is None,
            offers={what: Side(side) for what, side in self.offers.items()},
            present=present,
            watching=watching,
            view=view(self.table()),
        )


class Rooms:
    """All rooms of a server."""

    def __init__(self, folder: Path | None = None) -> None:
        """Read the rooms that a server before this one has left in the folder; raises `ServerError`."""
        self._folder = folder
        self._rooms: dict[str, Room] = {}
        if folder is None:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            for path in sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime):
                self._read(path)
        except OSError as error:
            raise ServerError(f"{folder}: {error.strerror}; expected a folder for rooms") from error

    def create(self, game: str, minutes: float | None, side: Side) -> RoomOut:
        """Make a room; the links' tokens are told to whoever has made it, and to nobody else."""
        table_of(GameIn(game=game))  # a game that is none is refused here
        self._make_way()
        tokens = {one: secrets.token_urlsafe(18) for one in ("x", "o")}
        room = Room(secrets.token_urlsafe(9), game, tokens, minutes)
        self._rooms[room.name] = room
        self.keep(room)
        return RoomOut(room=room.name, tokens=RoomSeatsOut(own=tokens[side], friend=tokens[side.other]))

    def find(self, name: str) -> Room:
        """Return a room; raises `RoomError`."""
        if name not in self._rooms:
            raise RoomError("there is no such room here; expected the link of one that was made lately")
        return self._rooms[name]

    def keep(self, room: Room) -> None:
        """Write a room down, whole or not at all."""
        room.touched = time.time()
        if self._folder is None:
            return
        path = self._folder / f"{room.name}.json"
        with replacing(path) as file:
            file.write(json.dumps(asdict(room)).encode())

    def _read(self, path: Path) -> None:
        try:
            room = read_json(read_regular(path), Room, path.name, RoomError)
            room.state(None, dict.fromkeys(Side, False), 0, time.time())
            if room.name != path.stem or room.tokens.keys() != {*map(str, Side)}:
                raise RoomError("it has another name or other seats; expected its own, and x and o")
            self._rooms[room.name] = room
        except (OSError, ValueError, LookupError, StttError) as error:
            logging.getLogger("uvicorn.error").warning("sttt: %s is no room, it is left out: %s", path, error)

    def _make_way(self) -> None:
        if len(self._rooms) < MOST_ROOMS:
            return
        oldest = min(self._rooms.values(), key=lambda room: room.touched)
        if time.time() - oldest.touched < LEFT_ALONE:
            raise RoomError(f"there are {MOST_ROOMS} rooms already; expected to try again later")
        del self._rooms[oldest.name]
        if self._folder:
            (self._folder / f"{oldest.name}.json").unlink(missing_ok=True)
