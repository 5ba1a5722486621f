"""The lines of a board: made of bit masks, and by name: a row, a column, a diagonal, one through a cube's layers."""

from collections.abc import Iterable, Sequence

from sttt.games.game import Line, P, Shape

BIG_LINES: dict[Line, str] = {
    (0, 1, 2): "the top row of boards",
    (3, 4, 5): "the middle row of boards",
    (6, 7, 8): "the bottom row of boards",
    (0, 3, 6): "the left column of boards",
    (1, 4, 7): "the middle column of boards",
    (2, 5, 8): "the right column of boards",
    (0, 4, 8): "the big diagonal from top left",
    (2, 4, 6): "the big diagonal from top right",
}
"""The lines of nine little boards in reading order."""


def masks_to_lines(masks: Iterable[int], places: Sequence[int]) -> tuple[Line, ...]:
    """Turn lines given as bit masks into lines over `places`, the one of bit 0 first."""
    return tuple(tuple(place for bit, place in enumerate(places) if mask >> bit & 1) for mask in masks)


def carried_masks(to: Sequence[int]) -> tuple[int, ...]:
    """Return, for every mask of as many squares, what it becomes where square `s` goes to ``to[s]``."""
    carried = [0]
    for square in to:  # the masks that have it are those that do not, once more
        carried += [mask | 1 << square for mask in carried]
    return tuple(carried)


def line_name(shape: Shape[P], line: Line) -> str:
    """Name one of the board's lines: by where it runs, and by its ends where several run so."""
    if shape.owners:
        return BIG_LINES.get(line) or f"the line {shape.groups[line[0]].label} to {shape.groups[line[-1]].label}"
    ends = f"{shape.cells[line[0]].label} to {shape.cells[line[-1]].label}"
    start, end = _place(shape, line[0]), _place(shape, line[-1])
    across, down, up = (abs(to - from_) > 0.5 for from_, to in zip(start, end, strict=True))
    if up:
        return _through_layers(ends, across, down)
    layer = f", layer {start[2] + 1:.0f}" if len(shape.groups) > 1 else ""
    way = "diagonal" if across and down else "row" if across else "column"
    return f"the {way} {ends}{layer}"


def _through_layers(ends: str, across: bool, down: bool) -> str:  # noqa: FBT001 - two directions
    if across and down:
        return f"the diagonal through the cube, {ends}"
    return f"the {'slanting line' if across or down else 'pillar'} {ends}"


def _place(shape: Shape[P], cell: int) -> tuple[float, float, float]:
    """Return where a cell is: across and down in its layer, and which layer."""
    layer, cells = next((layer, group.cells) for layer, group in enumerate(shape.groups) if cell in group.cells)
    left, top = min(shape.cells[one].x for one in cells), min(shape.cells[one].y for one in cells)
    return shape.cells[cell].x - left, shape.cells[cell].y - top, layer
