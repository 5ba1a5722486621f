"""The charts of a report as coordinates; the template draws them as SVG.

Horizontal lengths are percentages of the drawing, so that it fits a window of any width while its text keeps its size;
vertical lengths are pixels. Names of rows are placed beside the drawing.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from sttt.arena.statistics.rating import Rating
from sttt.games.records.record import GameRecord


@dataclass(frozen=True)
class Axis:
    """An axis: a range of values mapped to a range of the drawing's units."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Return the place of a value on the axis; a value beyond an end is placed at that end."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 2)

    def ticks(self, most: int = 8) -> list[float]:
        """Return at most `most` round values on the axis, equally far apart."""
        step = round_step((self.high - self.low) / most)
        first = ceil(self.low / step - 1e-9)
        last = floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]


def round_step(least: float) -> float:
    """Return the least of 1, 2, 5 times a power of ten that is not below `least` > 0.

    >>> round_step(3.2), round_step(0.04)
    (5.0, 0.05)
    """
    power = 10.0 ** floor(log10(least))
    return float(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least * (1 - 1e-9)))


ROW = 30
MOST_BARS = 40
WIDEST_BAR = 9.0


@dataclass(frozen=True)
class Whisker:
    """A rating with its error bar."""

    label: str
    y: float
    x: float
    low: float
    high: float
    value: str


@dataclass(frozen=True)
class RatingPlot:
    """The rating chart: a row for each player, Elo from left to right."""

    rows: list[Whisker]
    ticks: list[tuple[float, str]]
    zero: float
    height: int


def rating_plot(ratings: Sequence[Rating]) -> RatingPlot:
    """Lay out the ratings, of which there must be some."""
    low = min(rating.elo - rating.error for rating in ratings)
    high = max(rating.elo + rating.error for rating in ratings)
    axis = Axis(min(low, -1.0), max(high, 1.0), 0, 100)
    rows = [
        Whisker(
            rating.name,
            ROW * (index + 0.5),
            axis.place(rating.elo),
            axis.place(rating.elo - rating.error),
            axis.place(rating.elo + rating.error),
            f"{rating.elo:+.0f} ± {rating.error:.0f}",
        )
        for index, rating in enumerate(ratings)
    ]
    ticks = [(axis.place(value), f"{value:+.0f}" if value else "0") for value in axis.ticks()]
    return RatingPlot(rows, ticks, axis.place(0), ROW * len(ratings) + 30)


@dataclass(frozen=True)
class Segment:
    """A part of a bar; `kind` is the class in the style sheet."""

    kind: str
    count: int
    start: float
    size: float


@dataclass(frozen=True)
class Bar:
    """A bar: segments one after another."""

    label: str
    place: float
    segments: list[Segment]
    total: int


@dataclass(frozen=True)
class Histogram:
    """A histogram: upright bars over numbers of turns."""

    bars: list[Bar]
    bar_width: float
    x_ticks: list[tuple[float, str]]
    y_ticks: list[tuple[float, str]]
    bottom: float
    height: int


RESULTS = (("x", "X won"), ("draw", "drawn"), ("o", "O won"))


def length_histogram(records: Sequence[GameRecord]) -> Histogram:
    """Count the games, of which there must be some, by number of turns and result."""
    lengths = [len(record.turns) for record in records]
    width = ceil(round_step((max(lengths) - min(lengths) + 1) / MOST_BARS))
    first = min(lengths) // width
    counts = Counter((len(record.turns) // width, record.result.value if record.result else "") for record in records)
    bins = range(first, max(lengths) // width + 1)
    most = max(sum(counts[index, kind] for kind, _ in RESULTS) for index in bins) or 1
    bottom = 200.0
    up = Axis(0, most, bottom, 14)
    size = min(100 / len(bins), WIDEST_BAR)
    bars = []
    for index in bins:
        parts = _stack([(kind, counts[index, kind]) for kind, _ in RESULTS], up)
        start, end = index * width, (index + 1) * width - 1
        label = f"{start} turns" if width == 1 else f"{start} to {end} turns"
        bars.append(Bar(label, round((index - first) * size, 2), parts, sum(part.count for part in parts)))
    every = max(1, ceil(len(bins) / 12))
    x_ticks = [(round(bar.place + size / 2, 2), str(index * width)) for index, bar in zip(bins, bars, strict=True)]
    y_ticks = [(up.place(value), f"{value:.0f}") for value in up.ticks(5) if value == int(value)]
    return Histogram(bars, round(size * 0.84, 2), x_ticks[::every], y_ticks, bottom, 244)


def _stack(parts: Sequence[tuple[str, int]], axis: Axis) -> list[Segment]:
    """Stack the parts along the axis, leaving out empty ones."""
    segments, before = [], 0
    for kind, count in parts:
        ends = sorted((axis.place(before), axis.place(before + count)))
        if count:
            segments.append(Segment(kind, count, ends[0], round(ends[1] - ends[0], 2)))
        before += count
    return segments


@dataclass(frozen=True)
class BarChart:
    """A bar chart: bars from left to right, one in each row."""

    bars: list[Bar]
    height: int


def bar_chart(rows: Sequence[tuple[str, Mapping[str, int]]]) -> BarChart:
    """Lay out counts by kind for each label."""
    most = max((sum(counts.values()) for _, counts in rows), default=0) or 1
    axis = Axis(0, most, 0, 100)
    bars = [
        Bar(label, ROW * index + 4, _stack(list(counts.items()), axis), sum(counts.values()))
        for index, (label, counts) in enumerate(rows)
    ]
    return BarChart(bars, ROW * len(rows))
