"""Axes of charts: round numbers along a line."""

from dataclasses import dataclass
from math import ceil, floor, log10


@dataclass(frozen=True)
class Axis:
    """Values laid out from one end of a line to the other, in the drawing's units."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Return where a value lies on the line; one beyond an end lies at the end."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 2)

    def ticks(self, most: int = 8) -> list[float]:
        """Return at most so many round values on the axis, equally far apart."""
        step = round_step((self.high - self.low) / most)
        first = ceil(self.low / step - 1e-9)
        last = floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]


def round_step(least: float) -> float:
    """Return the least of 1, 2, 5, 10, 20, 50 and so on, or of their fractions, that is not below `least` > 0."""
    power = 10.0 ** floor(log10(least))
    return float(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9)))
