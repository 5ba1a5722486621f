"""Proofs of one side's wins, kept from turn to turn as long as they are for the same side."""

from sttt.games.game import Side
from sttt.kernel.qubic_prover import QubicProver


class Proofs:
    """A prover that is emptied when its attacker changes or its room is used up."""

    def __init__(self, node_bits: int) -> None:
        self._prover = QubicProver(node_bits)
        self._attacker: Side | None = None

    def of(self, attacker: Side) -> QubicProver:
        """Return the prover, ready for positions in which `attacker` is to win."""
        if self._attacker is not attacker or self._prover.is_crowded:
            self._prover.forget()
            self._attacker = attacker
        return self._prover

    @property
    def nodes(self) -> int:
        """Positions visited since the prover last began."""
        return self._prover.nodes

    def forget(self) -> None:
        """Let nothing that was searched before make a difference."""
        self._attacker = None
        self._prover.forget_failures()
