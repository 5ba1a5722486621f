"""The Connect 4 players: one that plays perfectly where its time allows, and weaker ones that look a few stones ahead.

The perfect player plays what its book knows, else what the exact solver proves; where the limits end that too soon,
the value search chooses. A position that the book knows to be lost is thought about all the same.
"""

import time
from dataclasses import dataclass

from strategies.connect_four_analysis import analyze
from sttt.book.connect_four import ConnectFourBook, Solved, shipped_book
from sttt.games.connect_four import Position
from sttt.games.game import Result
from sttt.kernel.connect_four_engine import SCORE_OF_A_STONE, Engine
from sttt.kernel.connect_four_search import NO_COLUMN
from sttt.kernel.connect_four_solver import BEST_SCORE, Solver
from sttt.players import Decision, Limits, Strategy

DEFAULT_SECONDS = 5.0
"""Time per move when no limit says otherwise."""

SOLVER_SHARE = 0.8
"""Of the time and nodes: what the solver may use; a value search with the rest is hardly a stone less deep."""

SHALLOW, DEEP = 2, 8
"""How many stones the weaker players look ahead."""


@dataclass(frozen=True)
class Budget:
    """What one decision may use."""

    started: float
    deadline: float
    nodes: int

    @classmethod
    def of(cls, limits: Limits) -> "Budget":
        """Return the budget that limits leave from now on; without any the default time."""
        started = time.monotonic()
        return cls(started, *limits.or_within(DEFAULT_SECONDS).bounds)

    def share(self, share: float) -> tuple[float, int]:
        """Return the moment when a share of the time is over, and a share of the nodes."""
        return self.started + share * (self.deadline - self.started), int(share * self.nodes)

    @property
    def spent(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self.started


class DeepeningPlayer:
    """Looks ahead stone by stone with the value search, up to a depth."""

    def __init__(self, most_depth: int = 42) -> None:
        self._most_depth = most_depth
        self._engine = Engine()

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose the best column of the deepest iteration that the limits allow."""
        return self.within(position, limits, Budget.of(limits), 0)

    def within(self, position: Position, limits: Limits, budget: Budget, used: int) -> Decision:
        """Choose within what is left of a budget after `used` nodes."""
        if limits.nodes is not None:
            self._engine.forget()
        self._engine.set_position(position.stones(position.side), position.filled)
        self._engine.begin(budget.deadline, max(1, budget.nodes - used))
        most_depth = min(self._most_depth, limits.depth or 42, 42 - len(position.columns))
        column, score, depth = self._deepen(position, most_depth)
        return Decision(
            (column,),
            reason=f"search: {depth} stones deep",
            score=score,
            depth=depth,
            nodes=used + self._engine.nodes,
            seconds=budget.spent,
            pv=(column,),
        )

    def close(self) -> None:
        """Nothing to let go of."""

    def _deepen(self, position: Position, most_depth: int) -> tuple[int, int | None, int]:
        """Return the best column, its score and the depth of the last whole iteration; a legal column in any case."""
        best, known, reached = min(position.legal_placements(), key=lambda column: abs(column - 3)), None, 0
        for depth in range(1, most_depth + 1):
            score, column, complete = self._engine.iterate(depth, best)
            if column != NO_COLUMN:
                best, known = column, score
            if not complete:
                break
            reached = depth
            if abs(score) >= SCORE_OF_A_STONE:
                break
        return best, known, reached


class PerfectPlayer:
    """Book, then solver, then value search."""

    def __init__(self, book: ConnectFourBook | None) -> None:
        self._book = book
        self._solver = Solver()
        self._deepening = DeepeningPlayer()

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose a column that keeps what the position is worth, as far as the limits let that be proven."""
        budget = Budget.of(limits)
        known = self._book.lookup(position) if self._book else None
        if known and _is_enough(known):
            return _decision(known, "book", 0, budget)
        if limits.depth is not None:
            return self._deepening.within(position, limits, budget, 0)
        if limits.nodes is not None:
            self._solver.forget()
        self._solver.set_position(position.stones(position.side), position.filled)
        self._solver.begin(*budget.share(SOLVER_SHARE))
        solved = Solved(position, *self._solver.solve(high=known.most if known else BEST_SCORE))
        if solved.column != NO_COLUMN:
            return _decision(solved, "solver", self._solver.nodes, budget)
        return self._deepening.within(position, limits, budget, self._solver.nodes)

    def close(self) -> None:
        """Nothing to let go of."""


def _is_enough(known: Solved) -> bool:
    """Whether the book's column is as good as any. In a lost position the one that resists longest is wanted."""
    return known.sign != -1 or known.least == known.most


def _decision(solved: Solved, source: str, nodes: int, budget: Budget) -> Decision:
    return Decision(
        (solved.column,),
        reason=f"{source}: {_outcome(solved)}",
        score=solved.least * SCORE_OF_A_STONE,
        nodes=nodes,
        seconds=budget.spent,
        pv=(solved.column,),
        value=_value(solved),
    )


def _value(solved: Solved) -> Result | None:
    """Return the outcome of the game if it is proven."""
    side = solved.position.side
    return None if solved.sign is None else (Result.DRAW, Result.win(side), Result.win(side.other))[solved.sign]


def _outcome(solved: Solved) -> str:
    """Say what is proven."""
    if solved.sign is None:
        return f"between {solved.least:+} and {solved.most:+}"
    outcome = ("a draw", "wins", "loses")[solved.sign]
    return f"{outcome}, score {solved.least:+}" if solved.sign and solved.least == solved.most else outcome


def _looking_ahead(name: str, depth: int) -> Strategy:
    summary = f"looks {depth} stones ahead with the value search"
    return Strategy(name, summary, "connect-four", lambda _seed: DeepeningPlayer(depth))


SHALLOW_STRATEGY = _looking_ahead("connect-four-shallow", SHALLOW)
DEEP_STRATEGY = _looking_ahead("connect-four-deep", DEEP)

STRATEGY = Strategy(
    "connect-four",
    "perfect play: book, exact solver, and a value search where time is short",
    "connect-four",
    lambda _seed: PerfectPlayer(shipped_book()),
    analyze,
)

WITHOUT_BOOK = Strategy(
    "connect-four-no-book",
    "the perfect player without its book",
    "connect-four",
    lambda _seed: PerfectPlayer(None),
    analyze,
)
