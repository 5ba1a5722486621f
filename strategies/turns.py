"""Turns that say something for every placement, also for those behind a winning one."""

from sttt.games.game import Turn
from sttt.games.super_ttt import Position, squares


def whole_turn(position: Position, placements: tuple[int, ...]) -> Turn:
    """Complete a turn that its first placement ends the game with.

    The referee still enters the second placement then, so it gets the first square that is open to the end; where
    there is none it is forfeited (`None`).
    """
    if len(placements) == position.left:
        return placements
    after = position.play(placements[0])
    return (placements[0], *(squares(after.open_squares) or (None,))[:1])
