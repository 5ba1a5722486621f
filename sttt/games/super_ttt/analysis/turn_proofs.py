"""The exact solver's proofs of a position's turns: which win, lose or hold."""

from dataclasses import dataclass, field, replace

from sttt.games.claim import EVER
from sttt.games.super_ttt.classes.view import NONE

Bounds = dict[int, int]
"""Behind each turn (the engine's): n where the attacker then wins with its n-th turn, -n where it cannot within n."""


@dataclass(frozen=True)
class TurnProofs:
    """Proofs for the side to move. Numbers of turns are each side's own."""

    wins_in: int = 0
    """The number of the winning turn of the side to move, the present one being 1; 0 if no win is proven."""
    winning: int = NONE
    """The turn that this win begins with."""
    denied: int = 0
    """The side to move cannot win within this many turns; `EVER` if it never can."""
    bounds: Bounds = field(default_factory=dict)
    """The opponent's bounds after the turns that leave it no win at once."""
    is_whole: bool = False
    """Set if every such turn has a bound."""

    def __or__(self, other: "TurnProofs") -> "TurnProofs":
        """Return what is proven here and there of one position."""
        won = min((one for one in (self, other) if one.wins_in), key=lambda one: one.wins_in, default=self)
        bounds = {turn: _stronger(bound, self.bounds.get(turn, 0)) for turn, bound in other.bounds.items()}
        denied, is_whole = max(self.denied, other.denied), self.is_whole or other.is_whole
        return TurnProofs(won.wins_in, won.winning, denied, self.bounds | bounds, is_whole)

    def of_turns(self, turns: frozenset[int]) -> "TurnProofs":
        """Return the same where `turns` are those that leave the opponent no win at once."""
        return replace(self, is_whole=turns <= self.bounds.keys())

    @property
    def losing(self) -> frozenset[int]:
        """The turns that are proven to lose."""
        return frozenset(turn for turn, bound in self.bounds.items() if bound > 0)

    @property
    def safe(self) -> frozenset[int]:
        """The turns after which the opponent can never force a win."""
        return frozenset(turn for turn, bound in self.bounds.items() if bound == -EVER)

    def firmest(self, turn: int) -> int:
        """Return a turn after which the opponent is denied a win for longest; the one given, if it is such a turn."""
        return min((turn, *self.bounds), key=lambda one: self.bounds.get(one, 0))

    @property
    def is_lost(self) -> bool:
        """Return whether every turn is proven to lose, and one of them not at once."""
        return self.is_whole and 0 < len(self.losing) == len(self.bounds)

    @property
    def is_drawn(self) -> bool:
        """Return whether neither side can force a win."""
        return self.denied == EVER and bool(self.safe)

    @property
    def longest(self) -> int:
        """The turns that the opponent needs against the longest resistance, in a lost position."""
        return max(self.bounds.values(), default=1)

    @property
    def is_settled(self) -> bool:
        """Return whether looking further ahead would show nothing more."""
        open_turns = len(self.bounds) - len(self.losing) - len(self.safe)
        return bool(self.wins_in) or self.is_lost or (self.denied == EVER and self.is_whole and not open_turns)


def _stronger(one: int, two: int) -> int:
    """Return which of two bounds of one turn says more; 0 says nothing."""
    wins = [bound for bound in (one, two) if bound > 0]
    return min(wins or (one, two))
