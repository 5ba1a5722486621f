"""A position in the search for the value, with its proof and disproof numbers."""

from sttt.games.claim import Claim
from sttt.games.super_ttt.search.branches import Branch
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS

INFINITE = 2**62


class Node:
    """A position in the search."""

    __slots__ = (
        "best", "budget", "children", "classes", "disproof", "key", "parents", "patience", "proof", "side", "unopened",
    )  # fmt: skip

    def __init__(self, key: int, classes: bytes, side: int) -> None:
        self.key = key
        self.classes = classes
        self.side = side
        self.proof = 1
        self.disproof = 1
        self.budget = 0
        """The nodes that the solver was allowed in vain."""
        self.children: list[Node] = []
        self.unopened: list[Branch] = []
        self.parents: list[Node] = []
        self.best: Node | None = None
        self.patience = 0

    def settle(self, claim: Claim | None) -> None:
        """Set the numbers that a proven claim has."""
        self.proof, self.disproof = (0, INFINITE) if claim == X_NEVER_WINS else (INFINITE, 0)

    @property
    def claim(self) -> Claim | None:
        """The claim that the numbers prove, if any."""
        return X_NEVER_WINS if not self.proof else X_WINS if not self.disproof else None

    def leave_children(self) -> None:
        """Drop the positions after this one."""
        for child in self.children:
            child.parents = [parent for parent in child.parents if parent is not self]
        self.children, self.unopened, self.best = [], [], None
