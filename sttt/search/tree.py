"""The tree that a textbook search visits, with the values propagated and the branches that it never looked at."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic

from sttt.search.alpha_beta import AlphaBeta
from sttt.search.minimax import Minimax
from sttt.search.textbook import Limit, P, TextbookSearch, Worth


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


class _Recording(TextbookSearch[P]):
    """Keeps the tree while another search class, further along the method resolution order, does the work."""

    def __init__(self, worth: Worth[P], limit: Limit | None = None) -> None:
        super().__init__(worth, limit)
        self._path: list[Node[P]] = []
        self.root: Node[P] | None = None

    def max_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        node = self._enter(state, alpha, beta)
        node.value = super().max_value(state, alpha, beta, depth)
        self._path.pop()
        return node.value

    def min_value(self, state: P, alpha: float, beta: float, depth: int) -> float:
        node = self._enter(state, alpha, beta)
        node.value = super().min_value(state, alpha, beta, depth)
        self._path.pop()
        return node.value

    def _enter(self, state: P, alpha: float, beta: float) -> Node[P]:
        node = Node(state, alpha, beta)
        if self._path:
            self._path[-1].children.append(node)
        else:
            self.root = node
        self._path.append(node)
        return node


class _RecordedMinimax(_Recording[P], Minimax[P]):
    pass


class _RecordedAlphaBeta(_Recording[P], AlphaBeta[P]):
    pass


def minimax_tree(state: P, worth: Worth[P], limit: Limit | None = None) -> Node[P]:
    """Return the tree of plain minimax."""
    return _tree(_RecordedMinimax(worth, limit), state)


def alpha_beta_tree(state: P, worth: Worth[P], limit: Limit | None = None) -> Node[P]:
    """Return the tree of Figure 2."""
    return _tree(_RecordedAlphaBeta(worth, limit), state)


def _tree(search: _Recording[P], state: P) -> Node[P]:
    search.search(state)
    if search.root is None:
        raise ValueError("the search visited nothing; expected at least the root")
    return search.root
