"""Proofs of one side's wins, and which moves are the hardest to refute by them, with ever more nodes for every move.

Against play without a mistake the second player is lost from the start. What it can do is leave the opponent a win that
is hard to find, and a proof that takes many nodes is just that.
"""

import time

from sttt.games.game import Side
from sttt.games.qubic.position import BITS, Position, squares
from sttt.games.qubic.search.prover import QubicProver

EFFORTS = (2_000, 16_000, 128_000, 1_024_000)
"""Nodes for the proof after each move, round after round."""


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


class Defence:
    """Tries to refute moves; what has been proved of one opponent's wins is kept for its next turn."""

    def __init__(self, node_bits: int) -> None:
        self._proofs = Proofs(node_bits)
        self.nodes = 0
        """Nodes of the last question."""

    def forget(self) -> None:
        """Let nothing that was searched before make a difference."""
        self._proofs.forget()

    def hardest(self, position: Position, moves: int, deadline: float, nodes: int) -> int:
        """Return those squares of the bitboard `moves` that withstand the most effort, at least one.

        `deadline` is a moment on `time.monotonic`; `nodes` limits all proofs together.
        """
        self.nodes = 0
        prover = self._proofs.of(position.side.other)
        for effort in EFFORTS:
            standing = moves
            for square in squares(moves):
                left = nodes - self.nodes
                if left <= 0 or time.monotonic() >= deadline or prover.is_crowded:
                    return standing
                prover.begin(deadline, min(effort, left))
                if self._refutes(position, square, prover):
                    standing &= ~BITS[square]
                if not standing:
                    return moves
            if standing.bit_count() == 1:
                return standing
            moves = standing
        return moves

    def _refutes(self, position: Position, square: int, prover: QubicProver) -> bool:
        attacker, defender = position.marks(position.side.other), position.marks(position.side) | BITS[square]
        proved = prover.prove(attacker, defender)
        self.nodes += prover.nodes
        return proved is True
