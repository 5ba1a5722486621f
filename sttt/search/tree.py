"""The tree that a textbook search visits, with the values propagated and the branches that it never looked at."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic

from sttt import bounds
from sttt.games.game import P, Position
from sttt.search.alpha_beta import AlphaBeta, Limit, Minimax, Worth


@dataclass
class TreeNode(Generic[P]):
    """A visited position. Its children follow the legal placements in order, as far as they were searched."""

    state: P
    alpha: float
    beta: float
    """The window that it was searched with."""
    value: float = 0
    """The value returned; beyond the window it is a bound."""
    children: "list[TreeNode[P]]" = field(default_factory=list)

    def branches(self) -> Iterator[tuple[int, "TreeNode[P] | None"]]:
        """Yield every placement with the node after it, None where it was pruned; nothing for a leaf."""
        if self.children:
            for index, placement in enumerate(self.state.legal_placements()):
                yield placement, self.children[index] if index < len(self.children) else None

    def count(self) -> int:
        """Return how many nodes there are, this one included."""
        return 1 + sum(child.count() for child in self.children)


class _Recorded(AlphaBeta[P]):
    """Figure 2, which keeps the tree of its calls."""

    def __init__(self, worth: Worth[P], limit: Limit | None) -> None:
        super().__init__(worth, limit)
        self._path: list[TreeNode[P]] = []
        self._root: TreeNode[P] | None = None

    def max_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        return self._record(super().max_value, state, alpha, beta, depth)

    def min_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        return self._record(super().min_value, state, alpha, beta, depth)

    def _record(self, search: "_Value[P]", state: P, alpha: float, beta: float, depth: int) -> float:
        """Have a node's value computed, and put the node into the tree."""
        node = TreeNode(state, alpha, beta)
        if self._path:
            self._path[-1].children.append(node)
        else:
            self._root = node
        self._path.append(node)
        node.value = search(state, alpha, beta, depth)
        self._path.pop()
        return node.value

    def tree(self, state: P) -> TreeNode[P]:
        """Search, the first alpha and beta being infinite, and return the root."""
        self.search(state, (-math.inf, math.inf))
        if self._root is None:
            raise ValueError("the search visited nothing; expected at least the root")
        return self._root


_Value = Callable[[P, float, float, int], float]


class _RecordedMinimax(_Recorded[P], Minimax[P]):
    """Minimax, which keeps the tree of its calls."""


def minimax_tree(state: P, worth: Worth[P], limit: Limit | None = None) -> TreeNode[P]:
    """Return the tree of plain minimax. Its windows mean nothing."""
    return _RecordedMinimax(worth, limit).tree(state)


def alpha_beta_tree(state: P, worth: Worth[P], limit: Limit | None = None) -> TreeNode[P]:
    """Return the tree of Figure 2, the first alpha and beta being infinite."""
    return _Recorded(worth, limit).tree(state)


def perft(position: Position, depth: int) -> int:
    """Count the distinct sequences of exactly `depth` placements (none forfeited) from `position`; 1 at depth 0.

    Raises `ValueError` (`NumberError`) for a depth that is none.
    """
    return _Counter().count(position, bounds.count(depth, "depth", least=0, most=bounds.MOST_DEPTH))


def divide(position: Position, depth: int) -> dict[int, int]:
    """Split `perft` by first placement: how many of the sequences of `depth` >= 1 placements start with each."""
    counter, rest = _Counter(), bounds.count(depth, "depth", most=bounds.MOST_DEPTH) - 1
    return {placement: counter.count(position.play(placement), rest) for placement in position.legal_placements()}


class _Counter:
    """Counts with a memory: the placements of a turn lead to the same position in either order."""

    def __init__(self) -> None:
        self._known: dict[tuple[Position, int], int] = {}

    def count(self, position: Position, depth: int) -> int:
        if depth == 0:
            return 1
        if depth == 1:
            return len(position.legal_placements())
        known = self._known.get((position, depth))
        if known is None:
            known = sum(self.count(position.play(placement), depth - 1) for placement in position.legal_placements())
            self._known[position, depth] = known
        return known
