"""A position in words: what stands where, and what each group and each line still costs both sides."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.table import Table

from sttt.board.shape import costs, deciding_lines
from sttt.cli.output.tables import new_table
from sttt.cli.play.board import drawing_of
from sttt.games.game import Game, Position, Shape, Side
from sttt.games.lines import line_name


def describe_board(game: Game, position: Position, names: dict[Side, str]) -> list[str]:
    """Say what is on the board, a line for each group of squares that is not empty; `names` are the sides'."""
    if game.shape is None:
        return drawing_of(game, position).split("\n")
    told = [_describe_group(game.shape, index, position, names) for index in range(len(game.shape.groups))]
    empty = [group.label for group, line in zip(game.shape.groups, told, strict=True) if line is None]
    lines = [line for line in told if line is not None]
    if not lines:
        return ["The board is empty."]
    return [*lines, f"Empty: {', '.join(empty)}."] if empty else lines


def _describe_group(shape: Shape, index: int, position: Position, names: dict[Side, str]) -> str | None:
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


FEW_LINES = 20
"""With more lines than these only those are told that a side has come near to."""

NEAR = 2
"""Marks: the cost up to which a side has come near to a line."""


@dataclass(frozen=True)
class Cost:
    """The cost of one thing for each side; None where a side can no longer have it."""

    label: str
    costs: dict[Side, int | None]


@dataclass(frozen=True)
class Threats:
    """The costs of a position."""

    groups: tuple[Cost, ...]
    lines: tuple[Cost, ...]
    turn: int
    """Placements in a turn: a line that costs a side no more is a threat."""
    lines_lose: bool
    """True if a side loses by completing a line, and threatens nobody but itself."""

    def of(self, side: Side) -> list[str]:
        """Return the lines that the side's next turn could finish."""
        return [line.label for line in self.lines if _within(line.costs[side], self.turn)]


def find_threats(game: Game, position: Position) -> Threats | None:
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
        Cost(line_name(shape, line), {side: both[side].lines[index] for side in Side})
        for index, line in enumerate(shape.lines)
    ]
    if len(lines) > FEW_LINES:
        lines = [line for line in lines if any(_within(cost, NEAR) for cost in line.costs.values())]
    return Threats(tuple(groups), tuple(lines), game.start().left, shape.lines_lose)


def winning_line(game: Game, position: Position) -> str | None:
    """Name the line that a finished game was won or lost by, None if there is none or the board is not described."""
    lines = deciding_lines(game.shape, position) if game.shape else ()
    return line_name(game.shape, lines[0]) if game.shape and lines else None


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
    verb = "complete" if threats.lines_lose else "win"
    for cost in (*threats.groups, *threats.lines):
        yield f"{cost.label}: {', '.join(_say_cost(names[side], cost.costs[side], verb) for side in Side)}."


def _say_cost(name: str, cost: int | None, verb: str) -> str:
    return f"{name} cannot {verb} it" if cost is None else f"{name} {cost}"


def _number(cost: int | None) -> str:
    return "-" if cost is None else str(cost)


def _marked(cost: int | None, turn: int) -> str:
    return f"{_number(cost)}{'!' if _within(cost, turn) else ' '}"
