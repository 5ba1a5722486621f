"""Yardsticks: the value search as it first was, at a fixed number of nodes a turn. Frozen; never tune against them.

Each turn is searched in one of the big board's eight orientations, drawn by lot: equal turns come in another order
then, so that games differ.
"""

from random import Random

from strategies import rules
from strategies.class_turns import completed, turn_squares
from strategies.turns import whole_turn
from sttt.games.super_ttt import Position
from sttt.games.super_ttt_symmetry import SYMMETRIES, Symmetry
from sttt.kernel.board import NONE
from sttt.kernel.class_position import engine_position
from sttt.kernel.class_tables import load
from sttt.kernel.engine import DECIDED_SCORE, Engine
from sttt.players import Decision, Limits, Strategy

TABLE_BITS = 18

MAX_TURNS = 41
"""More turns than a game can have."""

EXTENSIONS = 8


class BudgetPlayer:
    """Deepens turn by turn until its nodes are used up or the game is decided; no contempt, no solver, no book."""

    def __init__(self, nodes: int, seed: int | None) -> None:
        self._nodes = nodes
        self._random = Random(seed)
        self._tables = load()
        self._engine = Engine(self._tables, TABLE_BITS)

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose the best turn found; limits can only shorten the search. The rule layer completes the turn."""
        symmetry = Symmetry(big=self._random.choice(SYMMETRIES))
        turned = symmetry.position(position)
        self._begin(turned, limits)
        turn, score, depth = self._deepen()
        back = {symmetry.square(square): square for square in range(81)}
        squares = tuple(back[square] for square in turn_squares(turned, turn, self._tables))
        return Decision(
            whole_turn(position, completed(position, squares)),
            reason=f"search: {depth} turns deep" if squares else rules.best_placement(position)[1].name,
            score=score,
            nodes=self._engine.nodes,
        )

    def close(self) -> None:
        """Nothing to let go of."""

    def _begin(self, position: Position, limits: Limits) -> None:
        self._engine.forget()
        self._engine.set_position(*engine_position(position, self._tables))
        deadline, nodes = limits.bounds
        self._engine.begin(deadline, min(self._nodes, nodes))

    def _deepen(self) -> tuple[int, int | None, int]:
        """Return the best turn, its score and the depth of the last whole iteration, in turns."""
        best, known, depth = NONE, None, 0
        for turns in range(1, MAX_TURNS + 1):
            score, turn, complete = self._engine.iterate(turns, EXTENSIONS)
            if turn != NONE:
                best, known = turn, score
            if not complete:
                break
            depth = turns
            if abs(score) > DECIDED_SCORE:
                break
        return best, known, depth


def _yardstick(name: str, nodes: int) -> Strategy:
    summary = f"yardstick: the value search with {nodes:,} nodes a turn"
    return Strategy(name, summary, "super-ttt", lambda seed: BudgetPlayer(nodes, seed))


STRATEGY_1K = _yardstick("budget-1k", 1_400)
STRATEGY_10K = _yardstick("budget-10k", 14_000)
STRATEGY_100K = _yardstick("budget-100k", 140_000)
