"""Players that search with the textbook's Figure 2: at one depth, or as deep as the time allows."""

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from sttt.games.game import Result
from sttt.games.grid.position import GridPosition
from sttt.players.player import Decision, Limits
from sttt.search.alpha_beta import AlphaBeta, Limit, Outcome, Worth, deepen

SECONDS = 10.0
"""For a move without any limit: what CS 6613 allows."""

MARGIN_SECONDS = 0.02
"""Kept of a deadline: the clock is looked at every 256 nodes, and the answer has to be handed over."""


@dataclass(frozen=True)
class IteratedSearch:
    """The finding of a search, and what that proves."""

    outcome: Outcome
    value: Result | None
    """The result with best play; None if that is open."""
    distance: int | None
    """Plies until then, of a win that is forced as soon as can be; None of a draw."""
    action: int | None
    """The search's, but of a win one that is soonest, and of a loss one that is latest; None if the game is over."""


def search(position: GridPosition, limits: Limits, worth: Worth[GridPosition]) -> IteratedSearch:
    """Search at the one depth that the limits name, else at the deepest that time and nodes allow.

    Without any limit that is ten seconds. The statistics are those of the one search whose outcome is returned.
    """
    if limits.depth is not None and limits.deadline is None and limits.nodes is None:
        outcome = AlphaBeta(worth, Limit(limits.depth)).search(position)
        return _searched(position, worth, outcome, deepen(position, worth, Limit(limits.depth)))
    deadline, nodes = limits.or_within(SECONDS).bounds
    depth = math.inf if limits.depth is None else limits.depth
    found = []
    for turns, outcome in deepen(position, worth, Limit(depth, deadline - MARGIN_SECONDS, nodes)):
        found.append((turns, outcome))
        score = _score(position, worth, outcome)
        limits.tell(Decision((outcome.action,), statistics(outcome), score, outcome.max_depth, outcome.nodes))
    return _searched(position, worth, found[-1][1], found)


def _searched(
    position: GridPosition, worth: Worth[GridPosition], outcome: Outcome, by_depth: Iterable[tuple[int, Outcome]]
) -> IteratedSearch:
    """Return what an outcome proves: what a utility decides, or everything where nothing was estimated.

    No estimate reaches the utility of a win, so that the first depth that finds it is how far away it is.
    """
    won = {value: result for result, value in worth.utility.items() if result.winner}
    value = won.get(int(outcome.value)) or (None if outcome.cutoff else Result.DRAW)
    if value is None or value is Result.DRAW:
        return IteratedSearch(outcome, value, None, outcome.action)
    if position.result:
        return IteratedSearch(outcome, value, 0, None)
    return _played_out(position, outcome, value, by_depth)


def _played_out(
    position: GridPosition, outcome: Outcome, value: Result, by_depth: Iterable[tuple[int, Outcome]]
) -> IteratedSearch:
    """Return when a win comes, and the action that hurries or, one ply before it is seen, delays it."""
    delays = outcome.action
    for depth, one in by_depth:
        if one.value == outcome.value:
            return IteratedSearch(outcome, value, depth, one.action if value.winner is position.side else delays)
        delays = one.action
    return IteratedSearch(outcome, value, None, outcome.action)


class FigureTwoPlayer:
    """Plays the first action that has the value of the search, of a decided game the soonest win or the latest loss.

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
        searched = search(position, limits, self._worth)
        return _decision(position, self._worth, searched, searched.action, started)

    def close(self) -> None:
        """Nothing to let go of."""


class OnePlyPlayer:
    """Completes a line if it can, and otherwise plays at random: it never looks at what the opponent may do."""

    def __init__(self, worth: Worth[GridPosition], seed: int | None = None) -> None:
        self._worth = worth
        self._random = Random(seed)

    def choose(self, position: GridPosition, limits: Limits) -> Decision:  # noqa: ARG002 - one ply is within any limit
        """Search one ply deep, and take the action only if it wins."""
        started = time.monotonic()
        searched = search(position, Limits(depth=1), self._worth)
        wins = abs(searched.outcome.value) == self._worth.most
        action = searched.action if wins else self._random.choice(position.legal_placements())
        return _decision(position, self._worth, searched, action, started)

    def close(self) -> None:
        """Nothing to let go of."""


def _decision(
    position: GridPosition, worth: Worth[GridPosition], searched: IteratedSearch, action: int | None, started: float
) -> Decision:
    outcome = searched.outcome
    return Decision(
        turn=(action,),
        reason=statistics(outcome),
        score=_score(position, worth, outcome),
        depth=outcome.max_depth,
        nodes=outcome.nodes,
        seconds=time.monotonic() - started,
        value=searched.value,
        distance=searched.distance,
    )


def _score(position: GridPosition, worth: Worth[GridPosition], outcome: Outcome) -> int:
    """Return the value for the side to move."""
    return int(outcome.value) if position.side is worth.maximizer else -int(outcome.value)


def statistics(outcome: Outcome) -> str:
    """Write the five statistics of a search."""
    return (
        f"cut-off {'occurred' if outcome.cutoff else 'did not occur'}, maximum depth {outcome.max_depth}, "
        f"nodes {outcome.nodes:,}, prunings in MAX-VALUE {outcome.prune_max:,}, in MIN-VALUE {outcome.prune_min:,}"
    )


def seen(worth: Worth[GridPosition]) -> Callable[[GridPosition, int, float], int]:
    """Return how a level values what a placement leads to, for its mover: a search at one depth, whatever time."""

    def value(position: GridPosition, depth: int, _deadline: float) -> int:
        return -_score(position, worth, AlphaBeta(worth, Limit(depth)).search(position))

    return value
