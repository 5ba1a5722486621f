"""A position in sentences, for those who hear it: what stands where, group by group, and nothing drawn."""

from collections.abc import Sequence
from typing import Any

from sttt.cli.play.board import drawing_of
from sttt.games.game import Game, Side
from sttt.games.shape import Shape


def describe_board(game: Game, position: Any, names: dict[Side, str]) -> list[str]:
    """Say what is on the board, a line for each group of squares that is not empty; `names` are the sides'."""
    if game.shape is None:
        return drawing_of(game, position).split("\n")
    told = [_describe_group(game.shape, index, position, names) for index in range(len(game.shape.groups))]
    empty = [group.label for group, line in zip(game.shape.groups, told, strict=True) if line is None]
    lines = [line for line in told if line is not None]
    if not lines:
        return ["The board is empty."]
    return [*lines, f"Empty: {', '.join(empty)}."] if empty else lines


def _describe_group(shape: Shape, index: int, position: Any, names: dict[Side, str]) -> str | None:
    """Say what is on one group, None if nothing is."""
    group, marks = shape.groups[index], shape.marks(position)
    owner = shape.owners(position)[index] if shape.owners else None
    label = f"{group.label}: " if len(shape.groups) > 1 else ""
    if owner is not None:
        return f"{label}owned by {names[owner]}."
    cells = [cell for cell in group.cells if shape.cells[cell].placement is not None]
    parts = [
        f"{names[side]} on {_join([shape.cells[cell].label for cell in cells if marks[cell] is side])}"
        for side in Side
        if any(marks[cell] is side for cell in cells)
    ]
    if not parts:
        return None
    return f"{label}{'; '.join([*parts, _count_open([cell for cell in cells if marks[cell] is None])])}."


def _join(labels: Sequence[str]) -> str:
    return labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"


def _count_open(cells: Sequence[int]) -> str:
    return f"{len(cells)} open" if cells else "full"
