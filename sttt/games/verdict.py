"""The verdict on a position: proven bounds of each side's chances with their grounds, and an estimate beside them.

Verdicts of one position are merged: the tighter bound stands, and no guess replaces a proof. A claim and one that
denies it cannot both be right; `ContradictionError` then names both.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from sttt.errors import ContradictionError
from sttt.games.claim import EVER, Claim
from sttt.games.game import Position, Result, Side, Turn
from sttt.strict_json import JsonObject


class Ground(StrEnum):
    """Why a claim is proven, in the order in which one is named where there are several."""

    RULES = "rules"
    """The game is over, or is with one more turn."""
    CERTIFICATE = "certificate"
    """A proof that ships and was checked by the rules alone."""
    BOOK = "book"
    TABLE = "table"
    """The game is small enough to be solved whole."""
    PROOF = "proof"
    """A search has proven it in this process."""


_RANK = {ground: rank for rank, ground in enumerate(Ground)}


@dataclass(frozen=True)
class Proven:
    """A claim, why it holds, and the turn that it rests on."""

    claim: Claim
    ground: Ground
    turn: Turn = ()
    """The turn of the side to move that wins, holds or resists longest; empty where none is known or all do alike."""

    def __str__(self) -> str:
        """Return the claim with its ground: ``x wins within 5 (book)``."""
        return f"{self.claim} ({self.ground})"

    def contradicts(self, other: "Proven") -> bool:
        """Return whether both cannot be right."""
        one, two = self.claim, other.claim
        if one.wins and two.wins:
            return one.attacker is not two.attacker
        if one.wins == two.wins or one.attacker is not two.attacker:
            return False
        won, failed = (one, two) if one.wins else (two, one)
        return won.turns <= failed.turns

    def after_any_turn(self, mover: Side) -> "Proven | None":
        """Return what it says of the position after any turn of the side to move, None if that depends on the turn."""
        claim = self.claim
        if claim.claimant is mover:
            return None
        turns = claim.turns - (claim.is_bounded and claim.attacker is mover)
        return Proven(replace(claim, turns=turns), self.ground) if turns else None

    @property
    def _order(self) -> tuple[object, ...]:
        """Return what is smaller for the tighter bound, then for the better ground, then for the one with a turn."""
        turn = tuple(-1 if one is None else one for one in self.turn)
        return self.claim.bound, _RANK[self.ground], not turn, turn


@dataclass(frozen=True)
class Guess:
    """A guess at a side's chances; the one that saw further stands."""

    chance: float
    """X's, from 0 to 1."""
    depth: int = 0
    """Placements that the search looked ahead."""
    seconds: float = 0.0
    source: str = ""

    @property
    def _order(self) -> tuple[object, ...]:
        return self.depth, self.seconds, self.source, self.chance

    def merge(self, other: "Guess | None") -> "Guess":
        """Return the one that saw further."""
        return self if other is None or self._order >= other._order else other


