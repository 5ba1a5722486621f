"""The Connect 4 players: one that plays perfectly where its time allows, and weaker ones that look a few stones ahead.

The perfect player plays what its book knows, else what the exact solver proves; where the limits end that too soon,
the value search chooses. A position that the book knows to be lost is thought about all the same.
"""

import time
from collections.abc import Callable

from strategies.human import strength_of
from sttt.games.connect_four.book.book import ConnectFourBook, Solved, shipped_book
from sttt.games.connect_four.position import COLUMNS, Position
from sttt.games.connect_four.search.board import NO_COLUMN
from sttt.games.connect_four.search.engine import SCORE_OF_A_STONE, ConnectFourEngine
from sttt.games.connect_four.search.solver import BEST_SCORE, ConnectFourSolver
from sttt.games.game import Result
from sttt.players.budget import Budget
from sttt.players.player import Decision, Limits, Strategy
from sttt.strict_json import JsonObject

DEFAULT_SECONDS = 5.0
"""Time per move when no limit says otherwise."""

ANALYSIS_SECONDS = 10.0
"""Time for an analysis when no limit says otherwise: enough for every column from about a dozen stones on."""

SOLVER_SHARE = 0.8
"""The solver's share of the time and nodes; a value search with the rest is hardly a stone less deep."""

SHALLOW, DEEP = 2, 8
"""Depth in stones of the weaker players."""


class DeepeningPlayer:
    """Looks ahead stone by stone with the value search, up to a depth."""

    def __init__(self, most_depth: int = 42) -> None:
        self._most_depth = most_depth
        self._engine = ConnectFourEngine()

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose the best column of the deepest iteration that the limits allow."""
        return self.within(position, limits, Budget.within(limits, DEFAULT_SECONDS), 0)

    def within(self, position: Position, limits: Limits, budget: Budget, used: int) -> Decision:
        """Choose within what is left of a budget after `used` nodes."""
        if limits.nodes is not None:
            self._engine.forget()
        self._engine.set_position(position.stones(position.side), position.filled)
        self._engine.begin(budget.deadline, max(1, budget.nodes - used))
        most_depth = min(self._most_depth, limits.depth or 42, 42 - len(position.columns))

        def tell(best: int, score: int, depth: int) -> None:
            nodes, pv = used + self._engine.nodes, (best,)
            limits.tell(Decision(pv, _deep(depth), score, depth, nodes, budget.spent, pv))

        column, score, depth, proven = self._deepen(position, most_depth, tell)
        solved = None if score is None or not proven else int(score / SCORE_OF_A_STONE)
        return Decision(
            (column,),
            reason=_deep(depth),
            score=score,
            depth=depth,
            nodes=used + self._engine.nodes,
            seconds=budget.spent,
            pv=(column,),
            value=None if solved is None else value_of(position, solved),
            distance=distance(position, solved),
        )

    def close(self) -> None:
        """Nothing to let go of."""

    def _deepen(
        self, position: Position, most_depth: int, tell: Callable[[int, int, int], None]
    ) -> tuple[int, int | None, int, bool]:
        """Return the best column, its score, the depth of the last whole iteration and whether that proves the score.

        The first three are told after each whole iteration. There is a legal column in any case.
        """
        proven = False
        best, known, reached = min(position.legal_placements(), key=lambda column: abs(column - 3)), None, 0
        for depth in range(1, most_depth + 1):
            score, column, complete = self._engine.search(depth, best)
            if column != NO_COLUMN:
                best, known = column, score
            if not complete:
                proven = column != NO_COLUMN and score >= SCORE_OF_A_STONE
                break
            reached = depth
            tell(best, score, depth)
            if abs(score) >= SCORE_OF_A_STONE:
                proven = True
                break
        return best, known, reached, proven or reached == 42 - len(position.columns)


class ConnectFourPlayer:
    """Book, then solver, then value search."""

    def __init__(self, book: ConnectFourBook | None) -> None:
        self._book = book
        self._solver = ConnectFourSolver()
        self._deepening = DeepeningPlayer()

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose a column that keeps what the position is worth, as far as the limits let that be proven."""
        budget = Budget.within(limits, DEFAULT_SECONDS)
        known = self._book.lookup(position) if self._book else None
        if known and _is_enough(known):
            return _decision(known, "book", 0, budget)
        if limits.depth is not None:
            return self._deepening.within(position, limits, budget, 0)
        if limits.nodes is not None:
            self._solver.forget()
        self._solver.set_position(position.stones(position.side), position.filled)
        self._solver.begin(budget.deadline_of(SOLVER_SHARE), budget.nodes_of(SOLVER_SHARE))
        solved = Solved(position, *self._solver.solve(high=known.most if known else BEST_SCORE))
        if solved.column != NO_COLUMN:
            return _decision(solved, "solver", self._solver.nodes, budget)
        return self._deepening.within(position, limits, budget, self._solver.nodes)

    def close(self) -> None:
        """Nothing to let go of."""


