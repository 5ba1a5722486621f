"""What the search of the assignment says of a 4x4 position, as plain values."""

from collections.abc import Mapping
from typing import Any

from strategies.figure_two import search
from strategies.four_by_four.evaluation import TEXT_WORTH
from sttt.games.four_by_four import LINES, Position
from sttt.games.grid import GridPosition
from sttt.kernel.line_counts import line_counts
from sttt.players import Limits
from sttt.search.textbook import Worth


def analyze(position: Position, limits: Limits, worth: Worth[GridPosition] = TEXT_WORTH) -> Mapping[str, Any]:
    """Return the search's value from X's point of view, its action 0 to 15, its statistics, Eval and the line counts.

    The game being over, ``action`` is None and the search has one node.
    """
    outcome = search(position, limits, worth)
    x = line_counts(LINES, position.x, position.o)
    o = line_counts(LINES, position.o, position.x)
    return {
        "value": int(outcome.value),
        "action": outcome.action,
        "cutoff": outcome.cutoff,
        "max_depth": outcome.max_depth,
        "nodes": outcome.nodes,
        "prune_max": outcome.prune_max,
        "prune_min": outcome.prune_min,
        "eval": worth.evaluate(position),
        **{f"X{count}": x[count] for count in (3, 2, 1)},
        **{f"O{count}": o[count] for count in (3, 2, 1)},
    }
