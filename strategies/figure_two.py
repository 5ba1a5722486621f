"""Players that search with the textbook's Figure 2: at one depth, or as deep as the time allows."""

import math
import time
from random import Random

from sttt.games.grid import GridPosition
from sttt.players import Decision, Limits
from sttt.search.alpha_beta import AlphaBeta
from sttt.search.deepening import deepest
from sttt.search.textbook import Limit, Outcome, Worth

SECONDS = 10.0
"""For a move without any limit: what CS 6613 allows."""

MARGIN_SECONDS = 0.02
"""Kept of a deadline: the clock is looked at every 256 nodes, and the answer has to be handed over."""


def search(position: GridPosition, limits: Limits, worth: Worth[GridPosition]) -> Outcome:
    """Search at the one depth that the limits name, else at the deepest that time and nodes allow.

    Without any limit that is ten seconds. The statistics are those of the one search whose outcome is returned.
    """
    if limits.depth is not None and limits.deadline is None and limits.nodes is None:
        return AlphaBeta(worth, Limit(limits.depth)).search(position)
    deadline, nodes = limits.or_within(SECONDS).bounds
    depth = math.inf if limits.depth is None else limits.depth
    return deepest(position, worth, Limit(depth, deadline - MARGIN_SECONDS, nodes))[1]


class FigureTwoPlayer:
    """Plays the first action that has the value of the search.

    A player with a depth of its own searches so deep whatever time it has, and never deeper.
    """

    def __init__(self, worth: Worth[GridPosition], depth: int | None = None) -> None:
        self._worth = worth
        self._depth = depth

    def choose(self, position: GridPosition, limits: Limits) -> Decision:
        """Search and play; the reason carries the five statistics that CS 6613 asks for."""
        started = time.monotonic()
        if self._depth is not None:
            limits = Limits(depth=self._depth if limits.depth is None else min(limits.depth, self._depth))
        outcome = search(position, limits, self._worth)
        return _decision(position, self._worth, outcome, outcome.action, started)

    def close(self) -> None:
        """Nothing to let go of."""


class OnePlyPlayer:
    """Completes a line if it can, and otherwise draws lots: it never looks at what the opponent may do."""

    def __init__(self, worth: Worth[GridPosition], seed: int | None = None) -> None:
        self._worth = worth
        self._random = Random(seed)

    def choose(self, position: GridPosition, limits: Limits) -> Decision:  # noqa: ARG002 - one ply is within any limit
        """Search one ply deep, and take the action only if it wins."""
        started = time.monotonic()
        outcome = AlphaBeta(self._worth, Limit(depth=1)).search(position)
        wins = abs(outcome.value) == self._worth.most
        action = outcome.action if wins else self._random.choice(position.legal_placements())
        return _decision(position, self._worth, outcome, action, started)

    def close(self) -> None:
        """Nothing to let go of."""


def _decision(
    position: GridPosition, worth: Worth[GridPosition], outcome: Outcome, action: int | None, started: float
) -> Decision:
    return Decision(
        turn=(action,),
        reason=statistics(outcome),
        score=int(outcome.value) if position.side is worth.maximizer else -int(outcome.value),
        depth=outcome.max_depth,
        nodes=outcome.nodes,
        seconds=time.monotonic() - started,
    )


def statistics(outcome: Outcome) -> str:
    """Write the five statistics of a search."""
    return (
        f"cut-off {'occurred' if outcome.cutoff else 'did not occur'}, maximum depth {outcome.max_depth}, "
        f"nodes {outcome.nodes:,}, prunings in MAX-VALUE {outcome.prune_max:,}, in MIN-VALUE {outcome.prune_min:,}"
    )
