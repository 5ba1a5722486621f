"""What to ask the solver next to learn a position's value, and what its answers amount to."""

from collections.abc import Sequence

from sttt.games.game import Result, Side
from sttt.games.super_ttt import Position
from sttt.kernel.proofs import Proof, Question, Verdict, most_turns


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
        return next((proof for proof in self.proofs if proof.verdict is Verdict.WINS), None)

    @property
    def value(self) -> Result | None:
        """The position's value, None as long as it is not known."""
        if self.win:
            return Result.win(self.win.attacker)
        latest = [self.latest(side) for side in Side]
        return Result.DRAW if all(proof and proof.verdict is Verdict.NEVER for proof in latest) else None

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
        if latest and latest.verdict is Verdict.NEVER:
            return False
        most = max(1, most_turns(self.position, side))
        return self._turns_to_ask(side) <= (most if self._turns_limit is None else min(most, self._turns_limit))
