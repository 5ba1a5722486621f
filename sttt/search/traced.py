"""Alpha-beta that reports the window of every node right before it returns, under conventions that can be chosen.

A node moves its own alpha or beta as children return, and only then asks whether to stop and reports. A terminal node
reports the window that it was called with.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from sttt.search.textbook import P, Worth

Report = Callable[[P, int, int], None]
"""Is told a node's position, alpha and beta as the node returns."""


@dataclass(frozen=True)
class Conventions:
    """In what descriptions of alpha-beta differ."""

    fail_hard: bool
    """Whether a node's value is brought into the window that it was called with; else it may lie outside."""
    cut_when_equal: bool
    """Whether a node stops as soon as alpha and beta are equal; else only when alpha is the greater one."""


class TracedAlphaBeta(Generic[P]):
    """One kind of search; nothing is kept between nodes, so a trace of any size streams through the report."""

    def __init__(self, worth: Worth[P], conventions: Conventions, report: Report[P] | None = None) -> None:
        self._utility = dict(worth.utility)
        self._maximizer = worth.maximizer
        self._conventions = conventions
        self._report = report

    def search(self, state: P, alpha: int, beta: int) -> tuple[int, int | None]:
        """Return the value of a position and the first placement that has it; None if the game is over."""
        result = state.result
        if result is None:
            return self._search_children(state, alpha, beta)
        if self._report:
            self._report(state, alpha, beta)
        return self._utility[result], None

    def _search_children(self, state: P, alpha: int, beta: int) -> tuple[int, int | None]:
        low, high = alpha, beta
        is_max = state.side is self._maximizer
        best: tuple[int, int] | None = None
        for placement in state.legal_placements():
            value, _ = self.search(state.play(placement), alpha, beta)
            if best is None or (value > best[0] if is_max else value < best[0]):
                best = value, placement
            alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
            if alpha > beta or (alpha == beta and self._conventions.cut_when_equal):
                break
        if self._report:
            self._report(state, alpha, beta)
        if best is None:
            raise ValueError("an unfinished position without a placement; expected at least one")
        value, placement = best
        return (min(max(value, low), high) if self._conventions.fail_hard else value), placement
