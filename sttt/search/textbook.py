"""What the textbook searches share: what positions are worth, limits, statistics, and the search from the root.

The names are those of Russell and Norvig's textbook: MAX and MIN, utility, terminal test, cut-off.
"""

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from sttt.games.game import Position, Result, Side

P = TypeVar("P", bound=Position)

_NODES_BETWEEN_CLOCKS = 256


@dataclass(frozen=True)
class Worth(Generic[P]):
    """What positions are worth to MAX."""

    utility: Mapping[Result, int]
    """Of finished games."""
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
    """What the position is worth to MAX."""
    action: int | None
    """The first placement of that value; None if the game is over."""
    cutoff: bool
    """Whether a position was estimated because of the depth limit."""
    max_depth: int
    nodes: int
    prune_max: int
    """Early returns from MAX-VALUE, also after the last child."""
    prune_min: int


class TextbookSearch(ABC, Generic[P]):
    """One search of one position; `search` runs it, `max_value` and `min_value` are what the textbook prints."""

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

    @abstractmethod
    def max_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        """Return the value of a position in which MAX is to move."""

    @abstractmethod
    def min_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        """Return the value of a position in which MIN is to move."""

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
