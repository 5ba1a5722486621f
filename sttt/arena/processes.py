"""Playing many games at once, one process each; the results come in order and do not depend on how many there are."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from sttt.arena.answer import Terms
from sttt.arena.match import Pairing, play_pairing
from sttt.arena.referee import Observer
from sttt.errors import PlayerError
from sttt.games.record import GameRecord

_GRACE_SECONDS = 5.0
"""How long an interrupted game may take to close its players before its process is killed."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_all(
    pairings: Sequence[Pairing], terms: Terms, jobs: int = 1, observer: Observer | None = None
) -> Generator[GameRecord, None, None]:
    """Play the games and yield their records in order; an observer needs `jobs` to be 1.

    Closing the iterator early, as `KeyboardInterrupt` does, leaves no process behind.
    """
    jobs = min(jobs, len(pairings))
    if jobs <= 1:
        return (play_pairing(pairing, terms, observer) for pairing in pairings)
    return _play_in_processes(pairings, terms, jobs)


def _play_in_processes(pairings: Sequence[Pairing], terms: Terms, jobs: int) -> Generator[GameRecord, None, None]:
    others = multiprocessing.active_children()
    context = multiprocessing.get_context("spawn")  # a fork would copy the progress bar's thread in mid-step
    pool = ProcessPoolExecutor(jobs, context, initializer=_prepare_worker)
    try:
        with _interrupts_held():
            records = pool.map(partial(_play_unless_stopped, terms=terms), pairings)
        yield from records
    except BrokenProcessPool as error:
        raise PlayerError("a process that played a game died; expected it to return a record") from error
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        _stop_workers([process for process in multiprocessing.active_children() if process not in others])
        raise
    finally:
        pool.shutdown()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back while workers start: they inherit that, and would die noisily of one before they are ready."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stop_workers(processes: list[BaseProcess]) -> None:
    """Tell the workers to stop, kill those that have not done so after a while or at the next Ctrl-C."""
    for process in processes:
        process.terminate()
    try:
        _wait_for_all([process.sentinel for process in processes], _GRACE_SECONDS)
    finally:
        for process in processes:
            process.kill()  # does nothing to one that has ended
            process.join()


def _wait_for_all(sentinels: list[int], seconds: float) -> None:
    """Wait until all processes have ended, or the time is up."""
    deadline = time.monotonic() + seconds
    while sentinels and (left := deadline - time.monotonic()) > 0:
        ended = wait(sentinels, left)
        sentinels = [sentinel for sentinel in sentinels if sentinel not in ended]


class _Worker:
    """What a worker process knows about itself: whether it plays, and whether it has been told to stop."""

    playing = False
    stopped = False


def _prepare_worker() -> None:
    """Leave Ctrl-C, which a terminal sends to all, to the parent; SIGTERM is its word that the games are off.

    So is the parent's own death, however it dies.
    """
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _stop)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _stop_with_parent() -> None:
    """Wait for the parent's end, then close the players if a game is under way, and leave in any case."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_GRACE_SECONDS)
        os._exit(1)


def _stop(_signal: int, _frame: object) -> None:
    """Break off the game, so that the players are closed; between games the pool itself ends the process."""
    _Worker.stopped = True
    if _Worker.playing:
        raise KeyboardInterrupt


def _play_unless_stopped(pairing: Pairing, terms: Terms) -> GameRecord:
    _Worker.playing = True
    try:
        if _Worker.stopped:
            raise KeyboardInterrupt
        return play_pairing(pairing, terms)
    finally:
        _Worker.playing = False
