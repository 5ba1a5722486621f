"""Learning of the evaluation of 4x4 from positions of random games, each solved.

Only wins and losses count: 99 of 100 positions are draws, and an evaluation that tells these from the others (see
docs/learning.md) plays worse than one that says who wins if anybody does. What is decided within three plies is left
out, for `decided` knows it.
"""

from collections.abc import Mapping, Sequence
from random import Random

from strategies.four_by_four.evaluation import decided, text_evaluation
from strategies.four_by_four.learned import CROSSINGS, code, crossings
from sttt.games.four_by_four.game import Position
from sttt.games.four_by_four.solver import ALL_SQUARES, MOST_PLIES, FourByFourSolver
from sttt.games.game import Side
from sttt.games.grid.position import squares_of
from sttt.strict_json import Json
from sttt.workshop.learning.labelled import Sample, Subject
from sttt.workshop.learning.regression import Pair

FIRST_PLY = 4
"""Positions with fewer marks are few, and drawn."""
UNIT = 40
"""Points for one unit of the logarithm of the odds."""

_COLUMN = {code(counts): 1 + number for number, counts in enumerate(CROSSINGS)}


def features(own: int, other: int) -> tuple[int, ...]:
    """Return 1 for the side to move, then how often it has each crossing more than the other side."""
    counts = [1] + [0] * len(CROSSINGS)
    for sign, codes in ((1, crossings(own, other)), (-1, crossings(other, own))):
        for one in codes:
            if one:
                counts[_COLUMN[one]] += sign
    return tuple(counts)


class GridCollector:
    """Plays random games and solves what it meets."""

    def __init__(self) -> None:
        self._solver = FourByFourSolver()

    def game(self, random: Random) -> list[Sample]:
        """Play one random game; return the positions to learn from."""
        position, samples = Position(), list[Sample]()
        while not position.result:
            own, other = position.marks(position.side), position.marks(position.side.other)
            if (own | other).bit_count() >= FIRST_PLY and not decided(own, other):
                samples += self._sample(position, own, other)
            position = position.play(random.choice(position.legal_placements()))
        return samples

    def _sample(self, position: Position, own: int, other: int) -> list[Sample]:
        """Return the position with its value if somebody wins it."""
        before = self._solver.nodes
        wins = self._solver.wins_within(own, other, MOST_PLIES)
        if not wins and not self._loses(own, other):
            return []
        today = text_evaluation(position) * (1 if position.side is Side.X else -1)
        return [Sample(features(own, other), float(wins), "proof", self._solver.nodes - before, today)]

    def _loses(self, own: int, other: int) -> bool:
        """Return whether the opponent wins after every move."""
        empty = squares_of(ALL_SQUARES & ~(own | other))
        return all(self._solver.wins_within(other, own | 1 << square, MOST_PLIES) for square in empty)


def _at_least() -> list[Pair]:
    """Say that a line more, or a mark more in one, never makes a crossing less worth."""
    pairs: list[Pair] = []
    for counts in CROSSINGS:
        for marks in range(4):
            if not counts[marks]:
                continue
            less = list(counts)
            less[marks] -= 1
            if marks:
                less[marks - 1] += 1
            pairs.append((_COLUMN[code(counts)], _COLUMN.get(code(tuple(less)))))
    return pairs


def values(weights: Sequence[float]) -> Mapping[str, Json]:
    """Return the weights as whole numbers of points."""
    tempo, *table = (round(UNIT * weight) for weight in weights)
    return {"crossings": table, "tempo": [tempo]}


TUNING = Subject(
    "four-by-four", games=20_000, collector=lambda: GridCollector().game, at_least=_at_least(), values=values
).tuning()
