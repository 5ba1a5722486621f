"""What is proved of the book's turns: within how many turns the opponent cannot win, or that it can."""

from sttt.games.super_ttt import Position
from sttt.kernel import proofs
from sttt.kernel.limited_search import table_bits_of
from sttt.kernel.proofs import Verdict, most_turns
from sttt.kernel.solver import NEVER
from sttt.players import Limits


class Prover:
    """Solves positions in which the opponent is to move, ever more turns deep."""

    def __init__(self, table_mb: int) -> None:
        """Lay out a transposition table of at most so many MiB."""
        self._prover = proofs.Prover(table_bits_of(table_mb))

    def bound(self, position: Position, limits: Limits) -> int:
        """Return what the limits allow to prove of the side to move, nothing searched before making a difference.

        ``n > 0``: it wins within n turns of its own; ``-n``: it cannot within n, `-NEVER` in any number; 0: nothing.
        """
        self._prover.solver.forget()
        side = position.side
        bound = 0
        for proof in self._prover.deepen(position, side, most_turns(position, side), *limits.bounds):
            bound = {Verdict.WINS: proof.turns, Verdict.HELD: -proof.turns, Verdict.NEVER: -NEVER}[proof.verdict]
        return bound
