"""The levels of Connect 4 below the perfect player."""

from random import Random

from strategies.connect_four.players import STRATEGY
from strategies.human import Look, placement_look, staircase
from sttt.games.connect_four.game import GAME
from sttt.games.connect_four.position import Position
from sttt.games.connect_four.search.engine import ConnectFourEngine
from sttt.kernel.limits import NO_NODE_LIMIT


def _look(_random: Random) -> Look[Position]:
    engine = ConnectFourEngine()

    def value(position: Position, depth: int, deadline: float) -> int:
        if position.result:
            return 0
        engine.set_position(position.stones(position.side), position.filled)
        engine.begin(deadline, NO_NODE_LIMIT)
        return -(engine.search(depth)[0] if depth else engine.evaluation())

    return placement_look(value)


ONE, TWO, THREE, FOUR, FIVE, SIX = staircase(GAME, _look, STRATEGY.make)
