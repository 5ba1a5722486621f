"""The only way to say what is proven: that a side wins within some turns of its own, does not, or never does."""

import re
from dataclasses import dataclass
from typing import Self

from sttt.errors import ClaimError
from sttt.games.game import Result, Side

EVER = 255
"""Any number of turns: more than any game has."""

_TEXT = re.compile(r"([xo]) (?:(never wins)|(wins)|(wins|cannot win) within ([1-9][0-9]{0,2}))")


@dataclass(frozen=True)
class Claim:
    """That a side can or cannot force a win, within a number of its own turns or ever.

    >>> str(Claim.of_bound(Side.X, 5)), str(Claim.of_bound(Side.O, -7)), str(Claim.of_bound(Side.O, -EVER))
    ('x wins within 5', 'o cannot win within 7', 'o never wins')
    >>> Claim.parse("x wins within 5").bound
    5
    """

    attacker: Side
    wins: bool
    turns: int = EVER
    """The attacker's own turns that the claim speaks of, the one it is in included; `EVER` for any number of them."""

    @classmethod
    def of_bound(cls, attacker: Side, bound: int) -> Self:
        """Return what a search's bound says: ``n`` wins within n turns, ``-n`` does not, `-EVER` never does.

        A bound of 0, which says nothing, is no claim.
        """
        if not 0 < abs(bound) <= EVER:
            raise ClaimError(f"{bound} is the bound of no claim; expected 1 to {EVER}, above 0 or below")
        return cls(attacker, bound > 0, abs(bound))

    @property
    def bound(self) -> int:
        """The claim as a search's bound."""
        return self.turns if self.wins else -self.turns

    @property
    def claimant(self) -> Side:
        """The side that the claim speaks for: the one that wins, or the one that holds."""
        return self.attacker if self.wins else self.attacker.other

    def holds_at(self, result: Result) -> bool:
        """Return whether the claim agrees with a finished game: the attacker has won exactly if the claim says so."""
        return (result.winner is self.attacker) == self.wins

    @property
    def is_bounded(self) -> bool:
        """True if the claim is limited to a number of turns."""
        return self.turns != EVER

    def implies(self, other: "Claim") -> bool:
        """Return whether the other claim follows: a win within fewer turns, or none within more."""
        return (self.attacker, self.wins) == (other.attacker, other.wins) and self.bound <= other.bound

    @property
    def is_final(self) -> bool:
        """True if no question about more turns could be answered differently: it says "wins", or "never wins"."""
        return self.wins or not self.is_bounded

    def __str__(self) -> str:
        """Return the words: ``x never wins``, ``x wins``, ``x wins within 5``, ``x cannot win within 7``."""
        if self.is_bounded:
            return f"{self.attacker} {'wins' if self.wins else 'cannot win'} within {self.turns}"
        return f"{self.attacker} {'wins' if self.wins else 'never wins'}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` writes; raises `ClaimError`."""
        found = _TEXT.fullmatch(text)
        turns = int(found[5] or EVER) if found else 0
        if not found or (found[5] and turns >= EVER):
            raise ClaimError(f"{text!r} is not a claim; expected as in 'x never wins' or 'x wins within 5'")
        return cls(Side(found[1]), "wins" in (found[3], found[4]), turns)
