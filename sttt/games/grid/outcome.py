"""The outcome of a solved move of a grid game, as one number.

It is n if the side to move wins with the n-th ply from now, the move being the first; -n if the opponent wins with the
n-th; 0 for a draw.
"""

from sttt.games.game import Result, Side, Turn
from sttt.games.verdict import Ground, Verdict, exactly

WON = 1000
"""The worth of a win; it counts a point less for each ply that it takes."""


def worth(outcome: int) -> int:
    """Return a number that is larger the better an outcome is: the soonest win, else a draw, else the latest loss."""
    return 0 if outcome == 0 else WON - outcome if outcome > 0 else -WON - outcome


def result_of(outcome: int, side: Side) -> Result:
    """Return the game's result that an outcome for a side stands for."""
    return Result.DRAW if outcome == 0 else Result.win(side if outcome > 0 else side.other)


def table_verdict(outcome: int, side: Side, turn: Turn) -> Verdict:
    """Say an outcome for the side to move, and the turn that has it."""
    return exactly(result_of(outcome, side), Ground.TABLE, max(1, (abs(outcome) + 1) // 2), turn)
