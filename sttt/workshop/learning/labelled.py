"""Learning from labelled positions: they are collected game by game, and weights fitted to ever more of them.

One game in five is held out: its positions tell how good the weights are on what they were not fitted to.
"""

import json
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from random import Random

from sttt import strict_json
from sttt.errors import WeightsError
from sttt.players.tuning import Curve, Lesson, Tuning, TuningRun
from sttt.strict_json import Json, JsonObject
from sttt.workshop.learning import regression

HELD_OUT = 5
"""One game in this many is not fitted to."""
STEPS = 6
"""Points of the learning curve; each has twice the games of the one before."""


@dataclass(frozen=True)
class Sample:
    """A position and its value."""

    features: tuple[int, ...]
    label: float
    """1 if the side to move wins, 0 if it loses, a half for a draw."""
    source: str
    """The source of the value: ``proof``, or ``game`` for the result of the game in which the position arose."""
    nodes: int
    """The nodes of the search for the value."""
    today: int
    """The value by the evaluation in use, for comparison."""


@dataclass(frozen=True)
class Subject:
    """Learning from labelled positions of a game."""

    game: str
    games: int
    """Default number of games to collect."""
    collector: Callable[[], Callable[[Random], list[Sample]]]
    """Return a function that plays one random game and returns its positions; equal seeds give equal ones."""
    at_least: Sequence[regression.Pair]
    """Which weights must not be below which."""
    values: Callable[[Sequence[float]], Mapping[str, Json]]
    """Return what a player reads, of the weights."""

    def tuning(self) -> Tuning:
        """Return the tuning that is registered for the subject."""
        return Tuning(self.game, self.games, self.learn)

    def learn(self, run: TuningRun) -> Generator[int, None, Lesson]:
        """Collect, or read what an earlier run has collected, then fit."""
        games = [[Sample(**sample) for sample in json.loads(line)] for line in run.kept[: run.games]]
        collect = self.collector()
        for index in range(len(games), run.games):
            yield index
            games.append(collect(Random(f"{run.seed}: {index}")))
            run.keep(strict_json.dump([asdict(sample) for sample in games[-1]]))
        return self._fitted(games, run.seed)

    def _fitted(self, games: Sequence[Sequence[Sample]], seed: int) -> Lesson:
        """Fit to a fraction of the games, to twice as many, and so on to all."""
        held_out = [sample for game in games[::HELD_OUT] for sample in game]
        learned_from = [game for index, game in enumerate(games) if index % HELD_OUT and game]
        if not held_out or not learned_from:
            raise WeightsError(f"{len(games)} games are too few to learn from; expected more, such as {self.games}")
        curve = Curve("positions", "log-loss", {"fitted to": [], "held out": []})
        for step in range(STEPS - 1, -1, -1):
            samples = [sample for game in learned_from[: -(-len(learned_from) >> step)] for sample in game]
            weights = regression.fit([sample.features for sample in samples], _labels(samples), self.at_least)
            curve.series["fitted to"].append((len(samples), _loss(samples, weights)))
            curve.series["held out"].append((len(samples), _loss(held_out, weights)))
        origin: JsonObject = {
            "games": len(games),
            "seed": seed,
            "positions": len(samples),
            "held_out": len(held_out),
            "labels": dict(Counter(sample.source for sample in samples)),
            "nodes": sum(sample.nodes for game in games for sample in game),
            "libraries": {name: version(name) for name in ("numpy", "scipy")},
            "log_loss": round(_loss(held_out, weights), 4),
            "log_loss_today": round(_loss_today(samples, held_out), 4),
        }
        return Lesson(self.values(list(weights)), origin, curve)


def _labels(samples: Sequence[Sample]) -> list[float]:
    return [sample.label for sample in samples]


def _loss(samples: Sequence[Sample], weights: regression.Vector) -> float:
    return regression.log_loss([sample.features for sample in samples], _labels(samples), weights)


def _loss_today(samples: Sequence[Sample], held_out: Sequence[Sample]) -> float:
    """Return the log-loss of the evaluation in use, brought to the scale and the side to move's advantage that fit."""
    today, unseen = ([(sample.today, 1) for sample in some] for some in (samples, held_out))
    return regression.log_loss(unseen, _labels(held_out), regression.fit(today, _labels(samples)))
