"""Iterative deepening of Figure 2: the deepest cut-off that the limits allow."""

from collections.abc import Iterator
from dataclasses import replace

from sttt.search.alpha_beta import AlphaBeta
from sttt.search.textbook import BrokenOffError, Limit, Outcome, P, Worth


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


def deepest(state: P, worth: Worth[P], limit: Limit) -> tuple[int, Outcome]:
    """Return the last depth limit of `deepen` with its outcome."""
    *_, last = deepen(state, worth, limit)
    return last
