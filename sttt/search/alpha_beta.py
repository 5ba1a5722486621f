"""The ALPHA-BETA-SEARCH of the textbook, as CS 6613 prints it in its Figure 2, with a cut-off and statistics.

What is beyond the figure: the depth and its limit, the two counters of early returns, and that the root keeps the
action whose value became `v`. `search` is the figure's first function; where MIN is to move it calls MIN-VALUE.
`deepen` repeats it with the deepest cut-off that the limits allow. The names are those of Russell and Norvig's
textbook: MAX and MIN, utility, terminal test, cut-off.
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Generic

from sttt.games.game import P, Result, Side

_NODES_BETWEEN_CLOCKS = 256


@dataclass(frozen=True)
class Worth(Generic[P]):
    """The evaluation of positions, from MAX's point of view."""

    utility: Mapping[Result, int]
    """The values of finished games."""
    evaluate: Callable[[P], int]
    """The estimate for a position in which the search is cut off, within the utilities."""
    maximizer: Side = Side.X
    """The side that is MAX."""

    @property
    def least(self) -> int:
        """The lowest utility, the first alpha."""
        return min(self.utility.values())

    @property
    def most(self) -> int:
        """The highest utility, the first beta."""
        return max(self.utility.values())


@dataclass(frozen=True)
class Limit:
    """Where a search stops: below `depth` it estimates; at the deadline or with more nodes it is broken off."""

    depth: float = math.inf
    deadline: float = math.inf
    """A moment on `time.monotonic`, looked at every few hundred nodes."""
    nodes: float = math.inf


class BrokenOffError(Exception):
    """A search ran into its deadline or its limit of nodes."""


@dataclass(frozen=True)
class Outcome:
    """The result of a search, with its statistics. The root is at depth 0 and a node itself."""

    value: float
    """The value of the position to MAX."""
    action: int | None
    """The first placement of that value; None if the game is over."""
    cutoff: bool
    """True if a position was estimated because of the depth limit."""
    max_depth: int
    nodes: int
    prune_max: int
    """Early returns from MAX-VALUE, also after the last child."""
    prune_min: int


class AlphaBeta(Generic[P]):
    """One search of one position; `search` runs it, `max_value` and `min_value` are Figure 2, line by line.

    The value is exact within the window, so the root's value always is.
    """

    def __init__(self, worth: Worth[P], limit: Limit | None = None) -> None:
        self._worth = worth
        self._limit = limit or Limit()
        self._utility = dict(worth.utility)
        self._evaluate = worth.evaluate
        self._depth_limit = self._limit.depth
        self._next_check = 1.0
        self._action: int | None = None
        self.cutoff = False
        self.max_depth = 0
        self.nodes = 0
        self.prune_max = 0
        self.prune_min = 0

    def search(self, state: P, window: tuple[float, float] | None = None) -> Outcome:
        """Return the value of the root and the first action that has it.

        The first alpha and beta are the least and the highest utility unless told. Raises `BrokenOffError`.
        """
        alpha, beta = window or (self._worth.least, self._worth.most)
        root = self.max_value if state.side is self._worth.maximizer else self.min_value
        value = root(state, alpha, beta, 0)
        return Outcome(value, self._action, self.cutoff, self.max_depth, self.nodes, self.prune_max, self.prune_min)

    def _leaf(self, state: P, depth: int) -> int | None:
        """Count the node; return its utility if it is terminal, its estimate at the depth limit, else None."""
        self.nodes += 1
        if self.nodes >= self._next_check:
            self._check_limits()
        self.max_depth = max(self.max_depth, depth)
        result = state.result
        if result is not None:
            return self._utility[result]
        if depth >= self._depth_limit:
            self.cutoff = True
            return self._evaluate(state)
        return None

    def _check_limits(self) -> None:
        self._next_check = min(self.nodes + _NODES_BETWEEN_CLOCKS, self._limit.nodes + 1)
        if self.nodes > self._limit.nodes or time.monotonic() >= self._limit.deadline:
            raise BrokenOffError(f"broken off after {self.nodes} nodes")

    def max_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        """Return a utility value: function MAX-VALUE(state, alpha, beta)."""
        leaf = self._leaf(state, depth)
        if leaf is not None:  # TERMINAL-TEST or cut-off
            return leaf
        v = -math.inf
        for a in state.legal_placements():
            value = self.min_value(state.play(a), alpha, beta, depth + 1)
            if value > v:
                v = value
                if depth == 0:
                    self._action = a
            if v >= beta:
                self.prune_max += 1
                return v
            alpha = max(alpha, v)
        return v

    def min_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        """Return a utility value: function MIN-VALUE(state, alpha, beta)."""
        leaf = self._leaf(state, depth)
        if leaf is not None:  # TERMINAL-TEST or cut-off
            return leaf
        v = math.inf
        for a in state.legal_placements():
            value = self.max_value(state.play(a), alpha, beta, depth + 1)
            if value < v:
                v = value
                if depth == 0:
                    self._action = a
            if v <= alpha:
                self.prune_min += 1
                return v
            beta = min(beta, v)
        return v


class Minimax(AlphaBeta[P]):
    """Minimax: every node is searched with the full window, so that no branch is left out."""

    def max_value(self, state: P, alpha: float, beta: float, depth: int) -> float:  # noqa: ARG002 - the full window
        """MAX-VALUE without alpha and beta."""
        return super().max_value(state, -math.inf, math.inf, depth)

    def min_value(self, state: P, alpha: float, beta: float, depth: int) -> float:  # noqa: ARG002 - the full window
        """MIN-VALUE without alpha and beta."""
        return super().min_value(state, -math.inf, math.inf, depth)


def deepen(state: P, worth: Worth[P], limit: Limit) -> Iterator[tuple[int, Outcome]]:
    """Yield each depth limit from 1 on with its outcome, until nothing was cut off or the limits are reached.

    The first depth is searched whatever the deadline and the node limit; all depths together keep the latter.
    """
    spent = 0
    depth = 1
    while depth <= limit.depth:
        within = Limit(depth) if depth == 1 else replace(limit, depth=depth, nodes=limit.nodes - spent)
        try:
            outcome = AlphaBeta(worth, within).search(state)
        except BrokenOffError:
            return
        yield depth, outcome
        spent += outcome.nodes
        if not outcome.cutoff:
            return
        depth += 1


Report = Callable[[P, int, int], None]
"""Is told a node's position, alpha and beta as the node returns."""


@dataclass(frozen=True)
class Conventions:
    """In what descriptions of alpha-beta differ."""

    fail_hard: bool
    """True for fail-hard: a node's value is brought into the window of its call; otherwise it may lie outside."""
    cut_when_equal: bool
    """True if a node stops as soon as alpha and beta are equal; otherwise only when alpha is the greater one."""


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
