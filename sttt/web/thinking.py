"""One session: what a tab asks its engines, and what they answer while they think."""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Annotated, Any, Protocol, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from sttt.errors import PlayerError, StttError
from sttt.games.game import Game, Result, Side
from sttt.players.player import describe_value
from sttt.web.catalogue import can_play
from sttt.web.engine_process import JsonObject
from sttt.web.engines import BusyError, Engines
from sttt.web.exploring import Exploration, share_of
from sttt.web.messages import SaidOut
from sttt.web.socket_messages import CancelIn, ExploreIn, KnownOut, RefusedOut, ThinkIn, ThoughtOut
from sttt.web.table import Table, table_of

FIRST_GLANCE = 0.05
"""Seconds of the first and shortest thought about a position."""

GROWTH = 4.0
"""The factor by which each thought is longer than the one before: the last has three quarters of the time."""

DONE_EARLY = 0.5
"""A player that uses less than this share of a slice has nothing to gain from more time."""

T = TypeVar("T")

_LOG = logging.getLogger("uvicorn.error")
_MESSAGES: TypeAdapter[ThinkIn | ExploreIn | CancelIn] = TypeAdapter(
    Annotated[ThinkIn | ExploreIn | CancelIn, Field(discriminator="kind")]
)


def slices(seconds: float) -> Iterator[float]:
    """Cut a think time into thoughts that each start anew and last longer: later ones see more, early ones are soon."""
    number = max(1, int(math.log(seconds / FIRST_GLANCE, GROWTH)) + 1) if seconds > FIRST_GLANCE else 1
    whole = sum(GROWTH**index for index in range(number))
    for index in range(number):
        yield seconds * GROWTH**index / whole


class Hangup(Exception):  # noqa: N818 - a tab that is closed is no error
    """The tab is gone."""


class Tab(Protocol):
    """The other end of a session; both methods raise `Hangup`."""

    async def receive(self) -> str:
        """Wait for a message."""

    async def send(self, text: str) -> None:
        """Send a message."""


class Aside(Protocol):
    """Where what takes some milliseconds is done, so that nobody else waits for it."""

    def __call__(self, work: Callable[[], T]) -> Awaitable[T]:
        """Do it and return what comes of it."""


async def at_once(work: Callable[[], T]) -> T:
    """Do it here: nobody else is there to wait."""
    return work()


class Session:
    """A browser tab: at most one search at a time, which ends with the tab."""

    def __init__(self, tab: Tab, engines: Engines, aside: Aside = at_once) -> None:
        self._tab = tab
        self._engines = engines
        self._aside = aside
        self._search: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Answer until the browser leaves."""
        try:
            while True:
                await self._obey(await self._tab.receive())
        except Hangup:
            return
        finally:
            await self._stop()

    async def _obey(self, message: str) -> None:
        try:
            asked = _MESSAGES.validate_json(message)
        except ValidationError as error:
            await self._send(RefusedOut.of(form_error(error.errors())))
            return
        await self._stop()
        if not isinstance(asked, CancelIn):
            self._search = asyncio.create_task(self._answer(asked))

    async def _stop(self) -> None:
        """Call the search off."""
        search, self._search = self._search, None
        if search:
            search.cancel()
            await asyncio.gather(search, return_exceptions=True)

    async def _answer(self, asked: ThinkIn | ExploreIn) -> None:
        """Send message after message; the last is marked as final."""
        try:
            async for message in self._thoughts(asked) if isinstance(asked, ThinkIn) else self._explored(asked):
                await self._send(message)
        except BusyError as error:
            await self._send(RefusedOut.of(StttError.of("think.busy", reason=error), asked.id, busy=True))
        except StttError as error:
            await self._send(RefusedOut.of(error, asked.id))
        except Hangup:
            return
        except Exception:  # noqa: BLE001 - a mistake is told to the tab, and in full to the console
            _LOG.exception("the answer to %r failed", asked)
            await self._send(RefusedOut.of(StttError.of("page.mistake"), asked.id))

    async def _thoughts(self, asked: ThinkIn) -> AsyncIterator[ThoughtOut]:
        table, question = await self._aside(lambda: _asked(asked))
        await self._engines.ready()
        deadline = time.monotonic() + asked.seconds
        best: JsonObject = {}
        for seconds in self._plan(asked.seconds):
            if best and deadline - time.monotonic() < best["seconds"]:
                break  # too late to see more than before
            answer = await self._engines.ask(question, seconds, deadline)
            if "refusal" in answer:
                raise SaidOut.model_validate(answer["refusal"]).error()
            best = max(best or answer, answer, key=lambda thought: float(thought["seconds"]))
            if answer["seconds"] < DONE_EARLY * seconds and answer is best:
                break
            yield _thought(asked, table, best, final=False)
        yield _thought(asked, table, best, final=True)

    async def _explored(self, asked: ExploreIn) -> AsyncIterator[KnownOut]:
        """Tell of every placement what is known, one by one; the last message has nothing new."""
        table, _ = await self._aside(lambda: _asked(asked))
        exploration = await self._aside(lambda: Exploration(table, asked.player, self._engines))
        async for move in exploration.moves():
            yield KnownOut(id=asked.id, final=False, proven=exploration.proven, all=exploration.all, moves=[move])
        yield KnownOut(id=asked.id, final=True, proven=exploration.proven, all=exploration.all, moves=[])

    def _plan(self, seconds: float) -> Iterator[float]:
        """Return how long to think each time; where others wait, there is room for the last time alone."""
        for share in slices(seconds):
            if not self._engines.crowded:
                yield share
        if self._engines.crowded:
            yield seconds

    async def _send(self, message: ThoughtOut | KnownOut | RefusedOut) -> None:
        await self._tab.send(message.model_dump_json())


def _asked(asked: ThinkIn | ExploreIn) -> tuple[Table, JsonObject]:
    """Replay the game, and return what an engine is asked; raises a `StttError`."""
    table = table_of(asked)
    return table, _question(asked, table)


def _question(asked: ThinkIn | ExploreIn, table: Table) -> JsonObject:
    """Return what an engine is asked; raises `PlayerError` where there is nothing to ask."""
    if table.now.result:
        raise PlayerError.of("think.over")
    if not can_play(asked.game, asked.player):
        raise PlayerError.of("think.no-player", player=asked.player, game=asked.game)
    return {"game": asked.game, "position": table.game.format_position(table.now), "player": asked.player}


def _thought(asked: ThinkIn, table: Table, answer: JsonObject, *, final: bool) -> ThoughtOut:
    score, value = answer["score"], answer["value"]
    return ThoughtOut(
        id=asked.id,
        final=final,
        player=asked.player,
        share=share_of(table.now.side, score, Result(value) if value else None),
        verdict=_verdict(table.game, value, answer["distance"]),
        **answer,
    )


def _verdict(game: Game, value: str | None, distance: int | None) -> str | None:
    """Say a proven outcome in the game's own names for the sides."""
    if value is None:
        return None
    names = game.shape.sides if game.shape else tuple(side.upper() for side in Side)
    words = describe_value(Result(value), distance, names)
    return f"Proven: {words}{' with best play' if value == Result.DRAW else ''}."


def form_error(errors: list[Any]) -> StttError:
    """Say what the first thing is that a message's form does not allow, and where."""
    error = errors[0]
    where = ".".join(str(part) for part in error["loc"] if part not in ("body", "think", "explore", "cancel"))
    code = "page.too-long" if error["type"] in ("string_too_long", "too_long") else "page.form"
    return StttError.of(code, where=where or "message", problem=str(error["msg"]))
