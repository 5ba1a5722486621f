"""The beginner of 4x4x4 tic-tac-toe: completes a line, stops one of the opponent's, else plays anywhere."""

from random import Random

from sttt.games.qubic import Position, winning_squares
from sttt.players import Decision, Limits, Strategy


class BlocksPlayer:
    """Looks one move ahead and draws the rest."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, position: Position, limits: Limits) -> Decision:  # noqa: ARG002 - it needs no limits
        """Win, else block, else draw any empty square."""
        wins, blocks = (winning_squares(position, side) for side in (position.side, position.side.other))
        reason = "wins" if wins else "blocks" if blocks else "any square"
        return Decision((self._random.choice(wins or blocks or position.legal_placements()),), reason=reason)

    def close(self) -> None:
        """Nothing to let go of."""


STRATEGY = Strategy("qubic-blocks", "4x4x4: wins and blocks, else any square", "qubic", BlocksPlayer)