@dataclass(frozen=True)
class Verdict:
    """All that is known of one position.

    >>> one = Verdict.of(Proven(Claim.parse("x wins within 5"), Ground.PROOF), estimate=Guess(0.7))
    >>> two = Verdict.of(Proven(Claim.parse("x cannot win within 4"), Ground.BOOK))
    >>> str(one.merge(two)), one.merge(two).value, one.estimate
    ('x cannot win within 4 (book), x wins within 5 (proof)', <Result.X_WINS: 'x'>, None)
    """

    proven: tuple[Proven, ...] = ()
    """Of each side at most one claim that it wins and one that it does not, the tightest; see `of`.

    That a side does not win is left out where the other one does.
    """
    estimate: Guess | None = None
    """None where the value is proven."""

    @classmethod
    def of(cls, *proven: Proven, estimate: Guess | None = None) -> "Verdict":
        """Keep the tightest of some claims; raises `ContradictionError` where two cannot both be right."""
        tightest: dict[tuple[Side, bool], Proven] = {}
        for one in proven:
            key = one.claim.attacker, one.claim.wins
            tightest[key] = min(one, tightest.get(key, one), key=lambda same: same._order)
        kept = tuple(tightest[key] for key in sorted(tightest))
        for index, one in enumerate(kept):
            for two in kept[index + 1 :]:
                if one.contradicts(two):
                    raise ContradictionError(f"{one} contradicts {two}; expected proofs that agree", one, two)
        won = {one.claim.attacker for one in kept if one.claim.wins}
        found = cls(tuple(one for one in kept if one.claim.wins or one.claim.attacker.other not in won))
        return found if found.value else replace(found, estimate=estimate)

    @classmethod
    def settled(cls, value: Result, ground: Ground, turns: int = EVER, turn: Turn = ()) -> "Verdict":
        """Say that a position has this value: a win within so many of the winner's own turns, or a draw."""
        if value.winner:
            return cls.of(Proven(Claim(value.winner, wins=True, turns=turns), ground, turn))
        return cls.of(*(Proven(Claim(side, wins=False), ground, turn) for side in Side))

    @classmethod
    def by_rules(cls, result: Result) -> "Verdict":
        """Return the verdict of a finished game; a win counts as one within one turn."""
        return cls.settled(result, Ground.RULES, 1)

    def merge(self, other: "Verdict") -> "Verdict":
        """Return what is known here and there of one position; raises `ContradictionError`."""
        estimate = self.estimate.merge(other.estimate) if self.estimate else other.estimate
        return Verdict.of(*self.proven, *other.proven, estimate=estimate)

    def find(self, side: Side, *, wins: bool) -> Proven | None:
        """Return the claim that a side wins, or that it does not; what follows from the other side's win included."""
        found = next((one for one in self.proven if (one.claim.attacker, one.claim.wins) == (side, wins)), None)
        if wins or (found and not found.claim.is_bounded):
            return found
        won = self.find(side.other, wins=True)
        return Proven(Claim(side, wins=False), won.ground, won.turn) if won else found

    def bound(self, side: Side) -> int:
        """Return a side's chances as a search's bound, its win first; 0 where nothing is known."""
        known = self.find(side, wins=True) or self.find(side, wins=False)
        return known.claim.bound if known else 0

    @property
    def win(self) -> Proven | None:
        """The claim that a side wins, None if there is none."""
        return next((one for one in self.proven if one.claim.wins), None)

    @property
    def value(self) -> Result | None:
        """The outcome with best play, None as long as it is not proven."""
        if self.win:
            return Result.win(self.win.claim.attacker)
        return Result.DRAW if all(self.bound(side) == -EVER for side in Side) else None

    @property
    def chance(self) -> float | None:
        """X's chance: the outcome that is proven, else the guess as far as proofs leave it; None without either."""
        if self.value:
            return {Result.X_WINS: 1.0, Result.O_WINS: 0.0}.get(self.value, 0.5)
        if self.estimate is None:
            return None
        least, most = (0.5 if self.bound(side) == -EVER else end for side, end in ((Side.O, 0.0), (Side.X, 1.0)))
        return max(least, min(most, self.estimate.chance))

    @property
    def turns(self) -> int | None:
        """The winner's own turns within which it wins; None for a draw, or where no number is known."""
        return self.win.claim.turns if self.win and self.win.claim.is_bounded else None

    def distance(self, side: Side) -> int | None:
        """Return the turns of both sides to the win, `side` being to move; None as in `turns`."""
        if self.win is None or self.turns is None:
            return None
        return 2 * self.turns - (self.win.claim.attacker is side)

    @property
    def is_exact(self) -> bool:
        """True if nothing is left to know: a draw, or a win with the fewest turns that it takes."""
        won = self.win
        if won is None:
            return self.value is not None
        fails = next(
            (one.claim.turns for one in self.proven if one.claim.attacker is won.claim.attacker and one != won), 0
        )
        return fails == won.claim.turns - 1

    def turn(self, side: Side) -> Turn:
        """Return the turn that the value, or what holds, rests on, `side` being to move; empty where none is known."""
        if self.value:
            known = [self.win] if self.win else [self.find(side.other, wins=False), self.find(side, wins=False)]
        else:
            known = [self.find(side.other, wins=False)]
        return next((one.turn for one in known if one and one.turn), ())

    def seen_before(self, turn: Turn, mover: Side, *, whole: bool) -> "Verdict":
        """Return what this says of a turn of `mover` that leads here, from the position before it.

        `whole` is False where the mover goes on within the same turn.
        """

        def earlier(one: Proven) -> Proven:
            claim = one.claim
            if whole and claim.is_bounded and claim.attacker is mover:
                claim = replace(claim, turns=min(claim.turns + 1, EVER - 1))
            return Proven(claim, one.ground, turn)

        return Verdict.of(*map(earlier, self.proven), estimate=self.estimate)

    def to_json(self) -> JsonObject:
        """Return it as plain JSON values."""
        proven = [{"claim": str(one.claim), "ground": one.ground, "turn": list(one.turn)} for one in self.proven]
        return {"proven": proven, "estimate": asdict(self.estimate) if self.estimate else None}

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> "Verdict":
        """Return what another process of ours has written by `to_json`."""
        proven = (
            Proven(Claim.parse(one["claim"]), Ground(one["ground"]), tuple(one["turn"])) for one in data["proven"]
        )
        return cls.of(*proven, estimate=Guess(**data["estimate"]) if data["estimate"] else None)

    def without_turns(self) -> "Verdict":
        """Return the same claims for another position that symmetry makes equal."""
        return replace(self, proven=tuple(replace(one, turn=()) for one in self.proven))

    def __str__(self) -> str:
        """Return the claims with their grounds."""
        return ", ".join(map(str, self.proven)) or "nothing proven"


NOTHING = Verdict()
"""The verdict on a position before anybody looks."""


def seen_from(position: Position, turn: Turn, after: Position, behind: Verdict) -> Verdict:
    """Return what a verdict of the position after a turn, or part of one, says of that turn."""
    if after.result:
        return Verdict.by_rules(after.result).seen_before(turn, position.side, whole=False)
    side = position.side
    seen = behind.seen_before(turn, side, whole=after.side is not side)
    if after.side is side or seen.turns is None or seen.value != Result.win(side):
        return seen
    return seen.merge(Verdict.of(Proven(Claim(side, wins=False, turns=1), Ground.RULES)))  # this turn does not win


def best_of(turns: Iterable[Verdict], side: Side, *, all_turns: bool) -> Verdict:
    """Return what verdicts of a position's turns say of the position itself, `side` being to move.

    One turn is enough for what the side to move wins or holds; what it cannot do takes `all_turns`.
    """
    known = list(turns)
    proven = [one for turn in known for one in turn.proven if one.claim.claimant is side]
    if all_turns and known:
        for attacker, wins in ((side.other, True), (side, False)):
            against = [turn.find(attacker, wins=wins) for turn in known]
            if all(against):
                last = max((one for one in against if one), key=lambda one: one.claim.bound)
                proven.append(last if wins and last.claim.is_bounded else replace(last, turn=()))
    return Verdict.of(*proven)


def exactly(value: Result, ground: Ground, turns: int, turn: Turn = ()) -> Verdict:
    """Say that a position has this value: a win with the winner's n-th turn and no sooner, or a draw."""
    found = Verdict.settled(value, ground, turns, turn)
    if value.winner and turns > 1:
        return found.merge(Verdict.of(Proven(Claim(value.winner, wins=False, turns=turns - 1), ground)))
    return found
