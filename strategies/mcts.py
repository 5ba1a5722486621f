"""Monte-Carlo tree search players for any game, in several sizes: opponents that know nothing but the rules."""

import time
from typing import Any

from sttt.games.game import Position
from sttt.players import Decision, Limits, Strategy
from sttt.search.mcts import Mcts


class MctsPlayer:
    """Chooses a turn's placements one after the other, each by so many playouts."""

    def __init__(self, seed: int | None, playouts: int) -> None:
        self._search: Mcts[Any] = Mcts(seed)
        self._playouts = playouts

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose the most visited placements. A limit of nodes counts playouts; of the time each gets its share."""
        started = time.monotonic()
        side, whole = position.side, position.left
        turn: list[int] = []
        nodes, score = 0, 0
        while len(turn) < whole and position.side is side and not position.result:
            share = self._playouts if limits.nodes is None else min(self._playouts, max(1, limits.nodes // whole))
            best = self._search.rank(position, share, limits.moment_of_first(position.left))[0]
            nodes += self._search.playouts
            score = round(1000 * best.mean)
            turn.append(best.placement)
            position = position.play(best.placement)
        counted: tuple[int | None, ...] = (*turn, *(None,) * (whole - len(turn)))
        return Decision(counted, reason="mcts", score=score, nodes=nodes, seconds=time.monotonic() - started)

    def close(self) -> None:
        """Nothing to let go of."""


def _strategy(name: str, playouts: int) -> Strategy:
    summary = f"Monte-Carlo tree search with {playouts:,} playouts a placement"
    return Strategy(name, summary, None, lambda seed: MctsPlayer(seed, playouts))


STRATEGY_100 = _strategy("mcts-100", 100)
STRATEGY_1K = _strategy("mcts-1k", 1_000)
STRATEGY_10K = _strategy("mcts-10k", 10_000)
