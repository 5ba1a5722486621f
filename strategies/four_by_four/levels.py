"""The levels of 4x4 tic-tac-toe as they are registered, and level 3 with the other evaluation, to compare the two."""

from functools import partial

from strategies.figure_two import FigureTwoPlayer, OnePlyPlayer
from strategies.four_by_four import perfect
from strategies.four_by_four.analysis import analyze
from strategies.four_by_four.evaluation import CROSSING_WORTH, TEXT_WORTH
from sttt.games.four_by_four import GAME
from sttt.players import Comparison, Strategy

INTERMEDIATE_DEPTH = 2
"""Level 2 sees its own move and the reply to it: it wins, and it stops what would win at once, but no more."""

EASY = Strategy(
    "four-by-four-easy",
    "level 1: completes a line, else draws lots",
    GAME.name,
    partial(OnePlyPlayer, TEXT_WORTH),
    analyze,
)
INTERMEDIATE = Strategy(
    "four-by-four-intermediate",
    "level 2: Figure 2 two plies deep",
    GAME.name,
    lambda _seed: FigureTwoPlayer(TEXT_WORTH, INTERMEDIATE_DEPTH),
    analyze,
)
DIFFICULT = Strategy(
    "four-by-four-difficult",
    "level 3: Figure 2 as deep as 10 s allow, with the assignment's evaluation",
    GAME.name,
    lambda _seed: FigureTwoPlayer(TEXT_WORTH),
    analyze,
)
PERFECT = Strategy(
    "four-by-four-perfect",
    "level 4: solves every position, and sets traps",
    GAME.name,
    perfect.PerfectPlayer,
    perfect.analyze,
)
CROSSINGS = Strategy(
    "four-by-four-crossings",
    "level 3 with an evaluation of our own: forks and crossing lines",
    GAME.name,
    lambda _seed: FigureTwoPlayer(CROSSING_WORTH),
    partial(analyze, worth=CROSSING_WORTH),
)

EVALUATIONS = Comparison(
    "four-by-four",
    "Does an evaluation of forks and crossing lines play better than the assignment's?",
    GAME.name,
    first=CROSSINGS.name,
    second=DIFFICULT.name,
    plies=(2, 3, 4),
    depths=(1, 2, 3, 4),
    seconds=(0.1,),
)
