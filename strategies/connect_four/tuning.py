"""Training of the network of `learned` by games against itself, measured on the moves of solved positions."""

from collections.abc import Generator
from dataclasses import dataclass
from importlib.metadata import version
from random import Random

import numpy as np

from strategies.connect_four.network import NTupleNetwork, packed
from strategies.connect_four.players import final_score
from strategies.connect_four.training import EXPLORES, STEP, Network, SelfPlay, random_tuples
from sttt.games.connect_four.position import Position
from sttt.games.connect_four.search.solver import ConnectFourSolver
from sttt.games.game import Side
from sttt.players.tuning import Curve, Lesson, Tuning, TuningRun
from sttt.strict_json import JsonObject

GAMES_AT_ONCE = 128
HELD_OUT = 200
"""Solved positions."""
STONES = (14, 30)
"""Fewest and most stones of the solved positions, which the solver decides in a moment each."""
POINTS = 12
"""Of the learning curve, each at 1.6 times the games of the one before."""
RATIO = 1.6


@dataclass(frozen=True)
class ExamPosition:
    """A position in which it matters where the stone goes."""

    position: Position
    outcomes: dict[int, int]
    """The value of each column: 1 for a win of the side to move, 0 for a draw, -1 for a loss."""


class Examiner:
    """Finds solved positions."""

    def __init__(self) -> None:
        self._solver = ConnectFourSolver()
        self.nodes = 0

    def solved(self, random: Random, count: int) -> list[ExamPosition]:
        """Return that many positions of random games, in each of which not all moves are equal."""
        found: dict[Position, ExamPosition] = {}
        while len(found) < count:
            position = Position()
            for _ in range(random.randint(*STONES)):
                if not position.result:
                    position = position.play(random.choice(position.legal_placements()))
            if position.result or position in found:
                continue
            outcomes = {column: -self._outcome(position.play(column)) for column in position.legal_placements()}
            if len(set(outcomes.values())) > 1:
                found[position] = ExamPosition(position, outcomes)
        return list(found.values())

    def _outcome(self, position: Position) -> int:
        """Return 1 if the side to move wins, -1 if it loses, 0 for a draw."""
        if position.result:
            return -1 if final_score(position) else 0
        self._solver.set_position(position.stones(position.side), position.filled)
        self._solver.begin(float("inf"), 2**62)
        score, _, _ = self._solver.solve(-1, 1)
        self.nodes += self._solver.nodes
        return score


def best_moves(network: NTupleNetwork, exam: list[ExamPosition]) -> float:
    """Return in which share of the positions the network, looking one stone ahead, plays a best move."""
    good = 0
    for solved in exam:
        sign = 1 if solved.position.side is Side.X else -1
        values = {}
        for column in solved.outcomes:
            after = solved.position.play(column)
            values[column] = sign * network.value(after) if after.result is None else 10**9 * abs(final_score(after))
        good += solved.outcomes[max(values, key=values.__getitem__)] == max(solved.outcomes.values())
    return good / len(exam)


def learn(run: TuningRun) -> Generator[int, None, Lesson]:
    """Play against itself, and look at the solved positions now and then."""
    examiner = Examiner()
    exam = examiner.solved(Random(run.seed), HELD_OUT)
    random = np.random.default_rng(run.seed)
    network = Network(random_tuples(random))
    play = SelfPlay(network, random, min(GAMES_AT_ONCE, run.games))
    curve = Curve("games", "share of best moves", {"solved positions, held out": []})
    looks = [run.games / RATIO**point for point in range(POINTS)]
    counted = 0
    while looks:
        play.step()
        while counted < min(play.finished, run.games):
            counted += 1
            yield counted
        if play.finished >= looks[-1]:
            looks = [look for look in looks if look > play.finished]
            now = NTupleNetwork(network.tuples, np.frombuffer(network.bytes(), np.int8).tolist())
            curve.series["solved positions, held out"].append((play.finished, best_moves(now, exam)))
    origin: JsonObject = {
        "games": run.games,
        "seed": run.seed,
        "method": f"TD(0) with temporal coherence, step {STEP:g}, random moves {EXPLORES:g}",
        "labels": "results of games against itself",
        "held_out": len(exam),
        "held_out_labels": "exact solver",
        "nodes": examiner.nodes,
        "best_moves": round(curve.series["solved positions, held out"][-1][1], 4),
        "libraries": {"numpy": version("numpy")},
    }
    return Lesson(packed(network.tuples, network.bytes()), origin, curve)


TUNING = Tuning("connect-four", games=120_000, learn=learn)
