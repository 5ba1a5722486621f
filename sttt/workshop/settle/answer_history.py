"""The answers of O's that have held against X's second turns: the first to try against turns that are alike."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from sttt.workshop.settle.judge import Turn

THE_SAME = 10
"""As much as so many turns that are half like one counts that one itself, after another reply."""


class AnswerHistory:
    """How often answers have held, by X's first turn. Threads may share it."""

    def __init__(self) -> None:
        """Begin with none."""
        # Of two credits given at the same moment one may get lost: that changes an order, and nothing that is proven.
        self._held: defaultdict[tuple[str, object], Counter[object]] = defaultdict(Counter)

    def credit(self, first: str, turn: Turn, answer: Turn) -> None:
        """Note that an answer holds against a turn."""
        for about in (None, *(about for about, _ in _alike(turn))):
            self._held[first, about].update(_parts(answer))

    def against_any(self, first: str, answer: Turn) -> int:
        """Return how often the answer, or one half like it, has held against any turn."""
        return self._count(first, None, answer)

    def against(self, first: str, turn: Turn, answer: Turn) -> int:
        """Return how often the answer, or one half like it, has held against this turn, or one half like it."""
        return sum(weight * self._count(first, about, answer) for about, weight in _alike(turn))

    def _count(self, first: str, about: object, answer: Turn) -> int:
        held = self._held[first, about]
        return sum(held[part] for part in _parts(answer))


def _alike(turn: Turn) -> Iterator[tuple[object, int]]:
    """Yield what turns may have in common, all or one half, and how much that counts."""
    yield turn.changes, THE_SAME
    for half in turn.changes:
        yield half, 1


def _parts(answer: Turn) -> list[object]:
    """Return what answers may have in common, all or one half; all counts twice."""
    return [answer.changes, answer.changes, *answer.changes]
