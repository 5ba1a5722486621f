"""The processes that think for the server: a few, shared fairly, none of them ever in the event loop's way."""

import asyncio
import json
import time
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from sttt.errors import PlayerError
from sttt.execution.installation import module_command
from sttt.web.engine_process import JsonObject

QUEUE_PER_PROCESS = 24
"""Questions that may wait for each process."""

RECENT = 0.1
"""The weight of the last thought in the average of how long a process is taken."""

LEAST_PATIENCE = 0.2
"""Seconds that everybody is let wait."""

SHORTEST_SECONDS = 0.01
"""The time of a question even when many others wait."""

SPARE_SECONDS = 0.3
"""A thought called off with at most this to go is left to end; a longer one is ended with its process, unless told."""

OVERDUE_SECONDS = 10.0
"""The time beyond its own that a player may think before its process is ended."""

STARTING_SECONDS = 60.0
"""The time beyond that for a process's first answer: it has to start, and to load its tables, beside others."""

_LINE_LIMIT = 1_000_000
"""Bytes of an answer."""


class BusyError(PlayerError):
    """Too many questions wait already."""


class AsyncEngine(Protocol):
    """Where one thought at a time is thought."""

    async def ready(self) -> None:
        """Wait until it could begin at once; one that starts in no time need not."""

    async def ask(self, question: JsonObject) -> JsonObject:
        """Hand a question over and wait for its answer; raises `PlayerError` where there is none."""

    def end(self) -> None:
        """End it at once, in the middle of a thought; the next question starts another one."""

    async def close(self) -> None:
        """End it, and wait until it is gone."""


class EngineProcess:
    """One process, started when first needed, and again after it was ended."""

    def __init__(self, module: str = "sttt.web.engine_process", *arguments: str) -> None:
        """Have `module` run with these arguments; it answers lines."""
        self._command = [*module_command(module), *arguments]
        self._process: Process | None = None
        self._starting = asyncio.Lock()
        self._ends = 0
        self._has_answered = False
        self._ending: set[asyncio.Task[int]] = set()

    async def ready(self) -> None:
        """Return at once: a process is started when it is asked."""

    async def ask(self, question: JsonObject) -> JsonObject:
        """Hand a question over and wait for its answer; raises `PlayerError` if the process dies, stalls or ends."""
        process = await self._started()
        try:
            starting = 0.0 if self._has_answered else STARTING_SECONDS
            answer = await asyncio.wait_for(
                _exchange(process, question), question["seconds"] + OVERDUE_SECONDS + starting
            )
        except TimeoutError as error:
            self.end()
            raise PlayerError.of("think.late", player=question["player"]) from error
        except (OSError, ValueError) as error:
            self.end()
            raise PlayerError.of("think.died", player=question["player"]) from error
        self._has_answered = True
        return answer

    def end(self) -> None:
        """End the process at once, or as soon as it has started; the next question starts another one."""
        self._ends += 1
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        gone = asyncio.ensure_future(process.wait())
        self._ending.add(gone)
        gone.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End the process and wait until it is gone, and those that ended before it."""
        self.end()
        async with self._starting:
            await asyncio.gather(*self._ending)

    async def _started(self) -> Process:
        """Return the process, started if there is none; raises `PlayerError` if it is to end before it has begun."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                ends, self._has_answered = self._ends, False
                self._process = await asyncio.create_subprocess_exec(
                    *self._command, stdin=PIPE, stdout=PIPE, limit=_LINE_LIMIT, start_new_session=True
                )
                if self._ends != ends:
                    self.end()
                    raise PlayerError.of("think.called-off")
            return self._process


async def _exchange(process: Process, question: JsonObject) -> JsonObject:
    """Write the question and read its answer; raises `OSError` or `ValueError` where there is none."""
    if process.stdin is None or process.stdout is None:
        raise OSError("the process has no pipes")
    process.stdin.write(json.dumps(question).encode() + b"\n")
    await process.stdin.drain()
    answer: JsonObject = json.loads(await process.stdout.readline())
    return answer


class Engines:
    """Shares a fixed number of processes among all who ask, first come, first served, shorter the more there are."""

    def __init__(
        self, processes: int, start: Callable[[], AsyncEngine] = EngineProcess, spare: float = SPARE_SECONDS
    ) -> None:
        """`spare` are the seconds to go with which a thought that is called off is left to end."""
        self._size = processes
        self._spare = spare
        self._idle = deque(start() for _ in range(processes))
        self._all = tuple(self._idle)
        self._waiting: deque[asyncio.Future[AsyncEngine]] = deque()
        self._draining: set[asyncio.Task[None]] = set()
        self._taken = 0.0  # seconds that a thought takes a process, lately

    async def ready(self) -> None:
        """Wait until all could begin at once."""
        await asyncio.gather(*(engine.ready() for engine in self._all))

    @property
    def crowded(self) -> bool:
        """Return whether somebody is waiting for a process."""
        return bool(self._waiting)

    async def ask(self, question: JsonObject, seconds: float, deadline: float) -> JsonObject:
        """Ask a player, which gets `seconds`, or less where others wait or little is left until `deadline`.

        Raises `BusyError` when too many wait, and `PlayerError`. Cancelling it frees the process.
        """
        process = await self._borrow(deadline - time.monotonic())
        began = time.monotonic()
        budget = min(seconds, deadline - time.monotonic())
        budget = max(SHORTEST_SECONDS, budget * self._size / (self._size + len(self._waiting)))
        ends = time.monotonic() + budget
        asked = asyncio.ensure_future(process.ask({**question, "seconds": budget}))
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            self._call_off(process, asked, ends - time.monotonic())
            raise
        finally:
            self._taken += RECENT * (time.monotonic() - began - self._taken)
            if asked.done():
                self._give_back(process)

    async def prepare(self, question: JsonObject) -> None:
        """Have every process start, and think for a moment about a question as its first one will be."""
        await asyncio.gather(*(self.ask(question, SHORTEST_SECONDS, time.monotonic()) for _ in self._all))

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(process.close() for process in self._all))
        await asyncio.gather(*self._draining, return_exceptions=True)

    async def _borrow(self, patience: float) -> AsyncEngine:
        """Wait for a process; raises `BusyError` at once where it would hardly come within `patience` seconds."""
        if self._idle:
            return self._idle.popleft()
        ahead = len(self._waiting)
        if ahead >= QUEUE_PER_PROCESS * self._size or ahead * self._taken / self._size > max(patience, LEAST_PATIENCE):
            raise BusyError.of("think.waiting", number=ahead)
        turn: asyncio.Future[AsyncEngine] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_back(turn.result())
            elif turn in self._waiting:
                self._waiting.remove(turn)
            raise

    def _give_back(self, process: AsyncEngine) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(process)
                return
        self._idle.append(process)

    def _call_off(self, process: AsyncEngine, asked: "asyncio.Future[JsonObject]", left: float) -> None:
        """Free the process of a thought that nobody wants any more."""
        if left > self._spare:
            process.end()
        if not asked.done():
            task = asyncio.ensure_future(self._drain(process, asked))
            self._draining.add(task)
            task.add_done_callback(self._draining.discard)

    async def _drain(self, process: AsyncEngine, asked: "asyncio.Future[JsonObject]") -> None:
        with suppress(PlayerError):
            await asked
        self._give_back(process)
