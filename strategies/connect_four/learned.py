"""A player of Connect 4 that has learned by playing against itself: it looks two stones ahead with its network."""

import time
from functools import cache
from pathlib import Path

from strategies.connect_four.network import NTupleNetwork, load
from sttt.games.connect_four.position import Position
from sttt.games.game import Result
from sttt.players.player import Decision, Limits, Strategy
from sttt.search.alpha_beta import AlphaBeta, Limit, Worth

LEARNED_FILE = Path(__file__).with_name("learned.json")

DEPTH = 2
WON = 1_000_000
"""Beyond whatever tables add up to."""


class LearnedPlayer:
    """Plays at once, whatever limits there are."""

    def __init__(self, network: NTupleNetwork) -> None:
        self._worth = Worth({Result.X_WINS: WON, Result.O_WINS: -WON, Result.DRAW: 0}, network.value)

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose the first column of those with the best value two stones ahead, or one if the limits say so."""
        started = time.monotonic()
        depth = DEPTH if limits.depth is None else min(DEPTH, limits.depth)
        found = AlphaBeta(self._worth, Limit(depth)).search(position)
        sign = 1 if position.side is self._worth.maximizer else -1
        return Decision(
            (found.action,),
            reason=f"learned value, {depth} stones ahead",
            score=sign * int(found.value),
            depth=depth,
            nodes=found.nodes,
            seconds=time.monotonic() - started,
        )

    def close(self) -> None:
        """Nothing to let go of."""


@cache
def shipped_network() -> NTupleNetwork:
    """Return the network that ships."""
    return load(LEARNED_FILE)


LEARNED = Strategy(
    "learned",
    "Connect 4: has learned by playing against itself, and looks two stones ahead",
    "connect-four",
    lambda _seed: LearnedPlayer(shipped_network()),
)
