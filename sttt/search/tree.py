"""The tree that a textbook search visits, with the values propagated and the branches that it never looked at."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic

from sttt.search.alpha_beta import AlphaBeta
from sttt.search.minimax import Minimax
from sttt.search.textbook import Limit, P, Worth


@dataclass
class Node(Generic[P]):
    """A visited position. Its children follow the legal placements in order, as far as they were searched."""

    state: P
    alpha: float
    beta: float
    """The window that it was searched with."""
    value: float = 0
    """What it returned: beyond the window a bound."""
    children: "list[Node[P]]" = field(default_factory=list)

    def branches(self) -> Iterator[tuple[int, "Node[P] | None"]]:
        """Yield every placement with the node behind it, None where it was pruned; nothing for a leaf."""
        if self.children:
            for index, placement in enumerate(self.state.legal_placements()):
                yield placement, self.children[index] if index < len(self.children) else None

    def count(self) -> int:
        """Return how many nodes there are, this one included."""
        return 1 + sum(child.count() for child in self.children)


class _Recorder(Generic[P]):
    """Keeps the tree of the calls that go through it."""

    def __init__(self) -> None:
        self._path: list[Node[P]] = []
        self.root: Node[P] | None = None

    def record(self, search: "_Value[P]", state: P, alpha: float, beta: float, depth: int) -> float:
        """Have a node's value computed, and the node put into the tree."""
        node = Node(state, alpha, beta)
        if self._path:
            self._path[-1].children.append(node)
        else:
            self.root = node
        self._path.append(node)
        node.value = search(state, alpha, beta, depth)
        self._path.pop()
        return node.value


_Value = Callable[[P, float, float, int], float]


class _RecordedMinimax(Minimax[P]):
    """Minimax whose calls go through a recorder."""

    def __init__(self, worth: Worth[P], limit: Limit | None, recorder: _Recorder[P]) -> None:
        super().__init__(worth, limit)
        self._recorder = recorder

    def max_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        return self._recorder.record(super().max_value, state, alpha, beta, depth)

    def min_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        return self._recorder.record(super().min_value, state, alpha, beta, depth)


class _RecordedAlphaBeta(AlphaBeta[P]):
    """Figure 2 whose calls go through a recorder."""

    def __init__(self, worth: Worth[P], limit: Limit | None, recorder: _Recorder[P]) -> None:
        super().__init__(worth, limit)
        self._recorder = recorder

    def max_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        return self._recorder.record(super().max_value, state, alpha, beta, depth)

    def min_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        return self._recorder.record(super().min_value, state, alpha, beta, depth)


def minimax_tree(state: P, worth: Worth[P], limit: Limit | None = None) -> Node[P]:
    """Return the tree of plain minimax. Its windows mean nothing."""
    recorder: _Recorder[P] = _Recorder()
    _RecordedMinimax(worth, limit, recorder).search(state)
    return _root(recorder)


def alpha_beta_tree(state: P, worth: Worth[P], limit: Limit | None = None) -> Node[P]:
    """Return the tree of Figure 2, the first alpha and beta being infinite."""
    recorder: _Recorder[P] = _Recorder()
    _RecordedAlphaBeta(worth, limit, recorder).search(state, (-math.inf, math.inf))
    return _root(recorder)


def _root(recorder: _Recorder[P]) -> Node[P]:
    if recorder.root is None:
        raise ValueError("the search visited nothing; expected at least the root")
    return recorder.root
