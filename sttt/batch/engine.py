"""The batch engine: reads lines, has their positions analyzed in processes, and writes the answers as they come.

A thread reads, and another one waits for each process; the one that has started them waits for Ctrl-C alone. All of
them may be left behind in the middle of reading or writing, so they use nothing that has a lock of the interpreter's
end.
"""

import math
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import msgspec

from sttt import strict_json
from sttt.batch.query import LONGEST_LINE, Query, QueryVersion, Terminate, read_line
from sttt.batch.question import Defaults, PositionQuestion
from sttt.batch.waiting import Waiting
from sttt.distribution import version
from sttt.errors import ExecutionError, QueryError
from sttt.execution.foreign import shorten
from sttt.execution.provenance import commit
from sttt.execution.worker import AskedWorker
from sttt.kernel.builds import build_name
from sttt.strict_json import JsonObject

OVERDUE_SECONDS = 60.0
"""The time beyond its own that a player may think before its process is ended; the process starts in that time, too."""

LOOK_SECONDS = 0.5
"""The interval at which faults are looked for."""

_PORTION = 2**16
"""Bytes that are read at once."""

_TERMINATED: JsonObject = {"terminated": True}


def lines_of(file: int) -> Iterator[bytes]:
    """Yield the lines of an open file by its number; of one that is too long the beginning, which is too long too."""
    begun = b""
    while portion := os.read(file, _PORTION):
        *ends, rest = portion.split(b"\n")
        for end in ends:
            yield (begun + end)[: LONGEST_LINE + 1]
            begun = b""
        begun = (begun + rest)[: LONGEST_LINE + 1]
    if begun:
        yield begun


def write_to(file: int) -> Callable[[bytes], None]:
    """Return what writes a line to an open file by its number, for several threads."""
    lock = threading.Lock()

    def write(line: bytes) -> None:
        rest = memoryview(line + b"\n")
        with lock:
            while rest:
                rest = rest[os.write(file, rest) :]

    return write


class BatchEngine:
    """Answers lines with lines, a position at once for each of its workers."""

    def __init__(
        self, defaults: Defaults, workers: Sequence[AskedWorker[PositionQuestion]], write: Callable[[bytes], None]
    ) -> None:
        """Take workers that do `answer`; `write` is called from several threads."""
        self._defaults = defaults
        self._write = write
        self._workers = workers
        self._waiting = Waiting(lambda thread, question: self._workers[thread].give_up(question))
        self._problem: BaseException | None = None

    def run(self, lines: Iterable[bytes]) -> None:
        """Answer all lines. However this ends, no process is left; raises what reading and writing raise."""
        tasks = [partial(self._read, lines), *(partial(self._work, thread) for thread in range(len(self._workers)))]
        threads = [threading.Thread(target=task, daemon=True) for task in tasks]
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                while self._problem is None and thread.is_alive():
                    thread.join(LOOK_SECONDS)
        finally:
            self._waiting.close()
            for worker in self._workers:
                worker.close()
        if self._problem:
            raise self._problem

    def _read(self, lines: Iterable[bytes]) -> None:
        """Read all lines, each as soon as there is room for what it asks."""
        try:
            for number, line in enumerate(lines, start=1):
                if self._waiting.closed:
                    return
                if line.strip():
                    self._obey(line, number)
        except BaseException as error:  # noqa: BLE001 - the thread that waits raises it
            self._problem = error
        finally:
            self._waiting.complete()

    def _obey(self, line: bytes, number: int) -> None:
        try:
            asked, unknown = read_line(line)
            questions = self._questions(asked) if isinstance(asked, Query) else ()
        except QueryError as error:
            self._say({"error": str(error), "field": error.field, "id": error.id, "line": number})
            return
        for name in unknown:
            warning = f"unknown field {shorten(repr(name))}; expected one of: {', '.join(asked.__struct_fields__)}"
            self._say({"warning": warning, "field": name, "id": asked.id, "line": number})
        if isinstance(asked, Query):
            self._waiting.add(questions, asked.priority)
        else:
            self._act(asked)

    def _questions(self, query: Query) -> tuple[PositionQuestion, ...]:
        if self._waiting.is_open(query.id):
            raise QueryError("a query of this id is not answered yet; expected another id", "id", query.id)
        return self._defaults.questions(query)

    def _act(self, asked: Terminate | QueryVersion) -> None:
        done: JsonObject = msgspec.to_builtins(asked)
        if isinstance(asked, QueryVersion):
            self._say({**done, "version": version(), "commit": commit(), "build": build_name()})
            return
        self._say(done)
        for question in self._waiting.terminate(asked):
            self._answer(question, question.answered(_TERMINATED))

    def _work(self, thread: int) -> None:
        """Have one position after the other analyzed by the worker of that number."""
        try:
            while question := self._waiting.take(thread):
                self._answer(question, self._ask(question, thread))
        except BaseException as error:  # noqa: BLE001 - the same
            self._problem = error

    def _ask(self, question: PositionQuestion, thread: int) -> bytes:
        """Return the answer to a question under way, whatever becomes of its worker."""
        seconds = question.terms.seconds
        lost: JsonObject | None = None
        try:
            line = self._workers[thread].do(question, math.inf if seconds is None else seconds + OVERDUE_SECONDS)
        except ExecutionError as error:
            lost = {"error": str(error)}
        terminated = self._waiting.put_down(thread)
        return line if lost is None else question.answered(_TERMINATED if terminated else lost)

    def _answer(self, question: PositionQuestion, line: bytes) -> None:
        if not self._waiting.closed:
            self._waiting.answered(question)  # before whoever reads the answer can ask again by that id
            self._write(line)

    def _say(self, data: JsonObject) -> None:
        self._write(strict_json.dump({key: value for key, value in data.items() if value is not None}).encode())
