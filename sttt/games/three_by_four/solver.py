"""Exact solving of 3x4 tic-tac-toe: its positions are few enough to be looked at one by one."""

from functools import cache

from sttt.games.grid.outcome import table_verdict, worth
from sttt.games.three_by_four.game import Position
from sttt.games.verdict import Verdict


@cache
def outcome(position: Position) -> tuple[int, int]:
    """Return what an unfinished position leads to for the side to move, as `grid.outcome` says it, and a square."""
    found = (0, -1)
    for square in position.legal_placements():
        after = position.play(square)
        result = after.result
        if result:
            value = 0 if result.winner is None else 1 if result.winner is position.side else -1
        else:
            reply, _ = outcome(after)
            value = reply and (-reply - 1 if reply > 0 else 1 - reply)
        if found[1] < 0 or worth(value) > worth(found[0]):
            found = value, square
        if value == 1:
            break
    return found


def prove(position: Position, _deadline: float, _known: Verdict) -> Verdict:
    """Return the exact value of an unfinished position with a turn that has it."""
    value, square = outcome(position)
    return table_verdict(value, position.side, (square,))
