"""The judgement of a turn: by what it did to the value that is proven, and elsewhere by what it did to the chance."""

from enum import StrEnum

from sttt.games.claim import EVER
from sttt.games.game import Result, Side
from sttt.games.verdict import Verdict

INACCURATE = 0.07
"""The chance that an inaccuracy loses, at least."""

MISTAKEN = 0.17
"""The chance that a mistake loses, at least."""


class Judgement(StrEnum):
    """The class of a turn; each turn is in exactly one."""

    ONLY = "only"
    """It kept a proven win or draw, and every other turn is proven to lose that."""
    KEPT_WIN = "kept-win"
    KEPT_DRAW = "kept-draw"
    LOST = "lost"
    """There was nothing to lose: the other side won by force already."""
    GOOD = "good"
    """It lost nothing that anybody knows of."""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    GAVE_DRAW = "gave-draw"
    GAVE_WIN = "gave-win"
    """It left a proven win, and the other side holds."""
    GAVE_ALL = "gave-all"
    """It turned a proven win into a loss."""
    OPEN = "open"
    """Nobody has looked yet."""

    @property
    def gives(self) -> bool:
        """True if it lost a proven value."""
        return self in (Judgement.GAVE_DRAW, Judgement.GAVE_WIN, Judgement.GAVE_ALL)

    @property
    def keeps(self) -> bool:
        """True if it kept a proven win or draw."""
        return self in (Judgement.ONLY, Judgement.KEPT_WIN, Judgement.KEPT_DRAW)

    @property
    def costs(self) -> bool:
        """True if it lost anything, proven or not."""
        return self.gives or self in (Judgement.INACCURACY, Judgement.MISTAKE)


def judge(before: Verdict, turn: Verdict, mover: Side) -> Judgement:
    """Judge a turn by the verdict of the position and by that of the turn, both seen from before it."""
    own, others = Result.win(mover), Result.win(mover.other)
    if before.value is others:
        return Judgement.LOST
    if turn.value is own:
        return Judgement.KEPT_WIN
    if before.value is own and turn.bound(mover) == -EVER:
        return Judgement.GAVE_ALL if turn.value is others else Judgement.GAVE_WIN
    if before.bound(mover.other) == -EVER and turn.value is others:
        return Judgement.GAVE_DRAW
    if before.value is Result.DRAW and turn.value is Result.DRAW:
        return Judgement.KEPT_DRAW
    return by_chance(before, turn, mover)


def by_chance(before: Verdict, turn: Verdict, mover: Side) -> Judgement:
    """Judge a turn by how much it lowers the mover's chance."""
    lost = lost_chance(before, turn, mover)
    if lost is None:
        return Judgement.OPEN
    if lost >= MISTAKEN:
        return Judgement.MISTAKE
    return Judgement.INACCURACY if lost >= INACCURATE else Judgement.GOOD


def lost_chance(before: Verdict, turn: Verdict, mover: Side) -> float | None:
    """Return by how much a turn lowers the mover's chance, None where there is no chance to compare."""
    if before.chance is None or turn.chance is None:
        return None
    lost = before.chance - turn.chance
    return lost if mover is Side.X else -lost


def is_worse(one: Verdict, other: Verdict, side: Side) -> bool:
    """Return whether one turn is proven to be worse for a side than another: in value, or by a sooner loss.

    Both are seen from the same position.
    """
    if other.value is Result.win(side):
        return one.bound(side) == -EVER
    if one.value is not Result.win(side.other):
        return False
    if other.bound(side.other) == -EVER:
        return True
    lasts = other.find(side.other, wins=False)
    return bool(one.turns and lasts and lasts.claim.turns >= one.turns)
