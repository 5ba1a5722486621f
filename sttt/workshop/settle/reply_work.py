"""Working replies off their agenda, in threads that share a table, and telling of the progress."""

import math
import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock

from sttt.execution.executor import interrupts_held
from sttt.workshop.settle.first_turn import REPORT_SECONDS
from sttt.workshop.settle.judge import Stopped
from sttt.workshop.settle.replies import Reply
from sttt.workshop.settle.reply_agenda import Errand, ReplyAgenda
from sttt.workshop.settle.reply_search import ReplySearch
from sttt.workshop.settle.reply_status import ReplyStatus, read_reply_status, status_of, write_reply_status
from sttt.workshop.settle.winning_turns import beaten_alike

STOP_SECONDS = 0.05
"""Seconds after which a thread is told to stop again: the first time its search may have been about to begin."""


class ReplyWork:
    """The work on the replies to some first turns. Its threads work on one reply each, with one search each."""

    def __init__(self, folder: Path, replies: Mapping[str, list[Reply]], searches: list[ReplySearch]) -> None:
        """Take the replies by first turn, and searches that share a table and a work file; statuses go to `folder`."""
        self._folder = folder
        self._by_first = replies
        self._replies = [reply for some in replies.values() for reply in some]
        self._searches = searches
        self._agenda = ReplyAgenda()
        self._changed: set[str] = set()
        self._seconds = {name: read_reply_status(folder, name).seconds for name in replies}
        self._most = math.inf
        """The nodes after which the work is over."""
        self._lock = Lock()
        """Held to change any of these while threads work, and to take from the agenda."""

    def run(self, nodes: int | None) -> list[ReplyStatus]:
        """Work until nothing is left, or until so many nodes are used up; return how far the first turns are."""
        self._most = math.inf if nodes is None else nodes
        for name in self._by_first:
            self._tell(name)
        for reply in self._replies:
            self._agenda.add(reply, self._searches[0].known(reply), self._searches[0].turns_left(reply))
        with ThreadPoolExecutor(len(self._searches)) as pool:
            threads: list[Future[None]] = []
            try:
                with interrupts_held():
                    threads += [pool.submit(self._work_with, search) for search in self._searches]
                self._attend(threads)
            except BaseException:
                self._stop(threads)
                raise
            finally:
                self._stop(threads)  # again: a second Ctrl-C may have come before the first call could hold it back
        return [self._tell(name) for name in self._by_first]

    def _attend(self, threads: list[Future[None]]) -> None:
        """Tell of the progress until all threads have ended; raises what one of them raises."""
        ended: SimpleQueue[Future[None]] = SimpleQueue()
        for thread in threads:
            thread.add_done_callback(ended.put)
        working = len(threads)
        while working:
            with suppress(Empty):
                thread = ended.get(timeout=REPORT_SECONDS)  # all that waits here for Ctrl-C: it takes no lock
                working -= 1
                thread.result()
            with interrupts_held():
                self._report()

    def _report(self) -> None:
        """Write out what has been found since the last time, and tell of it."""
        self._searches[0].tidy(self._replies)
        with self._lock:
            changed, self._changed = self._changed, set()
        for name in changed:
            self._tell(name)

    def _stop(self, threads: list[Future[None]]) -> None:
        """End the searches of threads that are still at work, however often Ctrl-C comes meanwhile."""
        with interrupts_held():
            while wait(threads, STOP_SECONDS).not_done:
                for search in self._searches:
                    search.stop()

    def _work_with(self, search: ReplySearch) -> None:
        """Do one errand after the other."""
        with suppress(Stopped):
            while errand := self._next():
                self._do(errand, search)

    def _next(self) -> Errand | None:
        with self._lock:
            left = self._left  # read once: other threads use nodes up meanwhile
            errand = self._agenda.take() if left > 0 else None
            return errand and replace(errand, nodes=int(min(left, errand.nodes)))

    @property
    def _left(self) -> float:
        return self._most - sum(search.nodes for search in self._searches)

    def _do(self, errand: Errand, search: ReplySearch) -> None:
        """Work on a reply, and if X wins, on others that may be lost alike."""
        started, before = time.monotonic(), search.nodes
        reply, was_open = errand.reply, search.known(errand.reply).claim is None
        known = search.work_on(reply, errand.nodes)
        spent, left = search.nodes - before, search.turns_left(reply)
        alike = beaten_alike(search, reply, known, self._replies, self._left) if was_open else ()
        changed = {reply.first, *(other.first for other in alike)}
        with self._lock:
            self._agenda.give_back(errand, known, spent, left)
            self._seconds[reply.first] += time.monotonic() - started
            self._changed |= changed

    def _tell(self, name: str) -> ReplyStatus:
        """Write the status of the replies to a first turn, and return it."""
        status = status_of(name, [self._searches[0].known(reply) for reply in self._by_first[name]])
        status.seconds = self._seconds[name]
        write_reply_status(self._folder, status)
        return status
