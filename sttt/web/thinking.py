"""One session: what a browser asks its engines over a WebSocket, and what they answer while they think."""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketState

from sttt.errors import PlayerError, StttError
from sttt.web.catalogue import can_play
from sttt.web.engines import BusyError, Engines
from sttt.web.messages import CancelIn, RefusedOut, ThinkIn, ThoughtOut
from sttt.web.table import Table, lay

FIRST_GLANCE = 0.05
"""Seconds of the first and shortest thought about a position."""

GROWTH = 4.0
"""How much longer each thought is than the one before: the last has three quarters of the time."""

DONE_EARLY = 0.5
"""A player that uses less than this share of a slice has nothing to gain from more time."""

_LOG = logging.getLogger("uvicorn.error")
_MESSAGES: TypeAdapter[ThinkIn | CancelIn] = TypeAdapter(ThinkIn | CancelIn)


def slices(seconds: float) -> Iterator[float]:
    """Cut a think time into thoughts that each start anew and last longer: later ones see more, early ones are soon."""
    number = max(1, int(math.log(seconds / FIRST_GLANCE, GROWTH)) + 1) if seconds > FIRST_GLANCE else 1
    whole = sum(GROWTH**index for index in range(number))
    for index in range(number):
        yield seconds * GROWTH**index / whole


class Session:
    """A browser tab: at most one search at a time, which ends with the tab."""

    def __init__(self, socket: WebSocket, engines: Engines) -> None:
        self._socket = socket
        self._engines = engines
        self._search: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Answer until the browser leaves."""
        try:
            while True:
                await self._obey(await self._socket.receive_text())
        except (WebSocketDisconnect, KeyError, RuntimeError):
            return  # it has left, was found gone while it was sent something, or talks in bytes
        finally:
            await self._stop()

    async def _obey(self, message: str) -> None:
        try:
            asked = _MESSAGES.validate_json(message)
        except ValidationError as error:
            await self._send(RefusedOut(id=None, error=first_error(error.errors()), busy=False))
            return
        await self._stop()
        if isinstance(asked, ThinkIn):
            self._search = asyncio.create_task(self._think(asked))

    async def _stop(self) -> None:
        """Call the search off."""
        search, self._search = self._search, None
        if search:
            search.cancel()
            await asyncio.gather(search, return_exceptions=True)

    async def _think(self, asked: ThinkIn) -> None:
        """Send thought after thought; the last is marked as final."""
        try:
            async for thought in self._thoughts(asked):
                await self._send(thought)
        except BusyError as error:
            await self._send(RefusedOut(id=asked.id, error=f"The server is busy: {error}", busy=True))
        except StttError as error:
            await self._send(RefusedOut(id=asked.id, error=str(error), busy=False))
        except (WebSocketDisconnect, RuntimeError):
            return  # the browser has left meanwhile
        except Exception:  # noqa: BLE001 - a mistake is told to the tab, and in full to the console
            _LOG.exception("a thought about %r failed", asked)
            await self._send(RefusedOut(id=asked.id, error="The server has made a mistake.", busy=False))

    async def _thoughts(self, asked: ThinkIn) -> AsyncIterator[ThoughtOut]:
        deadline = time.monotonic() + asked.seconds
        table = lay(asked)
        question = _question(asked, table)
        best: dict[str, Any] = {}
        for seconds in self._plan(asked.seconds):
            if best and deadline - time.monotonic() < best["seconds"]:
                break  # too late to see more than before
            answer = await self._engines.ask(question, seconds, deadline)
            if "error" in answer:
                raise PlayerError(str(answer["error"]))
            best = max(best or answer, answer, key=lambda thought: float(thought["seconds"]))
            if answer["seconds"] < DONE_EARLY * seconds and answer is best:
                break
            yield _thought(asked, table, best, final=False)
        yield _thought(asked, table, best, final=True)

    def _plan(self, seconds: float) -> Iterator[float]:
        """Return how long to think each time; where others wait, there is room for the last time alone."""
        for share in slices(seconds):
            if not self._engines.crowded:
                yield share
        if self._engines.crowded:
            yield seconds

    async def _send(self, message: ThoughtOut | RefusedOut) -> None:
        if self._socket.client_state is WebSocketState.CONNECTED:
            await self._socket.send_text(message.model_dump_json())


def _question(asked: ThinkIn, table: Table) -> dict[str, Any]:
    """Return what an engine is asked; raises `PlayerError` where there is nothing to ask."""
    if table.now.result:
        raise PlayerError("the game is over; expected a position in which a turn can be played")
    if not can_play(asked.game, asked.player):
        raise PlayerError(f"{asked.player!r} is no player of {asked.game}; expected one that the page lists")
    return {"game": asked.game, "position": table.game.format_position(table.now), "player": asked.player}


def _thought(asked: ThinkIn, table: Table, answer: dict[str, Any], *, final: bool) -> ThoughtOut:
    score, value = answer["score"], answer["value"]
    return ThoughtOut(
        id=asked.id, final=final, player=asked.player, share=_share(table.now.side, score, value), **answer
    )


_CLEAR_ADVANTAGE = 400
"""A score with which the bar shows three quarters."""


def _share(side: str, score: int | None, value: str | None) -> float | None:
    """Return X's share of the evaluation bar: an outcome that is proven, else a score put between 0 and 1."""
    if value is not None:
        return {"x": 1.0, "o": 0.0, "draw": 0.5}[value]
    if score is None:
        return None
    own = 1 / (1 + 3 ** (-max(-20.0, min(20.0, score / _CLEAR_ADVANTAGE))))
    return own if side == "x" else 1 - own


def first_error(errors: list[Any]) -> str:
    """Say what the first thing is that a message's form does not allow, and where."""
    error = errors[0]
    where = ".".join(str(part) for part in error["loc"] if part not in ("body", "ThinkIn", "CancelIn"))
    return f"{where or 'message'}: {error['msg']}"
