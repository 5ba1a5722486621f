"""Monte-Carlo tree search over the positions of any game: a tree grown by random playouts, without knowledge.

Source: L. Kocsis and C. Szepesvari, "Bandit based Monte-Carlo Planning", ECML 2006, LNCS 4212, 282-293; a child is
chosen by UCB1 of P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem",
Machine Learning 47 (2002), 235-256: mean + sqrt(2 ln N / n), means within 0..1.
"""

import math
import time
from dataclasses import dataclass
from random import Random
from typing import Generic

from sttt.games.game import P, Result, Side


@dataclass(frozen=True)
class Ranked:
    """The result of the playouts for one placement."""

    placement: int
    visits: int
    mean: float
    """Points of the side that makes it, from 0 (all lost) to 1 (all won)."""


class _Node(Generic[P]):
    """A position of the tree; `points` belong to `mover`, whose placement led here."""

    __slots__ = ("children", "mover", "placement", "points", "position", "untried", "visits")

    def __init__(self, position: P, placement: int, mover: Side, random: Random) -> None:
        self.position = position
        self.placement = placement
        self.mover = mover
        self.children: list[_Node[P]] = []
        self.untried = list(position.legal_placements())
        random.shuffle(self.untried)
        self.visits = 0
        self.points = 0.0

    def most_promising(self) -> "_Node[P]":
        """Return the child with the greatest upper confidence bound."""
        spread = 2 * math.log(self.visits)
        return max(self.children, key=lambda child: child.points / child.visits + math.sqrt(spread / child.visits))


class Mcts(Generic[P]):
    """Grows a tree for one position after the other."""

    def __init__(self, seed: int | None) -> None:
        self._random = Random(seed)
        self.playouts = 0
        """Made for the last position."""

    def rank(self, position: P, playouts: int, deadline: float = math.inf) -> list[Ranked]:
        """Return the placements tried, the most visited first; `position` is not finished.

        Makes `playouts` of them, at least one, fewer where the deadline (on `time.monotonic`) comes first.
        """
        root = _Node(position, -1, position.side.other, self._random)
        self.playouts = 0
        while self.playouts < max(1, playouts) and (not self.playouts or time.monotonic() < deadline):
            self._play_out(root)
            self.playouts += 1
        found = [Ranked(child.placement, child.visits, child.points / child.visits) for child in root.children]
        return sorted(found, key=lambda ranked: -ranked.visits)

    def _play_out(self, root: _Node[P]) -> None:
        """Go down the tree, add a node, play at random to the end, and count the result on the whole way."""
        path = [root]
        while not path[-1].untried and path[-1].children:
            path.append(path[-1].most_promising())
        if path[-1].untried:
            path.append(self._add_child(path[-1]))
        result = self._result(path[-1].position)
        winner = result.winner
        for node in path:
            node.visits += 1
            node.points += 0.5 if winner is None else float(winner is node.mover)

    def _add_child(self, node: _Node[P]) -> _Node[P]:
        placement = node.untried.pop()
        child = _Node(node.position.play(placement), placement, node.position.side, self._random)
        node.children.append(child)
        return child

    def _result(self, position: P) -> Result:
        while (result := position.result) is None:
            position = position.play(self._random.choice(position.legal_placements()))
        return result
