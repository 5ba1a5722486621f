"""What is still missing to win, read off a drawn board: the threats that people are shown, for every game alike.

A cost is the fewest marks with which a side still completes a line while the other one passes. In a game with
gravity the marks below it are not counted.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sttt.games.game import Side
from sttt.games.shape import Line, Shape


@dataclass(frozen=True)
class Costs:
    """One side's costs; None where it can no longer win."""

    groups: tuple[int | None, ...]
    """Of owning each group; all None in a game whose groups have no owner."""
    lines: tuple[int | None, ...]
    """Of each of the shape's lines."""


def costs(shape: Shape, position: Any, side: Side) -> Costs:
    """Return what each group and each winning line of the board still costs a side."""
    cells = [_cost_of_mark(mark, side) for mark in shape.marks(position)]
    if shape.owners is None:
        return Costs((None,) * len(shape.groups), _line_costs(shape.lines, cells))
    owners = shape.owners(position)
    groups = [_group_cost(group.lines, cells, owner, side) for group, owner in zip(shape.groups, owners, strict=True)]
    return Costs(tuple(groups), _line_costs(shape.lines, groups))


def _cost_of_mark(mark: Side | None, side: Side) -> int | None:
    if mark is None:
        return 1
    return 0 if mark is side else None


def _group_cost(lines: Sequence[Line], cells: Sequence[int | None], owner: Side | None, side: Side) -> int | None:
    if owner is not None:
        return 0 if owner is side else None
    return min((cost for cost in _line_costs(lines, cells) if cost is not None), default=None)


def _line_costs(lines: Sequence[Line], places: Sequence[int | None]) -> tuple[int | None, ...]:
    """Add up each line's places; one that can no longer be had rules the line out."""
    return tuple(_sum([places[place] for place in line]) for line in lines)


def _sum(costs_of_places: Sequence[int | None]) -> int | None:
    known = [cost for cost in costs_of_places if cost is not None]
    return sum(known) if len(known) == len(costs_of_places) else None
