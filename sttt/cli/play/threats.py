"""What each group and each winning line still costs both sides, and which lines the next turn could finish."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.table import Table

from sttt.cli.tables import new_table
from sttt.games.game import Game, Side
from sttt.games.shape import Line, Shape, winning_lines
from sttt.games.shape_costs import costs

FEW_LINES = 20
"""With more lines than these only those are told that a side has come near to."""

NEAR = 2
"""Marks: the cost up to which a side has come near to a line."""


@dataclass(frozen=True)
class Cost:
    """What one thing costs both sides; None where a side can no longer have it."""

    label: str
    costs: dict[Side, int | None]


@dataclass(frozen=True)
class Threats:
    """The costs of a position."""

    groups: tuple[Cost, ...]
    lines: tuple[Cost, ...]
    turn: int
    """Placements in a turn: a line that costs a side no more is a threat."""

    def of(self, side: Side) -> list[str]:
        """Return the lines that the side's next turn could finish."""
        return [line.label for line in self.lines if _within(line.costs[side], self.turn)]


def find_threats(game: Game, position: Any) -> Threats | None:
    """Return the costs, None for a game whose board is not described."""
    shape = game.shape
    if shape is None:
        return None
    both = {side: costs(shape, position, side) for side in Side}
    groups = [
        Cost(group.label, {side: both[side].groups[index] for side in Side})
        for index, group in enumerate(shape.groups)
        if shape.owners
    ]
    lines = [
        Cost(_label(shape, line), {side: both[side].lines[index] for side in Side})
        for index, line in enumerate(shape.lines)
    ]
    if len(lines) > FEW_LINES:
        lines = [line for line in lines if any(_within(cost, NEAR) for cost in line.costs.values())]
    return Threats(tuple(groups), tuple(lines), game.start().left)


def winning_line(game: Game, position: Any) -> str | None:
    """Name the line with which a finished game was won, None if there is none or the board is not described."""
    lines = winning_lines(game.shape, position) if game.shape else ()
    return _label(game.shape, lines[0]) if game.shape and lines else None


def _label(shape: Shape, line: Line) -> str:
    """Name a line by its ends."""
    ends = (line[0], line[-1])
    first, last = (shape.groups[end].label if shape.owners else shape.cells[end].label for end in ends)
    return f"{first} to {last}"


def _within(cost: int | None, most: int) -> bool:
    return cost is not None and cost <= most


def threats_table(threats: Threats, names: dict[Side, str]) -> Table:
    """Lay the costs out, threats marked with ``!``."""
    table = new_table("", "", *(names[side] for side in Side))
    for cost in threats.groups:
        table.add_row(cost.label, *(_number(cost.costs[side]) for side in Side))
    if threats.groups:
        table.add_section()
    for line in threats.lines:
        table.add_row(line.label, *(_marked(line.costs[side], threats.turn) for side in Side))
    return table


def describe_threats(threats: Threats, names: dict[Side, str]) -> Iterator[str]:
    """Say the costs, a sentence each."""
    for cost in (*threats.groups, *threats.lines):
        yield f"{cost.label}: {', '.join(_say_cost(names[side], cost.costs[side]) for side in Side)}."


def _say_cost(name: str, cost: int | None) -> str:
    return f"{name} cannot win it" if cost is None else f"{name} {cost}"


def _number(cost: int | None) -> str:
    return "-" if cost is None else str(cost)


def _marked(cost: int | None, turn: int) -> str:
    return f"{_number(cost)}{'!' if _within(cost, turn) else ' '}"
