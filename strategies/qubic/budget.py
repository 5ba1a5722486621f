"""What one decision in 4x4x4 tic-tac-toe may use."""

import math
import time
from dataclasses import dataclass

from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.players import Limits

DEFAULT_SECONDS = 2.0
"""Time per move when no limit says otherwise."""

MOST_SECONDS = 10.0
"""Of whatever time there is: nobody should have to wait longer for a move."""


@dataclass(frozen=True)
class Budget:
    """Time, nodes and depth, to be shared out."""

    started: float
    deadline: float
    nodes: int
    depth: int

    @classmethod
    def of(cls, limits: Limits) -> "Budget":
        """Return the budget that limits leave from now on; without any the default time."""
        started = time.monotonic()
        deadline, nodes = limits.or_within(DEFAULT_SECONDS).bounds
        if deadline != math.inf:
            deadline = min(deadline, started + MOST_SECONDS)
        return cls(started, deadline, nodes, 64 if limits.depth is None else max(1, limits.depth))

    def deadline_of(self, share: float) -> float:
        """Return the moment when a share of the time is over."""
        return self.started + share * (self.deadline - self.started)

    def nodes_of(self, share: float) -> int:
        """Return a share of the nodes."""
        return max(1, int(share * self.nodes))

    @property
    def is_counted(self) -> bool:
        """Whether nodes or depth are limited, so that the decision has to be the same every time."""
        return self.nodes != NO_NODE_LIMIT or self.depth != 64
