"""A yardstick: UCT over placements, random playouts, no knowledge of the game. Frozen; never tune against it."""

from strategies.turns import whole_turn
from sttt.games.game import Side
from sttt.games.super_ttt import FULL, Position
from sttt.kernel.uct import Uct
from sttt.players import Decision, Limits, Strategy

PLAYOUTS = 100_000
"""For each placement; the second of a turn starts a tree of its own."""


class UctPlayer:
    """Chooses a turn's placements one after the other."""

    def __init__(self, seed: int | None) -> None:
        self._uct = Uct(PLAYOUTS, seed)

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose the most visited placements. A limit of nodes counts playouts; of the time each gets its share."""
        turn: list[int] = []
        nodes, score, now = 0, 0, position
        while len(turn) < position.left and not now.result:
            self._stand_at(now)
            most = PLAYOUTS if limits.nodes is None else min(PLAYOUTS, max(1, limits.nodes // position.left))
            turn.append(self._uct.choose(most, limits.moment_of_first(now.left)))
            nodes += self._uct.playouts
            score = round(1000 * self._uct.ranking()[0][2])
            now = now.play(turn[-1])
        return Decision(whole_turn(position, tuple(turn)), reason="uct", score=score, nodes=nodes)

    def close(self) -> None:
        """Nothing to let go of."""

    def _stand_at(self, position: Position) -> None:
        x, o = ([position.marks(side) >> 9 * board & FULL for board in range(9)] for side in Side)
        self._uct.set_position(x, o, list(Side).index(position.side), position.left)


STRATEGY = Strategy("uct", f"yardstick: UCT with {PLAYOUTS:,} playouts a placement", "super-ttt", UctPlayer)
