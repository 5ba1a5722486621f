"""The numbers of the static evaluation of 4x4x4, which `engine` takes as data."""

from dataclasses import dataclass


@dataclass(frozen=True)
class QubicWeights:
    """The weights of the static evaluation."""

    lines: tuple[int, ...]
    """Points of a line without a mark of the other side, by the number of marks, 0 to 4."""
    crossings: tuple[int, ...]
    """The value of an empty square in which two of a side's lines with two marks cross; what it adds more if three do;
    what it adds in which one such line and one with a single mark cross; what it adds more for a second of the latter.
    """
    tempo: int
    """Points that the side to move has on top."""


HAND_MADE = QubicWeights((0, 1, 6, 12, 0), (0, 0, 0, 0), tempo=6)
"""Round numbers, without crossings."""
