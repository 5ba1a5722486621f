"""The levels of 4x4 tic-tac-toe below the perfect player."""

from random import Random

from strategies.four_by_four.evaluation import TEXT_WORTH
from strategies.four_by_four.players import PERFECT
from strategies.grid import seen
from strategies.human import Look, placement_look, staircase
from sttt.games.four_by_four.game import GAME, Position


def _look(_random: Random) -> Look[Position]:
    return placement_look(seen(TEXT_WORTH))


ONE, TWO = staircase(GAME, _look, PERFECT.make)
