"""The perfect player of 4x4 tic-tac-toe: it solves every position to the end, and sets traps in drawn ones."""

import time
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

from strategies.four_by_four import analysis
from strategies.four_by_four.evaluation import text_evaluation
from sttt.games.four_by_four import SYMMETRIES, Position
from sttt.games.game import Side
from sttt.kernel.four_by_four_solver import Solver
from sttt.players import Decision, Limits

WON = 1000
"""The score of a win; it counts a point less for each ply that it takes."""


class PerfectPlayer:
    """Wins as soon and loses as late as possible. In a draw it leaves the opponent the fewest replies that hold."""

    def __init__(self, seed: int | None = None, solver: Solver | None = None) -> None:
        self._random = Random(seed)
        self._solver = solver or _shared_solver()

    def choose(self, position: Position, limits: Limits) -> Decision:  # noqa: ARG002 - it needs less than a second
        """Solve all placements, and choose the best; of equal ones by lot."""
        started = time.monotonic()
        solved = self._solver.nodes
        outcomes = self.outcomes(position)
        best = best_outcome(outcomes)
        placements = [placement for placement, outcome in outcomes.items() if outcome == best]
        reason = f"solved: {_in_words(best)}"
        if best == 0:
            placements, traps, among = self._most_traps(position, placements)
            reason += f", {traps} of {among} replies lose" if traps else ""
        return Decision(
            turn=(self._random.choice(placements),),
            reason=reason,
            score=_score(best),
            nodes=self._solver.nodes - solved,
            seconds=time.monotonic() - started,
        )

    def close(self) -> None:
        """Nothing to let go of."""

    def outcomes(self, position: Position) -> dict[int, int]:
        """Return what each placement leads to, as `Solver.outcome` says it."""
        own, other = _marks(position)
        known: dict[int, int] = {}
        return {
            move: known[key]
            if (key := SYMMETRIES.canonical(own | 1 << move, other)) in known
            else known.setdefault(key, self._solver.outcome(own, other, move))
            for move in position.legal_placements()
        }

    def _most_traps(self, position: Position, placements: list[int]) -> tuple[list[int], int, int]:
        """Return the drawing placements that are the hardest to answer, with how many replies lose, and of how many.

        What is left equal is told apart by the assignment's evaluation.
        """
        own, other = _marks(position)
        sign = 1 if position.side is Side.X else -1
        hardness: dict[int, tuple[int, int]] = {}
        for placement in placements:
            losing = self._solver.losing_replies(own | 1 << placement, other)
            hardness[placement] = losing, sign * text_evaluation(position.play(placement))
        most = max(hardness.values())
        return [one for one in placements if hardness[one] == most], most[0], len(position.legal_placements()) - 1


@cache
def _shared_solver() -> Solver:
    """Return the solver of this process: what one game has taught it holds in every other."""
    return Solver()


def best_outcome(outcomes: Mapping[int, int]) -> int:
    """Return the best of what placements lead to: the soonest win, else a draw, else the latest loss."""
    return max(outcomes.values(), key=_score)


def _score(outcome: int) -> int:
    return 0 if outcome == 0 else WON - outcome if outcome > 0 else -WON - outcome


def _in_words(outcome: int) -> str:
    if outcome == 0:
        return "a draw"
    return f"wins with ply {outcome} from here" if outcome > 0 else f"loses with ply {-outcome} from here"


def _marks(position: Position) -> tuple[int, int]:
    """Return the marks of the side to move and those of the other."""
    return position.marks(position.side), position.marks(position.side.other)


def analyze(position: Position, limits: Limits) -> Mapping[str, Any]:
    """Return the plain search as `analysis.analyze` does, and what every placement really leads to.

    ``outcomes`` maps placements 0 to 15 to n for a win of the side to move with ply n from here, -n for a loss, 0 for a
    draw; ``best`` lists the best ones. A finished game has none.
    """
    outcomes = {} if position.result else PerfectPlayer().outcomes(position)
    best = best_outcome(outcomes) if outcomes else None
    return {
        **analysis.analyze(position, limits),
        "outcomes": {str(placement): outcome for placement, outcome in outcomes.items()},
        "best": [placement for placement, outcome in outcomes.items() if outcome == best],
    }
