"""The players of 3x4 tic-tac-toe with a hole; every game is short enough to be searched to its end."""

from functools import partial
from random import Random

from strategies.grid import FigureTwoPlayer, OnePlyPlayer, seen
from strategies.human import Look, placement_look, staircase, strength_of
from sttt.games.game import Result, Side
from sttt.games.grid.position import GridPosition
from sttt.games.three_by_four.game import GAME, Position
from sttt.players.player import Strategy
from sttt.search.alpha_beta import Worth

WORTH: Worth[GridPosition] = Worth(
    {Result.O_WINS: 1, Result.X_WINS: -1, Result.DRAW: 0}, evaluate=lambda _position: 0, maximizer=Side.O
)
"""The assignment's scores; what is cut off counts as a draw."""

EASY = Strategy(
    "three-by-four-easy",
    "completes a line, else plays at random",
    GAME.name,
    partial(OnePlyPlayer, WORTH),
)
PERFECT = Strategy(
    "three-by-four-perfect",
    "alpha-beta to the end of the game",
    GAME.name,
    lambda _seed: FigureTwoPlayer(WORTH, depth=Position.GRID.size),
    strength=strength_of("three-by-four-perfect", GAME.name),
)


def _look(_random: Random) -> Look[GridPosition]:
    return placement_look(seen(WORTH))


ONE, TWO = staircase(GAME, _look, PERFECT.make)
