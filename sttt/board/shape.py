"""Reading positions on a game's board: what has changed, which line has decided, what lines still cost."""

from collections.abc import Sequence
from dataclasses import dataclass

from sttt.games.game import Line, P, Shape, Side


def changed_cells(shape: Shape[P], before: P, after: P) -> tuple[int, ...]:
    """Return the cells whose marks differ: where the placements from one position to the other have landed."""
    pairs = zip(shape.marks(before), shape.marks(after), strict=True)
    return tuple(cell for cell, (old, new) in enumerate(pairs) if old is not new)


def deciding_lines(shape: Shape[P], position: P) -> tuple[Line, ...]:
    """Return the lines that a finished game was won by, or where lines lose was lost by; none without a winner."""
    winner = position.result.winner if position.result else None
    if winner is None:
        return ()
    owner = winner.other if shape.lines_lose else winner
    held: Sequence[Side | None] = shape.owners(position) if shape.owners else shape.marks(position)
    return tuple(line for line in shape.lines if all(held[place] is owner for place in line))


@dataclass(frozen=True)
class Costs:
    """The costs of one side's lines, None where it can no longer have one.

    A cost is the fewest marks with which a side still completes a line while the other one passes. In a game with
    gravity the marks below it are not counted. Whether a line is worth having, `Shape.lines_lose` says.
    """

    groups: tuple[int | None, ...]
    """The cost of owning each group; all None in a game whose groups have no owner."""
    lines: tuple[int | None, ...]
    """The cost of each of the shape's lines."""


def costs(shape: Shape[P], position: P, side: Side) -> Costs:
    """Return what each group and each line of the board still costs a side."""
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
