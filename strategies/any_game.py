"""Players that know nothing but the rules, and so play any game: uniformly at random, or by Monte-Carlo tree search."""

import time
from random import Random

from sttt.games.game import Position
from sttt.players.player import Decision, Limits, Strategy
from sttt.search.mcts import Mcts


class UniformPlayer:
    """Draws one placement after the other."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, position: Position, limits: Limits) -> Decision:  # noqa: ARG002 - it needs no limits
        """Draw each placement of the turn; what is left of a turn that wins early is forfeited."""
        side, whole = position.side, position.left
        turn: list[int | None] = []
        while len(turn) < whole and position.side is side and not position.result:
            turn.append(self._random.choice(position.legal_placements()))
            position = position.play(turn[-1])
        return Decision((*turn, *(None,) * (whole - len(turn))), reason="uniform")

    def close(self) -> None:
        """Nothing to let go of."""


UNIFORM = Strategy("uniform", "any legal placement, all equally likely", None, UniformPlayer)


class MctsPlayer:
    """Chooses a turn's placements one after the other, each by a number of playouts."""

    def __init__(self, seed: int | None, playouts: int) -> None:
        self._search: Mcts[Position] = Mcts(seed)
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
