"""The desk at which the library is asked: one process, one client after the other, so that nobody waits for a crowd."""

import asyncio
from collections import deque
from pathlib import Path

from sttt.errors import PlayerError, StttError
from sttt.web.engine_process import JsonObject
from sttt.web.engines import EngineProcess
from sttt.web.library.live import Live
from sttt.web.library.process import arguments
from sttt.web.messages import SaidOut

MOST_WAITING = 256
"""Questions that wait."""

MOST_OF_ONE = 64
"""Questions of one client that wait."""

LONGEST_ANSWER = 20.0
"""Seconds that one question is worked on; the process is ended where that is not enough."""


class DeskError(StttError):
    """A question that could not be answered now, but might be later."""


class Desk:
    """Hands one question at a time to a process that is started with the first: of each client in turn."""

    def __init__(self, archive: Path | None, live: Live | None) -> None:
        self._process = EngineProcess("sttt.web.library.process", arguments(archive, live))
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """By client, those whose turn is next first."""
        self._is_busy = False

    async def ask(self, kind: str, given: object, client: str) -> bytes:
        """Return the answer as JSON; raises `DeskError`, and `StttError` as the answer says."""
        try:
            await self._turn_of(client)
        except asyncio.CancelledError as error:  # for no other reason are requests cancelled
            raise DeskError.of("desk.stopping") from error
        try:
            question = {"kind": kind, "given": given, "player": "the library", "seconds": LONGEST_ANSWER}
            answer = await self._process.ask(question)
        except PlayerError as error:
            raise DeskError.of("desk.absent") from error
        except asyncio.CancelledError as error:
            self._process.end()  # or its answer would be taken for that to the next question
            raise DeskError.of("desk.stopping") from error
        finally:
            self._next()
        return _read(answer)

    async def close(self) -> None:
        """End the process."""
        await self._process.close()

    async def _turn_of(self, client: str) -> None:
        """Wait for a client's turn; raises `DeskError` where too many wait."""
        if not self._is_busy:
            self._is_busy = True
            return
        own = self._waiting.get(client, ())
        if len(own) >= MOST_OF_ONE or sum(map(len, self._waiting.values())) >= MOST_WAITING:
            raise DeskError.of("desk.waiting")
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()
            raise

    def _next(self) -> None:
        """Let the next client have its turn, who then stands behind all others."""
        while self._waiting:
            client = next(iter(self._waiting))
            turns = self._waiting.pop(client)
            turn = turns.popleft()
            if turns:
                self._waiting[client] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._is_busy = False


def _read(answer: JsonObject) -> bytes:
    if "refusal" in answer:
        raise SaidOut.model_validate(answer["refusal"]).error()
    if "answer" not in answer:
        raise RuntimeError("the library has made a mistake")
    return str(answer["answer"]).encode()
