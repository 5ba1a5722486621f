"""Two evaluations of 4x4 tic-tac-toe, both from X's point of view: the assignment's, and one that sees threats."""

from functools import lru_cache

from sttt.games.four_by_four import LINES
from sttt.games.game import Result, Side
from sttt.games.grid import GridPosition
from sttt.kernel.line_counts import LineEvaluation
from sttt.search.textbook import Worth

UTILITY = {Result.X_WINS: 1000, Result.O_WINS: -1000, Result.DRAW: 0}

text_evaluation = LineEvaluation(LINES, {3: 6, 2: 3, 1: 1})
"""Eval(s) = 6 X3 + 3 X2 + X1 - (6 O3 + 3 O2 + O1), as CS 6613 prints it."""

WINS_NOW = 900
"""The side to move completes a line: worth one ply less than a won game."""

CANNOT_STOP = 800
"""The side that has just moved completes a line next: there are two squares to complete one and no time to stop it."""

FORKS = 700
"""The side to move has a square that makes two such threats at once."""

_MEMORY = 1 << 18


def threat_evaluation(position: GridPosition) -> int:
    """Return the assignment's count, unless a line, a double threat or a fork decides the game within three plies.

    A fork is an empty square in which two lines with two own marks each, and none of the other side's, cross: marking
    it leaves two lines that lack a single mark. The other side may stop one, so the fork wins, provided that there is
    time for it: the other side must not be about to complete a line elsewhere.
    """
    if position.side is Side.X:
        return _evaluate(position.x, position.o)
    return -_evaluate(position.o, position.x)


@lru_cache(maxsize=_MEMORY)
def _evaluate(own: int, other: int) -> int:
    """Return the value for the side to move, whose marks are `own`."""
    weights = (0, 1, 3, 6)
    value = twos = forks = others_threats = 0
    for line in LINES:
        mine = own & line
        if mine:
            if other & line:
                continue
            count = mine.bit_count()
            value += weights[count]
            if count == 3:
                return WINS_NOW
            if count == 2:
                forks |= twos & (line ^ mine)
                twos |= line ^ mine
        elif other & line:
            count = (other & line).bit_count()
            value -= weights[count]
            if count == 3:
                others_threats |= line & ~other
    if others_threats & (others_threats - 1):
        return -CANNOT_STOP
    if forks and (not others_threats or forks & others_threats):
        return FORKS
    return value


TEXT_WORTH: Worth[GridPosition] = Worth(UTILITY, text_evaluation)
THREAT_WORTH: Worth[GridPosition] = Worth(UTILITY, threat_evaluation)
