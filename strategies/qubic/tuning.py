"""Learning of the evaluation of 4x4x4 from games of the value search against itself, with proofs where they come.

Only positions count in which the search asks for an estimate: without a three, and without a win by threats.
"""

import math
from collections.abc import Mapping, Sequence
from random import Random

from sttt.games.game import Side
from sttt.games.qubic.position import LINE_MASKS, Position, squares, winning_squares
from sttt.games.qubic.search.engine import DECIDED_SCORE, NO_MOVE, QubicEngine
from sttt.games.qubic.search.prover import QubicProver
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.strict_json import Json
from sttt.workshop.learning.labelled import Sample, Subject

RANDOM_MOVES = (3, 10)
"""Fewest and most random moves with which a game begins."""
RANDOM_SHARE = 0.08
"""The probability of a later random move, for positions as various as those that a search visits."""
MOVE_NODES, PROOF_NODES, THREAT_NODES = 500, 1_000, 2_000
PAIR = 12
"""The final weight of a line with two marks: enough for the other weights to be whole numbers."""


def side_features(own: int, other: int) -> tuple[int, ...]:
    """Count a side's open lines with one and two marks, and the crossings of `QubicWeights`, in its order."""
    pairs, singles = [0] * 64, [0] * 64
    lines = [0, 0]
    for mask in LINE_MASKS:
        marks = (mask & own).bit_count()
        if marks in (1, 2) and not mask & other:
            lines[marks - 1] += 1
            for square in squares(mask & ~own):
                (singles if marks == 1 else pairs)[square] += 1
    crossings = ((2, 0), (3, 0), (1, 1), (1, 2))
    return (
        *lines,
        *(sum(p >= two and s >= one for p, s in zip(pairs, singles, strict=True)) for two, one in crossings),
    )


def features(own: int, other: int) -> tuple[int, ...]:
    """Return 1 for the side to move, then what it has more than the other side."""
    return 1, *(a - b for a, b in zip(side_features(own, other), side_features(other, own), strict=True))


class CubeCollector:
    """Plays the games, a search with few nodes on either side."""

    def __init__(self) -> None:
        self._engine = QubicEngine(10, 12)
        self._prover = QubicProver(12, 12)

    def game(self, random: Random) -> list[Sample]:
        """Play one game from a random opening and return its quiet positions, labelled."""
        position = Position()
        for _ in range(random.randint(*RANDOM_MOVES)):
            if position.result:
                return []
            position = position.play(random.choice(position.legal_placements()))
        self._engine.forget()
        met: list[tuple[Position, str, int]] = []
        while not position.result and (move := self._move(position, met, random)) != NO_MOVE:
            position = position.play(move)
        winner = position.winner if position.result else position.side
        return [self._sample(one, winner, nodes, source) for one, source, nodes in met]

    def _move(self, position: Position, met: list[tuple[Position, str, int]], random: Random) -> int:
        """Return a move, `NO_MOVE` for a won position; note the position if it is quiet."""
        own, other = position.marks(position.side), position.marks(position.side.other)
        self._engine.begin(math.inf, NO_NODE_LIMIT)
        if self._engine.winning_threats(own, other, THREAT_NODES):
            return NO_MOVE
        must = winning_squares(position, position.side.other)
        if must:
            return must[0]
        proved, nodes = self._proves(own, other)
        met.append((position, "proof" if proved else "game", nodes))
        if proved:
            return NO_MOVE
        best = self._best(position, own, other)
        return random.choice(position.legal_placements()) if random.random() < RANDOM_SHARE else best

    def _proves(self, own: int, other: int) -> tuple[bool, int]:
        self._prover.forget()
        self._prover.forget_failures()
        self._prover.begin(math.inf, PROOF_NODES)
        return self._prover.prove(own, other) is True, self._prover.nodes

    def _best(self, position: Position, own: int, other: int) -> int:
        """Return the move of the value search."""
        self._engine.forget()
        self._engine.begin(math.inf, MOVE_NODES)
        best = position.legal_placements()[0]
        for depth in range(1, position.empty.bit_count() + 1):
            score, move, finished = self._engine.search(own, other, position.empty, depth)
            best = best if move == NO_MOVE else move
            if not finished or abs(score) > DECIDED_SCORE:
                break
        return best

    def _sample(self, position: Position, winner: Side | None, nodes: int, source: str) -> Sample:
        """Return a position with its game's winner, who is the side to move where there is a proof."""
        own, other = position.marks(position.side), position.marks(position.side.other)
        label = 0.5 if winner is None else float(winner is position.side)
        return Sample(features(own, other), label, source, nodes, self._engine.evaluation(own, other))


def values(weights: Sequence[float]) -> Mapping[str, Json]:
    """Return the weights as whole numbers; a line with three marks, which is never evaluated, is worth two pairs."""
    tempo, single, pair, *crossings = (round(PAIR * weight / weights[2]) for weight in weights)
    return {"lines": [0, single, pair, 2 * pair, 0], "crossings": crossings, "tempo": tempo}


TUNING = Subject(
    "qubic",
    games=10_000,
    collector=lambda: CubeCollector().game,
    at_least=((1, None), (2, 1), *((crossing, None) for crossing in range(3, 7))),
    values=values,
).tuning()
