"""Questions of a board to players, asked in a thread of its own: the kernel goes on, and another process thinks."""

import asyncio
import json
import threading
from collections.abc import Callable
from concurrent.futures import Future

from sttt.web.engine_process import JsonObject
from sttt.web.engines import Engines
from sttt.web.messages import GameIn
from sttt.web.thinking import Hangup, Session

CLOSING_SECONDS = 10.0
"""Seconds for which closing waits for the process to end."""

_new_loop = getattr(asyncio, "ProactorEventLoop", asyncio.new_event_loop)
"""Makes a loop that can start processes: a kernel may have chosen another kind for itself."""


class Thinking:
    """A session as the page has one (`sttt.web.thinking.Session`), with one process; both begin when they are needed.

    The process ends with the session, and with the Python that asks.
    """

    def __init__(self, tell: Callable[[JsonObject], None]) -> None:
        """`tell` hears of every answer, in the session's thread; its ``id`` is the number of the question."""
        self._tell = tell
        self._number = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._asked: asyncio.Queue[str | None] = asyncio.Queue()

    def ask(self, game: GameIn, player: str | None, seconds: float) -> int:
        """Ask a player, or all that is known, in place of what was asked before; return the question's number."""
        self._number += 1
        question = {**game.model_dump(), "kind": "think", "id": self._number, "player": player, "seconds": seconds}
        self._put(json.dumps(question))
        return self._number

    def cancel(self) -> None:
        """Call off what was asked last."""
        if self._loop:
            self._put(json.dumps({"kind": "cancel"}))

    def close(self) -> None:
        """End the session and its process, and wait a while until they are gone; another question begins another one.

        Whoever closes may hold up what the session is telling meanwhile: it ends a moment later then.
        """
        thread, self._thread = self._thread, None
        if thread:
            self._put(None)
            self._loop = None
            if thread is not threading.current_thread():
                thread.join(CLOSING_SECONDS)

    async def receive(self) -> str:
        """Wait for a question; raises `Hangup` when there will be none."""
        question = await self._asked.get()
        if question is None:
            raise Hangup
        return question

    async def send(self, text: str) -> None:
        """Hand an answer over."""
        self._tell(json.loads(text))

    def _put(self, question: str | None) -> None:
        if self._loop is None:
            began: Future[asyncio.AbstractEventLoop] = Future()
            self._thread = threading.Thread(target=self._think, args=(began,), daemon=True, name="sttt board")
            self._thread.start()
            self._loop = began.result()
        self._loop.call_soon_threadsafe(self._asked.put_nowait, question)

    def _think(self, began: "Future[asyncio.AbstractEventLoop]") -> None:
        with asyncio.Runner(loop_factory=_new_loop) as runner:
            self._asked = asyncio.Queue()
            began.set_result(runner.get_loop())
            runner.run(self._session())

    async def _session(self) -> None:
        engines = Engines(1)
        try:
            await Session(self, engines).run()
        finally:
            await engines.close()
