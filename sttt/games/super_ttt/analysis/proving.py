"""The exact solver's answer to who wins: both sides' chances in turn, until the value is proven or time is over."""

import math
import time
from functools import cache
from threading import Lock

from sttt.games.claim import EVER
from sttt.games.game import Side
from sttt.games.super_ttt.analysis.proofs import Question, most_turns
from sttt.games.super_ttt.analysis.prover import FIRST_NODES, GROWTH, Prover, next_within
from sttt.games.super_ttt.position import Position
from sttt.games.verdict import NOTHING, Ground, Proven, Verdict

TABLE_BITS = 21
"""Of the solver's table: 32 MB."""

_LOCK = Lock()
"""Held by whoever asks the solver."""


@cache
def _prover() -> Prover:
    return Prover(TABLE_BITS)


def prove(position: Position, deadline: float = math.inf, known: Verdict = NOTHING) -> Verdict:
    """Prove what can be proven of both sides' chances until a moment on `time.monotonic`, beyond what is known."""
    with _LOCK:
        return _Enquiry(position, _prover(), known).run(deadline)


class _Enquiry:
    """Questions about a position, each side's with a turn more than its last; the one that cost least goes on."""

    def __init__(self, position: Position, prover: Prover, known: Verdict) -> None:
        self._position = position
        self._prover = prover
        self._failed = {side: max(0, -known.bound(side)) for side in Side}
        """The turns within which each side is known not to win; `EVER` where it never does."""
        self._spent = dict.fromkeys(Side, 0)
        self._slices = dict.fromkeys(Side, FIRST_NODES)
        self._found = known

    def run(self, deadline: float) -> Verdict:
        """Ask until the value is proven, or the deadline."""
        while not self._found.value and time.monotonic() < deadline:
            asked = [side for side in Side if self._failed[side] != EVER]
            self._ask(min(asked, key=lambda side: self._spent[side]), deadline)
        return self._found

    def _ask(self, attacker: Side, deadline: float) -> None:
        most = max(1, most_turns(self._position, attacker))
        question = Question(self._position, attacker, next_within(self._failed[attacker], most))
        proof = self._prover.work_on(question, deadline, self._slices[attacker])
        self._spent[attacker] += question.nodes
        if proof is None:
            self._slices[attacker] *= GROWTH
            return
        claim = proof.claim
        self._failed[attacker] = EVER if claim.is_final else claim.turns
        rests = claim.claimant is self._position.side or claim.wins
        turn = self._prover.best_turn(self._position) if rests else ()
        self._found = self._found.merge(Verdict.of(Proven(claim, Ground.PROOF, turn)))
