"""One session: what a tab asks its engines, and what they answer while they think."""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Annotated, Any, Protocol, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from sttt.errors import PlayerError, StttError
from sttt.games.knowledge import knowledge_of
from sttt.web.catalogue import can_play
from sttt.web.engines import BusyError, Engines
from sttt.web.exploring import Exploration
from sttt.web.reviewing import GameReview
from sttt.web.socket_messages import (
    CancelIn,
    ExploreIn,
    KnownOut,
    MoveOut,
    RefusedOut,
    ReviewIn,
    ReviewOut,
    ThinkIn,
    ThoughtOut,
)
from sttt.web.table import Table, table_of
from sttt.web.thoughts import Thoughts, question_of
from sttt.web.verdicts import VerdictOut

FIRST_GLANCE = 0.05
"""Seconds of the first and shortest thought about a position."""

GROWTH = 4.0
"""The factor by which each thought is longer than the one before: the last has three quarters of the time."""

DONE_EARLY = 0.5
"""A player that uses less than this share of a slice has nothing to gain from more time."""

T = TypeVar("T")

_LOG = logging.getLogger("uvicorn.error")
_MESSAGES: TypeAdapter[ThinkIn | ExploreIn | ReviewIn | CancelIn] = TypeAdapter(
    Annotated[ThinkIn | ExploreIn | ReviewIn | CancelIn, Field(discriminator="kind")]
)


def slices(seconds: float) -> Iterator[float]:
    """Cut a think time into thoughts of growing length, each from nothing: early ones are soon, late ones see more."""
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

    async def _answer(self, asked: ThinkIn | ExploreIn | ReviewIn) -> None:
        """Send message after message; the last is marked as final."""
        try:
            async for message in self._messages(asked):
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

    def _messages(self, asked: ThinkIn | ExploreIn | ReviewIn) -> AsyncIterator[ThoughtOut | KnownOut | ReviewOut]:
        if isinstance(asked, ThinkIn):
            return self._thoughts(asked)
        return self._explored(asked) if isinstance(asked, ExploreIn) else self._reviewed(asked)

    async def _reviewed(self, asked: ReviewIn) -> AsyncIterator[ReviewOut]:
        """Tell what the turns of the game were worth, as far as that is known by then."""
        found = await self._aside(lambda: GameReview(asked))
        await self._engines.ready()
        async for message in found.messages(self._engines):
            yield message

    async def _thoughts(self, asked: ThinkIn) -> AsyncIterator[ThoughtOut]:
        table, thoughts = await self._aside(lambda: _thoughts_of(asked))
        if thoughts.is_over:
            yield thoughts.told(final=True)
            return
        question = question_of(table.game, table.now, asked.player)
        await self._engines.ready()
        deadline = time.monotonic() + asked.seconds
        for seconds in self._plan(asked.seconds):
            if thoughts.best and deadline - time.monotonic() < thoughts.best["seconds"]:
                break  # too late to see more than before
            answer = await self._engines.ask(question, seconds, deadline)
            thoughts.take(answer)
            if thoughts.is_over or (answer["seconds"] < DONE_EARLY * seconds and answer is thoughts.best):
                break
            yield thoughts.told(final=False)
        yield thoughts.told(final=True)

    async def _explored(self, asked: ExploreIn) -> AsyncIterator[KnownOut]:
        """Tell of every placement what is known, one by one; the last message has nothing new."""
        table = await self._aside(lambda: _unfinished(asked))
        exploration = await self._aside(lambda: Exploration(table, self._engines, knowledge_of(table.game)))

        def told(moves: list[MoveOut], *, final: bool) -> KnownOut:
            verdict = VerdictOut.of(table.game, table.now, exploration.verdict())
            proven, all_ = exploration.proven, exploration.all
            return KnownOut(id=asked.id, final=final, proven=proven, all=all_, verdict=verdict, moves=moves)

        async for moves in exploration.moves():
            yield told(moves, final=False)
        yield told([], final=True)

    def _plan(self, seconds: float) -> Iterator[float]:
        """Return how long to think each time; where others wait, there is room for the last time alone."""
        for share in slices(seconds):
            if not self._engines.crowded:
                yield share
        if self._engines.crowded:
            yield seconds

    async def _send(self, message: ThoughtOut | KnownOut | ReviewOut | RefusedOut) -> None:
        await self._tab.send(message.model_dump_json())


def _thoughts_of(asked: ThinkIn) -> tuple[Table, Thoughts]:
    """Replay the game, and look up what is known of where it has come to; raises a `StttError`."""
    table = _unfinished(asked)
    if asked.player and not can_play(asked.game, asked.player):
        raise PlayerError.of("think.no-player", player=asked.player, game=asked.game)
    return table, Thoughts(asked, table, knowledge_of(table.game))


def _unfinished(asked: ThinkIn | ExploreIn) -> Table:
    """Replay the game; raises `PlayerError` where there is nothing to ask."""
    table = table_of(asked)
    if table.now.result:
        raise PlayerError.of("think.over")
    return table


def form_error(errors: list[Any]) -> StttError:
    """Say what the first thing is that a message's form does not allow, and where."""
    error = errors[0]
    where = ".".join(str(part) for part in error["loc"] if part not in ("body", "think", "explore", "review", "cancel"))
    code = "page.too-long" if error["type"] in ("string_too_long", "too_long") else "page.form"
    return StttError.of(code, where=where or "message", problem=str(error["msg"]))
