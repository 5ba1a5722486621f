"""A game's drawings, one after the other, as the few characters in which each differs from the one before.

A frame is a list ``[length, offset, text, offset, text, ...]``: write the texts over the drawing before at their
offsets, appending where they go beyond its end, then cut it to the length. Offsets and lengths count code points.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

Frame = list[int | str]

_GAP = 5
"""Equal characters between two changes that are cheaper to repeat than to skip."""


def frames(drawings: Sequence[str]) -> Iterator[Frame]:
    """Yield a frame for each drawing but the first."""
    for before, after in pairwise(drawings):
        frame: Frame = [len(after)]
        for start, end in _changes(before, after):
            frame += [start, after[start:end]]
        yield frame


def _changes(before: str, after: str) -> Iterator[tuple[int, int]]:
    """Yield where the drawing differs, first and behind last, changes with small gaps between them as one."""
    differing = [index for index, character in enumerate(after) if index >= len(before) or before[index] != character]
    start = end = -1
    for index in differing:
        if start >= 0 and index - end <= _GAP:
            end = index + 1
            continue
        if start >= 0:
            yield start, end
        start, end = index, index + 1
    if start >= 0:
        yield start, end


def draw_frame(before: str, frame: Frame) -> str:
    """Return the drawing that a frame makes of the one before; the page's script does the same."""
    characters = list(before)
    length, *writes = frame
    for offset, text in zip(writes[::2], writes[1::2], strict=True):
        characters[int(offset) : int(offset) + len(str(text))] = str(text)
    return "".join(characters[: int(length)])
