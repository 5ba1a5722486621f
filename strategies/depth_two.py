"""Two yardsticks: the turn whose best reply is the least good one. Frozen; never tune against them.

`depth-2` looks at nothing beyond the reply. `depth-2-forced` goes on from there while a win must be stopped, as the
value search does at its horizon.
"""

from strategies.best_turn import BestTurnPlayer
from sttt.kernel.class_tables import load
from sttt.kernel.engine import Engine
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.players import Strategy

TABLE_BITS = 10
"""A search one turn deep has hardly any use for a transposition table."""

FORCED_TURNS = 8


def make(extensions: int, seed: int | None) -> BestTurnPlayer:
    """Make a player that looks so many forced turns beyond the reply."""
    tables = load()
    engine = Engine(tables, TABLE_BITS)

    def evaluate(classes: list[int], side: int, deadline: float) -> int | None:
        """Return the evaluation behind the opponent's best reply, all of them tried."""
        engine.forget()
        engine.set_position(classes, 1 - side, 2)
        engine.begin(deadline, NO_NODE_LIMIT)
        score, _, complete = engine.iterate(1, extensions)
        return -score if complete else None

    return BestTurnPlayer(tables, evaluate, "two turns deep", seed)


STRATEGY = Strategy(
    "depth-2", "yardstick: full-width lookahead over its turn and the reply", "super-ttt", lambda seed: make(0, seed)
)

STRATEGY_FORCED = Strategy(
    "depth-2-forced",
    "yardstick: depth-2, and on from there while a win must be stopped",
    "super-ttt",
    lambda seed: make(FORCED_TURNS, seed),
)
