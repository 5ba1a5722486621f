"""A worker: a process on this machine that does one piece of work after another, and can be killed at any time."""

import io
import math
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, Protocol, TypeVar

from sttt.bounds import wait_until
from sttt.errors import ExecutionError
from sttt.execution.executor import interrupts_held, prepare_worker, work_unless_stopped

_Item = TypeVar("_Item")
_Given_contra = TypeVar("_Given_contra", contravariant=True)

LONGEST = 2**24
"""Maximal size of a result in bytes."""
END_SECONDS = 5.0
"""Seconds for a process that no longer answers to end by itself, so that its exit status is known."""


class AskedWorker(Protocol[_Given_contra]):
    """A worker that is asked by one thread at a time, while any other may cancel its work."""

    def do(self, item: _Given_contra, seconds: float) -> bytes:
        """Return what the work makes of an item; raises `ExecutionError`."""

    def give_up(self, item: _Given_contra) -> None:
        """Cancel one item."""

    def close(self) -> None:
        """Cancel the work under way."""


class Worker(Generic[_Item]):
    """A process that is started when first needed, and again after it has ended for whatever reason.

    One thread at a time asks for work; any other thread may cancel it.
    """

    _one_start = threading.Lock()

    def __init__(self, work: Callable[[_Item], bytes]) -> None:
        """`work` must be importable by name; it and the items are pickled. It returns bytes, which are safe to receive.

        An error raised by `work` ends the process. Its output goes to standard error.
        """
        self._work = work
        self._running: tuple[SpawnProcess, Connection[Any, Any]] | None = None
        self._item: _Item | None = None
        self._given_up: _Item | None = None
        self._closed = False
        self._lock = threading.Lock()

    def do(self, item: _Item, seconds: float = math.inf) -> bytes:
        """Return `work(item)`; raises `ExecutionError` if that takes too long, or the process ends meanwhile.

        The seconds include the start of the process.
        """
        deadline = time.monotonic() + seconds
        process, connection = self._begin(item)
        try:
            connection.send(item)
            while not connection.poll(wait_until(deadline)):
                if time.monotonic() >= deadline:
                    _end(process)
                    raise ExecutionError(f"the work took more than {seconds:g} s, and its process was killed")
            return connection.recv_bytes(LONGEST)
        except (EOFError, OSError) as error:
            with self._lock:  # of two threads that wait for a process at once, one may not learn its exit status
                process.join(END_SECONDS)
                _end(process)
            raise ExecutionError(f"the worker process ended with exit status {process.exitcode}") from error
        finally:
            with self._lock:
                self._item = None

    def give_up(self, item: _Item) -> None:
        """Cancel one item: kill the process if it is working on it, refuse it if it has not started."""
        # `_begin` takes the same lock: it either finds the item given up, or has noted it as the one to be killed.
        with self._lock:
            self._given_up = item
            if self._item is item:
                self._kill()

    def close(self) -> None:
        """Kill the process and refuse all further work."""
        with self._lock:
            self._closed = True
            self._kill()

    def _kill(self) -> None:
        running, self._running = self._running, None
        if running:
            _end(running[0])

    def _begin(self, item: _Item) -> "tuple[SpawnProcess, Connection[Any, Any]]":
        """Return the process for an item, started if none is running, and note that it works on this item."""
        with self._lock:
            if self._closed or self._given_up is item:
                raise ExecutionError("the worker is closed, or the work was given up; expected no further work")
            if self._running is None or not self._running[0].is_alive():
                self._kill()
                with self._one_start:
                    self._running = _start(self._work)
            self._item = item
            return self._running


def _end(process: SpawnProcess) -> None:
    process.kill()  # does nothing to one that has ended
    process.join()


def _start(work: Callable[[_Item], bytes]) -> "tuple[SpawnProcess, Connection[Any, Any]]":
    context = multiprocessing.get_context("spawn")  # a fork would copy the other threads' locks
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, work))
    with interrupts_held(), theirs:
        process.start()
    return process, ours


def _serve(connection: "Connection[Any, Any]", work: Callable[[_Item], bytes]) -> None:
    """Do work as it arrives, until the connection is closed."""
    prepare_worker()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    # Unbuffered: what a player prints would be lost when the process is killed.
    sys.stdout = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), errors="backslashreplace", write_through=True)
    with suppress(EOFError, OSError, KeyboardInterrupt):
        while True:
            connection.send_bytes(work_unless_stopped(work, connection.recv()))
