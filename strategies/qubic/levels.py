"""The levels of 4x4x4 tic-tac-toe below the strongest player."""

from random import Random

from strategies.human import Look, placement_look, staircase
from strategies.qubic.players import STRATEGY
from sttt.games.qubic.game import GAME
from sttt.games.qubic.position import Position
from sttt.games.qubic.search.engine import QubicEngine
from sttt.kernel.limits import NO_NODE_LIMIT

TABLE_BITS = 14


def _look(_random: Random) -> Look[Position]:
    engine = QubicEngine(TABLE_BITS, TABLE_BITS)

    def value(position: Position, depth: int, deadline: float) -> int:
        if position.result:
            return 0
        marks = position.marks(position.side), position.marks(position.side.other)
        engine.begin(deadline, NO_NODE_LIMIT)
        return -(engine.search(*marks, position.empty, depth)[0] if depth else engine.evaluation(*marks))

    return placement_look(value)


ONE, TWO, THREE, FOUR, FIVE, SIX = staircase(GAME, _look, STRATEGY.make)
