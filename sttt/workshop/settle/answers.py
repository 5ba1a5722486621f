"""The search for an answer of O's that holds, after X's second turn.

The solver looks behind one answer to the end before it tries the next. Where the first ones are poor that may take ten
million nodes, and another answer is proven to hold with fifty thousand. So all answers get few nodes here, and those
more that promise most: they have held before, or a win within the most turns is excluded behind them with the fewest
nodes (`docs/experiments.md`).
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from sttt.games.claim import Claim
from sttt.games.super_ttt.analysis.prover import next_within
from sttt.games.super_ttt.search.solver import CUT_OFF
from sttt.workshop.settle.judge import ALL_TURNS, FIRST_TURNS, X_NEVER_WINS, X_WINS, Judge, O, Turn, X

QUICK = 5_000
"""The nodes for the solver alone, before O's answers are listed."""

FIRST_NODES = 320_000
"""The nodes of the answer that promises most, in the first round."""

GROWTH = 4
"""The factor by which they grow from round to round."""

Parts = tuple[tuple[int | None, int], ...]
"""Numbers of answers, None for all, and the part of a round's nodes that each of them gets."""

PARTS: Parts = ((None, 1024), (40, 256), (12, 64), (4, 16), (2, 4), (1, 1))
"""The shares of the answers by what fewer nodes have shown, those first that promise most."""

HELD_ALIKE: Parts = ((4, 16), (2, 4), (1, 1))
"""The shares of those that have held against such a turn."""

HELD: Parts = ((4, 16),)
"""The shares of those that have held against any turn."""

THE_SAME = 10
"""As much as so many turns that are half like one counts that one itself, after another reply."""


@dataclass
class AskedAnswer:
    """An answer of O's, with the knowledge that the solver has of the position after it so far."""

    turn: Turn
    claim: Claim | None = None
    fails: int = FIRST_TURNS - 1
    """The most turns of its own within which X does not win."""
    spent: int = 0
    """The nodes that it took to show that."""
    nodes: int = 0
    """The most nodes that the solver has been allowed."""

    def ask(self, judge: Judge, nodes: int) -> None:
        """Ask whether X wins within more and more turns, then ever, until the nodes are used up."""
        self.nodes = left = nodes
        while left > 0 and self.claim is None:
            bound, spent = judge.bound(self.turn.classes, X, next_within(self.fails, ALL_TURNS), left)
            left -= spent
            if bound == CUT_OFF:
                return
            if bound > 0:
                self.claim = X_WINS
            else:
                self.fails, self.spent = -bound, nodes - left
                self.claim = X_NEVER_WINS if self.fails >= ALL_TURNS else None


class AnswerHistory:
    """The answers that have held, and how often, by X's first turn. Threads may share it."""

    def __init__(self) -> None:
        """Begin with none."""
        # Of two credits given at the same moment one may get lost: that changes an order, and nothing that is proven.
        self._held: defaultdict[tuple[str, object], Counter[object]] = defaultdict(Counter)
        self._answered: set[int] = set()

    def has(self, turn: Turn) -> bool:
        """Return whether an answer has been credited against this turn after this reply."""
        return turn.key in self._answered

    def credit(self, first: str, turn: Turn, answer: Turn) -> None:
        """Note that an answer holds against a turn."""
        self._answered.add(turn.key)
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


class AnswerSearch:
    """Decides positions after X's second turn, one after the other."""

    def __init__(self, judge: Judge, history: AnswerHistory) -> None:
        """Ask a judge; the answers that hold are added to a history, and come first by it."""
        self._judge = judge
        self._history = history

    def decide(self, first: str, turn: Turn, nodes: int) -> tuple[Claim | None, AskedAnswer | None]:
        """Return what is proven after a turn of X's with about so many nodes, and O's answer that it follows from.

        No answer is named if X wins, or the solver shows at once that it does not. `first` is X's first turn.
        """
        end = self._judge.nodes + nodes
        claim, _ = self._judge.judge(turn.classes, O, min(QUICK, nodes))
        if claim:
            return claim, None
        answers = [AskedAnswer(answer) for answer in self._judge.turns(turn.classes, O)]
        if not answers:  # no turn of O's matters, or none stops X: with more nodes the solver tells
            return None, None
        for answer, share in self._errands(first, turn, answers):
            left = end - self._judge.nodes
            if left <= 0:
                return None, None
            answer.ask(self._judge, min(share, left))
            if answer.claim == X_NEVER_WINS:
                self._history.credit(first, turn, answer.turn)
                return X_NEVER_WINS, answer
        return X_WINS, None

    def recall(self, first: str, turn: Turn, reply: int) -> None:
        """Add to the history what an earlier run has found: the key of the position after O's answer that holds."""
        if not self._history.has(turn) and (answer := self._judge.turn_to(reply, turn.classes, O)):
            self._history.credit(first, turn, answer)

    def _errands(self, first: str, turn: Turn, answers: list[AskedAnswer]) -> Iterator[tuple[AskedAnswer, int]]:
        """Yield answers and the nodes for each, until X wins after every one of them."""

        def against(answer: AskedAnswer) -> int:
            return self._history.against(first, turn, answer.turn)

        def against_any(answer: AskedAnswer) -> int:
            return self._history.against_any(first, answer.turn)

        for number in count():
            nodes = FIRST_NODES * GROWTH**number
            for credit, parts in ((against, HELD_ALIKE), (against_any, HELD)):
                credited = sorted(filter(credit, answers), key=credit, reverse=True)
                for most, part in parts:
                    yield from _some(credited, most, nodes // part)
            for most, part in PARTS:
                yield from _some(sorted(answers, key=_promise), most, nodes // part)
            if all(answer.claim for answer in answers):
                return


def _some(answers: list[AskedAnswer], most: int | None, nodes: int) -> Iterator[tuple[AskedAnswer, int]]:
    """Yield the first of the answers that are open and have had fewer nodes."""
    for answer in answers[:most]:
        if answer.claim is None and answer.nodes < nodes:
            yield answer, nodes


def _promise(answer: AskedAnswer) -> tuple[bool, int, int]:
    """Return what sorts answers: open ones first, then those behind which X is further from a win for fewer nodes."""
    return answer.claim is not None, -answer.fails, answer.spent


def _alike(turn: Turn) -> Iterator[tuple[object, int]]:
    """Yield what turns may have in common, all or one half, and how much that counts."""
    yield turn.changes, THE_SAME
    for half in turn.changes:
        yield half, 1


def _parts(answer: Turn) -> list[object]:
    """Return what answers may have in common, all or one half; all counts twice."""
    return [answer.changes, answer.changes, *answer.changes]
