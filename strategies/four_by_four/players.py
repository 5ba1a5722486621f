"""The players of 4x4 tic-tac-toe as they are registered, and level 3 with the other evaluation, to compare the two."""

import time
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random

from strategies.four_by_four.evaluation import CROSSING_WORTH, TEXT_WORTH, analyze, text_evaluation
from strategies.four_by_four.learned import learned_worth
from strategies.grid import FigureTwoPlayer, OnePlyPlayer
from strategies.human import strength_of
from sttt.games.four_by_four.game import GAME, SYMMETRIES, Position
from sttt.games.four_by_four.solver import FourByFourSolver, shared_solver
from sttt.games.game import Side
from sttt.games.grid.outcome import result_of, worth
from sttt.players.player import Comparison, Decision, Limits, Strategy
from sttt.strict_json import Json


class FourByFourPlayer:
    """Wins as soon and loses as late as possible. In a draw it leaves the opponent the fewest replies that hold."""

    def __init__(self, seed: int | None = None, solver: FourByFourSolver | None = None) -> None:
        self._random = Random(seed)
        self._solver = solver or shared_solver()

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Solve all placements, whatever the limits, and choose the best; of equal ones any at random."""
        started = time.monotonic()
        solved = self._solver.nodes
        outcomes: dict[int, int] = {}
        for move, outcome in self.solved(position):
            if not outcomes or worth(outcome) > worth(best_outcome(outcomes)):
                limits.tell(Decision((move,), "solved", worth(outcome), pv=(move,)))
            outcomes[move] = outcome
        best = best_outcome(outcomes)
        placements = [placement for placement, outcome in outcomes.items() if outcome == best]
        reason = "solved"
        if best == 0:
            placements, traps, among = self._most_traps(position, placements)
            reason += f", {traps} of {among} replies lose" if traps else ""
        return Decision(
            turn=(self._random.choice(placements),),
            reason=reason,
            score=worth(best),
            nodes=self._solver.nodes - solved,
            seconds=time.monotonic() - started,
            value=result_of(best, position.side),
            distance=abs(best) or None,
        )

    def close(self) -> None:
        """Nothing to let go of."""

    def solved(self, position: Position) -> Iterator[tuple[int, int]]:
        """Yield each placement with what it leads to, as `FourByFourSolver.outcome` says it."""
        own, other = _marks(position)
        known: dict[int, int] = {}
        for move in position.legal_placements():
            key = SYMMETRIES.canonical(own | 1 << move, other)
            if key not in known:
                known[key] = self._solver.outcome(own, other, move)
            yield move, known[key]

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


def best_outcome(outcomes: Mapping[int, int]) -> int:
    """Return the best of what placements lead to: the soonest win, else a draw, else the latest loss."""
    return max(outcomes.values(), key=worth)


def _marks(position: Position) -> tuple[int, int]:
    """Return the marks of the side to move and those of the other."""
    return position.marks(position.side), position.marks(position.side.other)


def analyze_solved(position: Position, limits: Limits) -> Mapping[str, Json]:
    """Return the plain search as `analyze` does, and what every placement really leads to.

    ``outcomes`` maps placements 0 to 15 to n for a win of the side to move with ply n from here, -n for a loss, 0 for a
    draw; ``best`` lists the best ones. A finished game has none. ``outcome`` and ``distance`` are the solver's.
    """
    outcomes = {} if position.result else dict(FourByFourPlayer().solved(position))
    best = best_outcome(outcomes) if outcomes else None
    solved = {} if best is None else {"outcome": result_of(best, position.side), "distance": abs(best) or None}
    return {
        **analyze(position, limits),
        **solved,
        "outcomes": {str(placement): outcome for placement, outcome in outcomes.items()},
        "best": [placement for placement, outcome in outcomes.items() if outcome == best],
    }


INTERMEDIATE_DEPTH = 2
"""Level 2 sees its own move and the reply to it: it wins, and it stops what would win at once, but no more."""

EASY = Strategy(
    "four-by-four-easy",
    "level 1: completes a line, else plays at random",
    GAME.name,
    partial(OnePlyPlayer, TEXT_WORTH),
    analyze,
)
INTERMEDIATE = Strategy(
    "four-by-four-intermediate",
    "level 2: Figure 2 two plies deep",
    GAME.name,
    lambda _seed: FigureTwoPlayer(TEXT_WORTH, INTERMEDIATE_DEPTH),
    analyze,
)
DIFFICULT = Strategy(
    "four-by-four-difficult",
    "level 3: Figure 2 as deep as 10 s allow, with the assignment's evaluation",
    GAME.name,
    lambda _seed: FigureTwoPlayer(TEXT_WORTH),
    analyze,
)
PERFECT = Strategy(
    "four-by-four-perfect",
    "level 4: solves every position, and sets traps",
    GAME.name,
    FourByFourPlayer,
    analyze_solved,
    strength=strength_of("four-by-four-perfect", "four-by-four"),
)
CROSSINGS = Strategy(
    "four-by-four-crossings",
    "level 3 with an evaluation of our own: forks and crossing lines",
    GAME.name,
    lambda _seed: FigureTwoPlayer(CROSSING_WORTH),
    partial(analyze, worth=CROSSING_WORTH),
)

LEARNED: Strategy[Position] = Strategy(
    "four-by-four-learned",
    "level 3 with the learned evaluation",
    GAME.name,
    lambda _seed: FigureTwoPlayer(learned_worth()),
    lambda position, limits: analyze(position, limits, learned_worth()),
)

EVALUATIONS = Comparison(
    "four-by-four",
    "Does an evaluation of forks and crossing lines play better than the assignment's?",
    GAME.name,
    first=CROSSINGS.name,
    second=DIFFICULT.name,
    plies=(2, 3, 4),
    depths=(1, 2, 3, 4),
    seconds=(0.1,),
)

LEARNED_EVALUATION = Comparison(
    "four-by-four-learned",
    "Does the learned evaluation play better than the assignment's?",
    GAME.name,
    first=LEARNED.name,
    second=DIFFICULT.name,
    plies=(2, 3, 4),
    depths=(1, 2, 3, 4),
    seconds=(),
)
