"""What can be learned about a game, as registered under ``sttt.tunings``, and what comes of it."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass

from sttt.strict_json import Json


@dataclass(frozen=True)
class Curve:
    """How learning went: series of points by name."""

    x: str
    """What is counted from left to right."""
    y: str
    series: Mapping[str, list[tuple[float, float]]]


@dataclass(frozen=True)
class Lesson:
    """What was learned."""

    values: Mapping[str, Json]
    """What a player reads."""
    origin: Mapping[str, Json]
    """Where it comes from, and how good it is on what was held out."""
    curve: Curve


@dataclass(frozen=True)
class TuningRun:
    """What is to be learned from."""

    games: int
    """How many games are played to learn from."""
    seed: int
    kept: Sequence[str]
    """What an earlier run of the same command has kept, one line after the other."""
    keep: Callable[[str], None]
    """Keep a line of what took long to find out, so that the next run goes on from there."""


@dataclass(frozen=True)
class Tuning:
    """A way to learn an evaluation of one game."""

    game: str
    games: int
    """How many games it takes to learn what ships."""
    learn: Callable[[TuningRun], Generator[int, None, Lesson]]
    """Learn, and yield after every step how many games have been played."""
