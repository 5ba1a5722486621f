"""Whole turns of any game: every position that one leads to."""

from typing import TypeVar

from sttt.games.game import Position, Turn

P = TypeVar("P", bound=Position)


def whole_turns(position: P, *, forfeits: bool = False) -> dict[P, Turn]:
    """Return each position behind a whole turn of the side to move, with the first of the turns that lead to it.

    Orders of placements that lead to equal positions count once. With `forfeits`, placements may also be forfeited.
    The game must not be over.
    """
    side = position.side
    found: dict[P, Turn] = {}
    unfinished: dict[P, Turn] = {position: ()}
    while unfinished:
        further: dict[P, Turn] = {}
        for before, turn in unfinished.items():
            for placement in _choices(before, forfeits):
                after = before.play(placement)
                whole = after.result is not None or after.side is not side
                (found if whole else further).setdefault(after, (*turn, placement))
        unfinished = further
    return found


def _choices(position: Position, forfeits: bool) -> Turn:  # noqa: FBT001 - handed on
    placements = position.legal_placements()
    return (*placements, None) if forfeits else placements
