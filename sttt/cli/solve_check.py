"""Checking a solver's result by the rules alone, as far as that is affordable."""

from dataclasses import asdict, dataclass
from typing import Any

from sttt.cli.progress import with_status
from sttt.errors import RefutedClaimError
from sttt.games.super_ttt import Position
from sttt.kernel.inquiry import Inquiry
from sttt.kernel.proofs import Proof, Prover, Verdict
from sttt.search.exhaustive import Exhaustive
from sttt.search.verify import Replayed, verify_win

MOST_OPEN_SQUARES = 12
"""Of a position in which everything can be tried out."""


@dataclass(frozen=True)
class Checked:
    """What was checked, by what means, and what that took."""

    how: str
    positions: int
    replies: int = 0

    def __str__(self) -> str:
        """Say it in words."""
        return f"{self.how} ({self.positions:,} positions{f', {self.replies:,} replies' if self.replies else ''})"

    def to_json(self) -> dict[str, Any]:
        """Return it for JSON."""
        return asdict(self)


def check(prover: Prover, inquiry: Inquiry) -> Checked | None:
    """Replay a win, or try everything where no win was found; None if there is nothing to check.

    Raises `RefutedClaimError` for a result that does not stand.
    """
    if inquiry.win:
        return _replay(prover, inquiry.position, inquiry.win)
    latest = [proof for proof in map(inquiry.latest, {proof.attacker for proof in inquiry.proofs}) if proof]
    if not latest:
        return None
    if inquiry.position.open_squares.bit_count() > MOST_OPEN_SQUARES:
        return Checked(f"not: more than {MOST_OPEN_SQUARES} squares are open", 0)
    return Checked("by trying everything", sum(_try_everything(inquiry.position, proof) for proof in latest))


def _replay(prover: Prover, position: Position, win: Proof) -> Checked:
    counts = Replayed()
    with with_status(lambda: f"replaying: {counts.positions:,} positions, {counts.replies:,} replies"):
        verify_win(
            position, win.attacker, win.turns, lambda at, turns: prover.winning_turn(at, win.attacker, turns), counts
        )
    return Checked("by replaying every reply", counts.positions, counts.replies)


def _try_everything(position: Position, proof: Proof) -> int:
    tried = Exhaustive[Position](proof.attacker)
    with with_status(lambda: f"trying everything that {proof.attacker} can do: {tried.positions:,} positions"):
        ever = proof.verdict is Verdict.NEVER
        wins = tried.ever_wins(position) if ever else tried.wins_within(position, proof.turns)
    if wins:
        raise RefutedClaimError(f"the proof does not stand that {proof}: trying everything finds a win", ())
    return tried.positions
