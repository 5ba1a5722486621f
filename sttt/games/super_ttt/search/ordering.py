# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""Move ordering of the searches: which of the turns listed at a level to try first."""

from array import array

from sttt.games.super_ttt.classes.view import NONE
from sttt.games.super_ttt.search.board import MAX_LEVEL

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

MOST_TURNS = 1024
"""More than the turns of any position."""

TABLE_TURN_BONUS = cython.declare(cython.int, 100_000)
KILLER_BONUS = cython.declare(cython.int, 300)
MOST_CREDIT = cython.declare(cython.int, 600)
"""Refutations of a half that count, each for half a point."""
HALVES = cython.declare(cython.int, 2**13)
HALF = cython.declare(cython.int, 2**13 - 1)

TURNS = cython.declare(cython.int, MOST_TURNS)


class TurnOrdering:
    """The turns listed at each level, ordered by evaluation, the table's turn and killers before the others."""

    def __init__(self) -> None:
        """Make room for the turns of every level."""
        self.turn = array("i", [0]) * (MAX_LEVEL * MOST_TURNS)
        self.order = array("i", [0]) * (MAX_LEVEL * MOST_TURNS)
        self.forget()

    def forget(self) -> None:
        """Forget the killers and the history."""
        self.killer = array("i", [NONE]) * (2 * MAX_LEVEL)
        self.history = array("i", [0]) * HALVES

    def rank(self, level: cython.int, count: cython.int, first: cython.int) -> cython.void:
        """Move the table's turn and the killers up in the order, which is by evaluation."""
        i: cython.int
        for i in range(level * TURNS, level * TURNS + count):
            if self.turn[i] == first:
                self.order[i] += TABLE_TURN_BONUS
            elif self.turn[i] == self.killer[2 * level] or self.turn[i] == self.killer[2 * level + 1]:
                self.order[i] += KILLER_BONUS

    def rank_with_history(self, level: cython.int, count: cython.int, first: cython.int) -> cython.void:
        """Rank; move turns up whose halves, a board and the class it becomes, have refuted often, wherever that was.

        Source: J. Schaeffer, "The History Heuristic", ICCA Journal 6(3), 1983.
        """
        i: cython.int
        turn: cython.int
        self.rank(level, count, first)
        for i in range(level * TURNS, level * TURNS + count):
            turn = self.turn[i]
            self.order[i] += (self.history[turn & HALF] >> 1) + (self.history[turn >> 13] >> 1)

    def pick(self, level: cython.int, start: cython.int, count: cython.int) -> cython.int:
        """Move the best turn from `start` on to `start`, and return it."""
        base: cython.int = level * TURNS
        best: cython.int = base + start
        i: cython.int
        for i in range(base + start + 1, base + count):
            if self.order[i] > self.order[best]:
                best = i
        i = base + start
        self.order[i], self.order[best] = self.order[best], self.order[i]
        self.turn[i], self.turn[best] = self.turn[best], self.turn[i]
        return self.turn[i]

    def remember_killer(self, level: cython.int, turn: cython.int) -> cython.void:
        """Note a turn that refuted the opponent's; two are kept for each level."""
        if self.killer[2 * level] != turn:
            self.killer[2 * level + 1] = self.killer[2 * level]
            self.killer[2 * level] = turn

    def remember_refutation(self, level: cython.int, turn: cython.int) -> cython.void:
        """Note a turn that refuted the opponent's among the killers and in the history."""
        self.remember_killer(level, turn)
        self._credit(turn & HALF)
        self._credit(turn >> 13)

    def _credit(self, half: cython.int) -> cython.void:
        self.history[half] = min(MOST_CREDIT, self.history[half] + 1)