def _deep(depth: int) -> str:
    return f"search: {depth} stones deep"


def _is_enough(known: Solved) -> bool:
    """Return whether the book's column is as good as any. In a lost position the one that resists longest is wanted."""
    return known.sign != -1 or known.least == known.most


def _decision(solved: Solved, source: str, nodes: int, budget: Budget) -> Decision:
    return Decision(
        (solved.column,),
        reason=source,
        score=solved.least * SCORE_OF_A_STONE,
        nodes=nodes,
        seconds=budget.spent,
        pv=(solved.column,),
        value=None if solved.sign is None else value_of(solved.position, solved.sign),
        distance=_distance(solved),
    )


def _distance(solved: Solved) -> int | None:
    """Return within how many stones of both sides the game is won; None if that is not proven."""
    is_known = solved.least > 0 or solved.least == solved.most
    return distance(solved.position, solved.least) if is_known else None


def analyze(position: Position, limits: Limits) -> JsonObject:
    """Return ``score``, all ``best`` columns (1 to 7) and the ``scores`` of columns 1 to 7, all for the side to move.

    A score is that of `sttt.games.connect_four.search.solver`; that of a full column is None, and so is whatever the
    limits left open, without any `ANALYSIS_SECONDS`; the book's column is then the best told. In a finished game
    ``score`` is what it ended with. ``value`` is x, o or draw, and ``distance`` the stones of both sides to a win.
    """
    started = time.monotonic()
    solver = ConnectFourSolver()
    solver.begin(*limits.or_within(ANALYSIS_SECONDS).bounds)
    scores = {column: _score_after(position, column, solver) for column in position.legal_placements()}
    known = [score for score in scores.values() if score is not None]
    best = max(known, default=None) if len(known) == len(scores) else None
    score = final_score(position) if position.result else best
    book = shipped_book().lookup(position) if score is None else None
    told = book.column if book and _is_enough(book) else None
    return {
        "score": score,
        "best": [column + 1 for column, one in scores.items() if column == told or one == score is not None],
        "value": None if score is None else value_of(position, score),
        "distance": distance(position, score),
        "scores": [scores.get(column) for column in range(COLUMNS)],
        "nodes": solver.nodes,
        "seconds": round(time.monotonic() - started, 3),
    }


def value_of(position: Position, score: int) -> Result:
    """Return the result that a score for the side to move stands for."""
    if score == 0:
        return Result.DRAW
    return Result.win(position.side if score > 0 else position.side.other)


def distance(position: Position, score: int | None) -> int | None:
    """Return with which stone from now the game is won where the side to move has this score; None if it is not."""
    if not score:
        return None
    stones = position.filled.bit_count()
    by_mover = score > 0
    total = 44 - 2 * abs(score)  # or one less: the winner's stones are all of one parity
    return total - (total - stones + by_mover) % 2 - stones


def final_score(position: Position) -> int:
    """Return the score of a finished game for the side that would be to move: it has lost, or it is a draw."""
    if position.result is None or position.result.winner is None:
        return 0
    return -((44 - position.filled.bit_count()) // 2)


def _score_after(position: Position, column: int, solver: ConnectFourSolver) -> int | None:
    after = position.play(column)
    if after.result:
        return -final_score(after)
    solver.set_position(after.stones(after.side), after.filled)
    least, most, _ = solver.solve()
    return -least if least == most else None


def _looking_ahead(name: str, depth: int) -> Strategy[Position]:
    summary = f"looks {depth} stones ahead with the value search"
    return Strategy(name, summary, "connect-four", lambda _seed: DeepeningPlayer(depth))


SHALLOW_STRATEGY = _looking_ahead("connect-four-shallow", SHALLOW)
DEEP_STRATEGY = _looking_ahead("connect-four-deep", DEEP)


STRATEGY = Strategy(
    "connect-four",
    "perfect play: book, exact solver, and a value search where time is short",
    "connect-four",
    lambda _seed: ConnectFourPlayer(shipped_book()),
    analyze,
    strength=strength_of("connect-four", "connect-four"),
)

WITHOUT_BOOK = Strategy(
    "connect-four-no-book",
    "the perfect player without its book",
    "connect-four",
    lambda _seed: ConnectFourPlayer(None),
    analyze,
)
