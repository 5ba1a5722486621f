"""The interface of executors, which do many pieces of work, and the executor on this machine.

The executor on a Dask cluster is `sttt.execution.dask_cluster.DaskExecutor`.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from types import FrameType
from typing import ClassVar, Generic, Protocol, TypeVar

from sttt import bounds
from sttt.errors import ExecutionError

_Item = TypeVar("_Item")
_Done = TypeVar("_Done")


@dataclass(frozen=True)
class Again(Generic[_Item, _Done]):
    """The answer of a worker that another one is to do the work, or what is left of it, because of its own trouble."""

    left: _Item
    reason: str
    done: _Done | None = None
    """The part that is done all the same."""
    unfit: bool = False
    """True if this worker should get no more work."""


Work = Callable[[_Item], _Done | Again[_Item, _Done]]


class Executor(Protocol):
    """An object that does many pieces of work, here or elsewhere."""

    @property
    def far(self) -> bool:
        """True if work may be done on other machines."""

    def execute(self, work: Work[_Item, _Done], items: Iterable[_Item]) -> Generator[tuple[int, _Done], None, None]:
        """Yield each item's index together with `work(item)`, as soon as it is done.

        Where that is `Again`, what it has done is yielded, and what is left of the item given out again.

        Items are taken from the iterable when there is room for them, so that there may be any number. `work` must be
        importable by name, or a `functools.partial` of such a function; both `work` and the items are pickled. An error
        that `work` raises is raised here. Closing the generator early cancels the work under way.
        """


def in_order(results: Generator[tuple[int, _Done], None, None]) -> Generator[_Done, None, None]:
    """Yield an executor's results in the order of the items, without indices; closing this closes `results`."""
    waiting: dict[int, _Done] = {}
    following = 0
    with closing(results):
        for index, done in results:
            waiting[index] = done
            while following in waiting:
                yield waiting.pop(following)
                following += 1


_AHEAD = 2
"""Pieces of work submitted per process: one under way and one waiting."""
_GRACE_SECONDS = 5.0
"""Seconds that an interrupted game has to close its players before its process is killed."""
_LOOK_SECONDS = 0.05
"""Seconds between two looks whether Ctrl-C has come again."""


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class LocalExecutor:
    """An `Executor` on this machine: `jobs` processes, or this process itself if there is one job or one item.

    No process is left after the generator that `execute` returns has been closed.
    """

    jobs: int = 1
    far: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Raise `ValueError` (`NumberError`) unless `jobs` is a whole number from 1 on."""
        bounds.count(self.jobs, "jobs")

    def execute(self, work: Work[_Item, _Done], items: Iterable[_Item]) -> Generator[tuple[int, _Done], None, None]:
        """Yield each item's index and `work(item)` as soon as it is done; raises `ExecutionError` if a process dies."""
        left = iter(items)
        first = list(islice(left, min(self.jobs, 2)))
        left = chain(first, left)
        if len(first) <= 1:
            return _in_this_process(work, left)
        return _in_processes(work, left, self.jobs)


def _in_this_process(work: Work[_Item, _Done], items: Iterator[_Item]) -> Generator[tuple[int, _Done], None, None]:
    for index, item in enumerate(items):
        answer = work(item)
        while isinstance(answer, Again):
            if answer.done is not None:
                yield index, answer.done
            answer = work(_left(answer))
        yield index, answer


def _left(answer: Again[_Item, _Done]) -> _Item:
    """Return the work to be done again on this machine; raises `ExecutionError` if it is unfit for it."""
    if answer.unfit:
        raise ExecutionError(answer.reason)
    return answer.left


