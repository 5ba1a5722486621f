"""The positions of a batch that are not answered yet: those that wait, by priority, and those under way."""

import threading
from collections import Counter
from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush

from sttt.batch.query import Terminate
from sttt.batch.question import PositionQuestion

MOST_WAITING = 1000
"""Positions that wait; while there are as many, no further line is read."""


class Waiting:
    """Shared by a thread that adds, and threads that each take one at a time."""

    def __init__(self, give_up: Callable[[int, PositionQuestion], None]) -> None:
        """`give_up` ends the work on a question by the thread of that number, or keeps it from beginning."""
        self._give_up = give_up
        self._changed = threading.Condition()
        self._heap: list[tuple[int, int, PositionQuestion]] = []
        self._added = 0
        self._under_way: dict[int, PositionQuestion] = {}
        self._terminated: set[int] = set()
        self._unanswered = Counter[str]()
        self._complete = False
        self.closed = False
        """True if no answer is wanted any more."""

    def is_open(self, query: str) -> bool:
        """Return whether the query of that id is not answered yet."""
        with self._changed:
            return query in self._unanswered

    def add(self, questions: Iterable[PositionQuestion], priority: int) -> None:
        """Add the positions of a query, each when there is room."""
        questions = tuple(questions)
        with self._changed:
            self._unanswered[questions[0].id] += len(questions)
            for question in questions:
                self._changed.wait_for(lambda: len(self._heap) < MOST_WAITING or self.closed)
                heappush(self._heap, (-priority, self._added, question))
                self._added += 1
                self._changed.notify_all()

    def complete(self) -> None:
        """Say that nothing more is added."""
        with self._changed:
            self._complete = True
            self._changed.notify_all()

    def close(self) -> None:
        """Forget what waits, and let nobody wait for anything."""
        with self._changed:
            self.closed = self._complete = True
            self._heap.clear()
            self._changed.notify_all()

    def take(self, thread: int) -> PositionQuestion | None:
        """Return the next position for a thread as soon as there is one; None if none is to come."""
        with self._changed:
            self._changed.wait_for(lambda: self._heap or self._complete)
            if not self._heap:
                return None
            _, _, question = heappop(self._heap)
            self._under_way[thread] = question
            self._changed.notify_all()
            return question

    def put_down(self, thread: int) -> bool:
        """Take note that a thread's work has ended; return whether it was terminated."""
        with self._changed:
            del self._under_way[thread]
            terminated = thread in self._terminated
            self._terminated.discard(thread)
            return terminated

    def answered(self, question: PositionQuestion) -> None:
        """Take note that there is an answer."""
        with self._changed:
            self._unanswered[question.id] -= 1
            if not self._unanswered[question.id]:
                del self._unanswered[question.id]

    def terminate(self, asked: Terminate) -> list[PositionQuestion]:
        """Return what waits no longer, and end what is under way, whose threads find that out."""

        def is_meant(question: PositionQuestion) -> bool:
            return question.id == asked.terminate_id and (
                asked.turn_numbers is None or question.turn_number in asked.turn_numbers
            )

        with self._changed:
            given_up = [entry for entry in self._heap if is_meant(entry[2])]
            self._heap = [entry for entry in self._heap if not is_meant(entry[2])]
            heapify(self._heap)
            for thread, question in self._under_way.items():
                if is_meant(question):
                    self._terminated.add(thread)
                    self._give_up(thread, question)
            self._changed.notify_all()
        return [question for _, _, question in given_up]
