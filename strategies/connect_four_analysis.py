"""The exact score of a Connect 4 position and of each of its columns."""

import time
from typing import Any

from sttt.games.connect_four import COLUMNS, Position
from sttt.kernel.connect_four_solver import Solver
from sttt.players import Limits


def analyze(position: Position, limits: Limits) -> dict[str, Any]:
    """Return ``score``, all ``best`` columns (1 to 7) and the ``scores`` of columns 1 to 7, all for the side to move.

    A score is that of `sttt.kernel.connect_four_solver`; that of a full column is None, and so is whatever the limits
    left open. With no limits nothing is left open. In a finished game ``score`` is what it ended with.
    """
    started = time.monotonic()
    solver = Solver()
    solver.begin(*limits.bounds)
    scores = {column: _score_behind(position, column, solver) for column in position.legal_placements()}
    known = [score for score in scores.values() if score is not None]
    best = max(known, default=None) if len(known) == len(scores) else None
    score = final_score(position) if position.result else best
    return {
        "score": score,
        "best": [column + 1 for column, one in scores.items() if one == score and one is not None],
        "scores": [scores.get(column) for column in range(COLUMNS)],
        "nodes": solver.nodes,
        "seconds": round(time.monotonic() - started, 3),
    }


def final_score(position: Position) -> int:
    """Return the score of a finished game for the side that would be to move: it has lost, or it is a draw."""
    if position.result is None or position.result.winner is None:
        return 0
    return -((44 - position.filled.bit_count()) // 2)


def _score_behind(position: Position, column: int, solver: Solver) -> int | None:
    after = position.play(column)
    if after.result:
        return -final_score(after)
    solver.set_position(after.stones(after.side), after.filled)
    least, most, _ = solver.solve()
    return -least if least == most else None
