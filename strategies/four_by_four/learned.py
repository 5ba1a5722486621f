"""The learned evaluation of 4x4: what is decided within three plies, else a table of how open lines cross.

For each side an empty square is worth what a table says of the side's open lines through it, by how many of them have
no mark, one, two and three: the sum of these tables' values is the side's. `sttt tune four-by-four` writes the table.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import product
from pathlib import Path

from strategies.four_by_four.evaluation import UNDECIDED, UTILITY, decided
from sttt.games.four_by_four.game import LINES
from sttt.games.game import Side
from sttt.games.grid.position import GridPosition, squares_of
from sttt.players.weights import integers, read_weights
from sttt.search.alpha_beta import Worth

LEARNED_FILE = Path(__file__).with_name("learned.json")

MOST_LINES = 3
"""Lines through a square."""
CROSSINGS = tuple(counts for counts in product(range(MOST_LINES + 1), repeat=4) if 1 <= sum(counts) <= MOST_LINES)
"""Most open lines through an empty square that have no mark, one, two and three."""

_MEMORY = 1 << 18
_STEPS = (1, 4, 16, 64, 0)
"""The factor of a line in a square's code, by its marks; a complete line has no empty square."""
_SQUARES = {line: squares_of(line) for line in LINES}


def code(counts: tuple[int, ...]) -> int:
    """Return the number of a crossing, below 256."""
    return sum(step * count for step, count in zip(_STEPS, counts, strict=False))


def crossings(own: int, other: int) -> list[int]:
    """Return each empty square's code for the side with the marks `own`; 0 for other squares, or without open lines."""
    codes = [0] * 16
    for line in LINES:
        if not line & other:
            step = _STEPS[(own & line).bit_count()]
            for square in _SQUARES[line]:
                codes[square] += step
    for square in squares_of(own):
        codes[square] = 0
    return codes


class LearnedEvaluation:
    """Positions from X's point of view by a table."""

    def __init__(self, table: Mapping[int, int], tempo: int) -> None:
        """Take what a square is worth by its code, and what the side to move has on top."""
        self._table = [table.get(number, 0) for number in range(256)]
        self._tempo = tempo
        self._value = lru_cache(maxsize=_MEMORY)(self._evaluate)

    def __call__(self, position: GridPosition) -> int:
        """Return the value of a position from X's point of view."""
        if position.side is Side.X:
            return self._value(position.x, position.o)
        return -self._value(position.o, position.x)

    def _evaluate(self, own: int, other: int) -> int:
        """Return the value for the side to move, whose marks are `own`."""
        value = decided(own, other)
        if value:
            return value
        table = self._table
        value = self._tempo
        value += sum([table[one] for one in crossings(own, other)])
        value -= sum([table[one] for one in crossings(other, own)])
        return max(-UNDECIDED, min(UNDECIDED, value))


def load(path: Path) -> LearnedEvaluation:
    """Read the evaluation from a file; raises `WeightsError`."""
    values, _ = read_weights(path, "four-by-four")
    table = integers(values, "crossings", len(CROSSINGS))
    (tempo,) = integers(values, "tempo", 1)
    return LearnedEvaluation(dict(zip(map(code, CROSSINGS), table, strict=True)), tempo)


@cache
def learned_worth() -> Worth[GridPosition]:
    """Return what positions are worth by the file that ships."""
    return Worth(UTILITY, load(LEARNED_FILE))
