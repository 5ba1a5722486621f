"""The tuning of a game's evaluation, as registered under ``sttt.tunings``, and its outcome."""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass

from sttt.strict_json import Json


@dataclass(frozen=True)
class Curve:
    """A learning curve: series of points by name."""

    x: str
    """The label of the horizontal axis."""
    y: str
    series: Mapping[str, list[tuple[float, float]]]


@dataclass(frozen=True)
class Lesson:
    """A learned evaluation, and where it comes from."""

    values: Mapping[str, Json]
    """The content of the file that a player reads."""
    origin: Mapping[str, Json]
    """Its source, and its quality on the games held out."""
    curve: Curve


@dataclass(frozen=True)
class TuningRun:
    """The settings of a run."""

    games: int
    """Number of games to play and learn from."""
    seed: int
    kept: Sequence[str]
    """The lines that an earlier run of the same command has kept."""
    keep: Callable[[str], None]
    """A function that keeps a line of a costly result, so that the next run goes on from there."""


@dataclass(frozen=True)
class Tuning:
    """A way to learn an evaluation of one game."""

    game: str
    games: int
    """Number of games from which the shipped weights were learned."""
    learn: Callable[[TuningRun], Generator[int, None, Lesson]]
    """Learn, and yield after every step how many games have been played."""
