"""The numbers that options take, bounded by `sttt.bounds` as numbers from anywhere are."""

import math
from typing import Any

import click

from sttt.bounds import MOST_COUNT, MOST_SECONDS, MOST_SEED
from sttt.errors import shown

MOST_JOBS = 1024
"""The most processes at once: each takes some 30 MB."""


class Seconds(click.FloatRange):
    """A positive, finite number of seconds, at most `MOST_SECONDS`."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read the number, or fail as wrong input."""
        seconds: float = super().convert(value, param, ctx)
        if not math.isfinite(seconds):
            self.fail(f"{value!r} is not a number of seconds; expected a finite one such as 0.5", param, ctx)
        if seconds > MOST_SECONDS:
            self.fail(f"{value!r} seconds are too many; expected at most {MOST_SECONDS:.0f}", param, ctx)
        return seconds


class Count(click.IntRange):
    """A whole number from a least one on, and of a size that what counts with it can hold."""

    def __init__(self, least: int = 1, most: int = MOST_COUNT) -> None:
        super().__init__(min=least)
        self._most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number, or fail as wrong input."""
        number: int = super().convert(value, param, ctx)
        if number > self._most:
            self.fail(f"{shown(number)} is too large; expected at most {self._most}", param, ctx)
        return number


class Whole(click.types.IntParamType):
    """A seed or an id: a whole number of 64 bits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number, or fail as wrong input."""
        number: int = super().convert(value, param, ctx)
        if abs(number) > MOST_SEED:
            self.fail(f"{shown(number)} has more than 64 bits; expected at most {MOST_SEED}", param, ctx)
        return number
