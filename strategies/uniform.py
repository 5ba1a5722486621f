"""The simplest player of any game: every legal placement is equally likely."""

from random import Random

from sttt.games.game import Position
from sttt.players import Decision, Limits, Strategy


class UniformPlayer:
    """Draws one placement after the other."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, position: Position, limits: Limits) -> Decision:  # noqa: ARG002 - it needs no limits
        """Draw each placement of the turn; what is left of a turn that wins early is forfeited."""
        side, whole = position.side, position.left
        turn: list[int | None] = []
        while len(turn) < whole and position.side is side and not position.result:
            turn.append(self._random.choice(position.legal_placements()))
            position = position.play(turn[-1])
        return Decision((*turn, *(None,) * (whole - len(turn))), reason="uniform")

    def close(self) -> None:
        """Nothing to let go of."""


STRATEGY = Strategy("uniform", "any legal placement, all equally likely", None, UniformPlayer)
