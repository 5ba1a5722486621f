"""Two evaluations of 4x4 tic-tac-toe, both from X's point of view: the assignment's, and one of our own.

`analyze` says what the assignment's search makes of a position with either.
"""

from collections.abc import Mapping
from functools import lru_cache

from strategies.grid import search
from sttt.games.four_by_four.game import LINES, Position
from sttt.games.game import Result, Side
from sttt.games.grid.position import GridPosition, LineEvaluation, line_counts, squares_of
from sttt.players.player import Limits
from sttt.search.alpha_beta import Worth
from sttt.strict_json import Json

UTILITY = {Result.X_WINS: 1000, Result.O_WINS: -1000, Result.DRAW: 0}

text_evaluation = LineEvaluation(LINES, {3: 6, 2: 3, 1: 1})
"""Eval(s) = 6 X3 + 3 X2 + X1 - (6 O3 + 3 O2 + O1), as CS 6613 prints it."""

WINS_NOW = 900
"""The side to move completes a line: worth one ply less than a won game."""

CANNOT_STOP = 800
"""The side that has just moved completes a line next: there are two squares to complete one and no time to stop it."""

FORKS = 700
"""The side to move has a square that makes two such threats at once."""

WEIGHTS = (0, 2, 5, 12)
"""Points that an open line adds to each of its empty squares, by the marks of its only side."""

SCALE = 10
"""Brings the sum of the squares' values below what is decided."""

UNDECIDED = 650
"""The most that an undecided position is worth."""

_MEMORY = 1 << 18
_SQUARES = {line: squares_of(line) for line in LINES}


def crossing_evaluation(position: GridPosition) -> int:
    """Return what a line, a double threat or a fork decides within three plies, else how well the open lines cross.

    A fork is an empty square in which two lines with two own marks each, and none of the other side's, cross: marking
    it leaves two lines that lack a single mark. The other side may stop one, so the fork wins, provided that there is
    time for it: the other side must not be about to complete a line elsewhere.

    Forks come from crossings. So an empty square is worth the square of the sum of `WEIGHTS` over the open lines of a
    side through it: two lines that meet are worth more than two that do not.
    """
    if position.side is Side.X:
        return _evaluate(position.x, position.o)
    return -_evaluate(position.o, position.x)


@lru_cache(maxsize=_MEMORY)
def _evaluate(own: int, other: int) -> int:
    """Return the value for the side to move, whose marks are `own`."""
    known = decided(own, other)
    if known:
        return known
    value = _crossings(own, other) - _crossings(other, own)
    return max(-UNDECIDED, min(UNDECIDED, int(value / SCALE)))


def decided(own: int, other: int) -> int:
    """Return the value, for the side to move, of what the lines with two and three marks decide, 0 for nothing."""
    twos = forks = threats = 0
    for line in LINES:
        empty = line & ~(own | other)
        if empty.bit_count() > 2 or (own & line and other & line):
            continue
        if empty.bit_count() == 2:
            if own & line:
                forks |= twos & empty
                twos |= empty
        elif own & line:
            return WINS_NOW
        else:
            threats |= empty
    if threats & (threats - 1):
        return -CANNOT_STOP
    return FORKS if forks and (not threats or forks & threats) else 0


def _crossings(own: int, other: int) -> int:
    """Return the worth of one side's empty squares."""
    sums = [0] * 16
    for line in LINES:
        if own & line and not other & line:
            weight = WEIGHTS[(own & line).bit_count()]
            for square in _SQUARES[line]:
                if not own >> square & 1:
                    sums[square] += weight
    return sum(one * one for one in sums)


TEXT_WORTH: Worth[GridPosition] = Worth(UTILITY, text_evaluation)
CROSSING_WORTH: Worth[GridPosition] = Worth(UTILITY, crossing_evaluation)


def analyze(position: Position, limits: Limits, worth: Worth[GridPosition] = TEXT_WORTH) -> Mapping[str, Json]:
    """Return the search's value from X's point of view, its action 0 to 15, its statistics, Eval and the line counts.

    What it proves comes last: ``outcome`` is x, o or draw, None if that is open, and ``distance`` the plies to a win.
    The game being over, ``action`` is None and the search has one node.
    """
    searched = search(position, limits, worth)
    outcome = searched.outcome
    x = line_counts(LINES, position.x, position.o)
    o = line_counts(LINES, position.o, position.x)
    return {
        "value": int(outcome.value),
        "action": outcome.action,
        "cutoff": outcome.cutoff,
        "max_depth": outcome.max_depth,
        "nodes": outcome.nodes,
        "prune_max": outcome.prune_max,
        "prune_min": outcome.prune_min,
        "eval": worth.evaluate(position),
        **{f"X{count}": x[count] for count in (3, 2, 1)},
        **{f"O{count}": o[count] for count in (3, 2, 1)},
        "outcome": searched.value,
        "distance": searched.distance,
    }