def _in_processes(
    work: Work[_Item, _Done], items: Iterator[_Item], jobs: int
) -> Generator[tuple[int, _Done], None, None]:
    others = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")  # a fork would copy the progress bar's thread in mid-step
    first = list(islice(items, _AHEAD * jobs))
    pool = ProcessPoolExecutor(min(jobs, len(first)), context, initializer=prepare_worker)
    indices: dict[Future[_Done | Again[_Item, _Done]], int] = {}
    ended: SimpleQueue[Future[_Done | Again[_Item, _Done]]] = SimpleQueue()

    def submit(index: int, item: _Item) -> None:
        future = pool.submit(work_unless_stopped, work, item)
        indices[future] = index
        future.add_done_callback(ended.put)

    left = enumerate(items, start=len(first))
    try:
        with interrupts_held():
            for index, item in enumerate(first):
                submit(index, item)
        while indices:
            future = ended.get()  # all that waits here for Ctrl-C: it takes none of the futures' locks
            with interrupts_held():
                index, answer = indices.pop(future), future.result()
            following = (index, _left(answer)) if isinstance(answer, Again) else next(left, None)
            with interrupts_held():
                if following:
                    submit(*following)
            if not isinstance(answer, Again):
                yield index, answer
            elif answer.done is not None:
                yield index, answer.done
    except BrokenProcessPool as error:
        raise ExecutionError("a worker process died; expected it to return a result") from error
    except BaseException:
        _stop_workers(pool, others)
        raise
    finally:
        if indices:  # again: a second Ctrl-C may have come before the first call could hold it back
            _stop_workers(pool, others)
        with interrupts_held():
            pool.shutdown(cancel_futures=True)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back inside the `with` block; it is delivered at the end.

    Raised inside one of the standard library's locks, the interrupt would leave that lock taken for ever. Processes
    started in the block inherit the blocked signal; otherwise a Ctrl-C before they are ready would end them with a
    traceback.
    """
    with _signal_blocked(), _handler_held():
        yield


@contextmanager
def _signal_blocked() -> Iterator[None]:
    """Block SIGINT in this thread and in the processes it starts; another thread may still receive the signal."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # which may raise what came just before
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_Came = list[tuple[int, FrameType | None]]
"""The signals that have come while they were held back, as a handler is given them."""


@contextmanager
def _handler_held() -> Iterator[_Came]:
    """Postpone calls of the SIGINT handler, which always runs in the main thread, to the end of the block."""
    handler = signal.getsignal(signal.SIGINT)
    came: _Came = []
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield came
        return
    signal.signal(signal.SIGINT, lambda *what: came.append(what))
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, handler)
        if came:
            handler(*came[-1])


def _stop_workers(pool: ProcessPoolExecutor, others: list[BaseProcess]) -> None:
    """Ask the workers, all processes but the others, to stop; kill those that have not, at the next Ctrl-C at once.

    Ctrl-C is not blocked here, as it is seen as it comes, but nothing is broken off by it.
    """
    with _handler_held() as came:
        pool.shutdown(wait=False, cancel_futures=True)
        workers = [process for process in multiprocessing.active_children() if process not in others]
        for process in workers:
            process.terminate()
        _wait_for_all([process.sentinel for process in workers], _GRACE_SECONDS, came)
        for process in workers:
            process.kill()  # does nothing to one that has ended
            process.join()


def _wait_for_all(sentinels: list[int], seconds: float, came: _Came) -> None:
    """Wait until all processes have ended or a Ctrl-C has come, at most the given number of seconds."""
    deadline = time.monotonic() + seconds
    while sentinels and not came and (left := deadline - time.monotonic()) > 0:
        ended = wait(sentinels, min(left, _LOOK_SECONDS))
        sentinels = [sentinel for sentinel in sentinels if sentinel not in ended]


class _Worker:
    """State of a worker process: whether it is working, and whether it has been told to stop."""

    working = False
    stopped = False


def prepare_worker() -> None:
    """Prepare a worker process: ignore Ctrl-C, and stop on SIGTERM or when the parent process ends.

    A terminal sends Ctrl-C to all processes of the group; the parent alone handles it, and sends SIGTERM to its
    workers.
    """
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _stop_with_parent() -> None:
    """Wait for the parent's end, then cancel the work, and exit after the grace period in any case."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_GRACE_SECONDS)
        os._exit(1)


def _stop(_signal: int, _frame: object) -> None:
    """Cancel the work, so that players are closed. Between two pieces of work, the pool itself ends the process."""
    _Worker.stopped = True
    if _Worker.working:
        raise KeyboardInterrupt


def work_unless_stopped(work: Callable[[_Item], _Done], item: _Item) -> _Done:
    """Do a piece of work in a worker process; raises `KeyboardInterrupt` as soon as the process is told to stop."""
    _Worker.working = True
    try:
        if _Worker.stopped:
            raise KeyboardInterrupt
        return work(item)
    finally:
        _Worker.working = False
