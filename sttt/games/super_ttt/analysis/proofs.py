"""Questions whether a side can force a win, and their answers: proofs, one after the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sttt.games.claim import EVER, Claim
from sttt.games.game import Result, Side
from sttt.games.super_ttt.position import Position
from sttt.games.verdict import Ground, Proven, Verdict


@dataclass(frozen=True)
class Proof:
    """Proofs of one side's chances to force a win in a position, and their cost."""

    claim: Claim
    turns: int
    """The attacker's own turns that the claim speaks of; where it never wins, those that it was asked about."""
    nodes: int
    seconds: float

    @property
    def attacker(self) -> Side:
        """The side whose chances it speaks of."""
        return self.claim.attacker

    @property
    def verdict(self) -> Literal["wins", "held", "never"]:
        """The claim's kind in one word, as files and JSON have it."""
        return "wins" if self.claim.wins else "held" if self.claim.is_bounded else "never"

    def __str__(self) -> str:
        """Return the claim in words."""
        return str(self.claim)


@dataclass
class Question:
    """Does the attacker win within that many turns of its own? Keeps count of what was spent on it so far."""

    position: Position
    attacker: Side
    turns: int
    nodes: int = 0
    seconds: float = 0.0


def most_turns(position: Position, side: Side) -> int:
    """Return how many turns of its own a side can have yet when nobody forfeits a placement."""
    rest = position.open_squares.bit_count() - position.left
    turns = 1 + (rest + 1) // 2
    return (turns + 1) // 2 if side is position.side else turns // 2


def proof_of(question: Question, bound: int) -> Proof:
    """Return what a bound that the solver found answers; not to win in all its turns is never to win."""
    claim = Claim.of_bound(question.attacker, bound)
    if not claim.wins and claim.turns >= most_turns(question.position, question.attacker):
        claim = Claim(question.attacker, wins=False)
    turns = question.turns if bound == -EVER else abs(bound)
    return Proof(claim, turns, question.nodes, question.seconds)


class Inquiry:
    """Asks about both sides in turn, or about one, each time with a turn more: the first win proven ends it."""

    def __init__(self, position: Position, attackers: Sequence[Side], turns_limit: int | None = None) -> None:
        """`turns_limit` is the most turns of its own that a side is asked about."""
        self.position = position
        self.proofs: list[Proof] = []
        self._attackers = sorted(attackers, key=lambda side: side is not position.side)
        self._turns_limit = turns_limit

    def add(self, proof: Proof) -> None:
        """Take an answer in."""
        self.proofs.append(proof)

    def latest(self, side: Side) -> Proof | None:
        """Return what was proven last of a side's chances."""
        return next((proof for proof in reversed(self.proofs) if proof.attacker is side), None)

    @property
    def win(self) -> Proof | None:
        """The proof of a win, if there is one."""
        return next((proof for proof in self.proofs if proof.claim.wins), None)

    @property
    def value(self) -> Result | None:
        """The position's value, None as long as it is not known."""
        if self.win:
            return Result.win(self.win.attacker)
        latest = [self.latest(side) for side in Side]
        return Result.DRAW if all(proof and proof.claim.is_final for proof in latest) else None

    @property
    def verdict(self) -> Verdict:
        """The verdict that the proofs amount to."""
        return Verdict.of(*(Proven(proof.claim, Ground.PROOF) for proof in self.proofs))

    def _repr_html_(self) -> str:
        """Return for a notebook the position, its value as far as it is known, and all proofs."""
        from sttt import markup  # noqa: PLC0415 - a bot, which must start fast, shows nothing

        value = self.win or ("a draw" if self.value else "not settled")
        rows = [(str(proof), f"{proof.nodes:,}", f"{proof.seconds:.3f}") for proof in self.proofs]
        sheet = markup.Sheet(f"Value: {value}", ("proven", "nodes", "seconds"), rows)
        return markup.beside(self.position._repr_svg_() or "", sheet._repr_html_())

    def next_question(self) -> Question | None:
        """Return the question about the fewest turns that is not answered yet; None when there is nothing to ask."""
        open_questions = [(self._turns_to_ask(side), side) for side in self._attackers if self._is_open(side)]
        if self.win or not open_questions:
            return None
        turns, side = min(open_questions, key=lambda question: question[0])
        return Question(self.position, side, turns)

    def _turns_to_ask(self, side: Side) -> int:
        latest = self.latest(side)
        return latest.turns + 1 if latest else 1

    def _is_open(self, side: Side) -> bool:
        latest = self.latest(side)
        if latest and latest.claim.is_final:
            return False
        most = max(1, most_turns(self.position, side))
        return self._turns_to_ask(side) <= (most if self._turns_limit is None else min(most, self._turns_limit))
