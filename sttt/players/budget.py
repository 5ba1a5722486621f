"""The time and nodes of one decision, shared out among its steps."""

import math
import time
from dataclasses import dataclass

from sttt.players.player import Limits


@dataclass(frozen=True)
class Budget:
    """The time and nodes of one decision from its start on, to be shared out."""

    started: float
    deadline: float
    nodes: int

    @classmethod
    def within(cls, limits: Limits, default_seconds: float, most_seconds: float = math.inf) -> "Budget":
        """Return what limits leave from now on: without any `default_seconds`, and of whatever time `most_seconds`."""
        started = time.monotonic()
        deadline, nodes = limits.or_within(default_seconds).bounds
        return cls(started, deadline if deadline == math.inf else min(deadline, started + most_seconds), nodes)

    def deadline_of(self, share: float) -> float:
        """Return the moment when a share of the time is over."""
        return self.started + share * (self.deadline - self.started)

    def nodes_of(self, share: float) -> int:
        """Return a share of the nodes, at least one."""
        return max(1, int(share * self.nodes))

    @property
    def spent(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started
