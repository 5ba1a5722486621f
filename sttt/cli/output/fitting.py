"""Laying out a table in a window: names stay whole, or have a label that a legend explains; columns move below.

A column is given at least its longest word. Where that does not fit, the longest names are exchanged for labels; where
even that does not fit, or the table is one that can be split, the columns that are left over follow in further tables,
each after the columns up to the names.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, product
from string import ascii_uppercase

from rich.cells import cell_len

_BETWEEN = 3
"""Characters from one column to the next: a blank on both sides of the line between them."""

_LONGEST_WORD = 24
"""A longer one, such as a path, may be broken; a name is broken nowhere."""

Names = tuple[str, ...]
"""A cell that lists names, or holds one."""
Cell = str | Names


@dataclass(frozen=True)
class Column:
    """A column before it is laid out: its heading, and its cells from top to bottom."""

    heading: str
    cells: Sequence[Cell]

    @property
    def least(self) -> int:
        """The least width at which no word and no name is broken."""
        words = [word for text in (self.heading, *self.cells) if isinstance(text, str) for word in text.split()]
        names = [cell_len(name) + is_followed for name, is_followed in self._names()]
        return max([*(min(cell_len(word), _LONGEST_WORD) for word in words), *names], default=0)

    @property
    def most(self) -> int:
        """The width that it has where there is room."""
        return max(cell_len(line) for text in (self.heading, *map(listed, self.cells)) for line in text.split("\n"))

    def _names(self) -> Iterator[tuple[str, bool]]:
        for cell in self.cells:
            if isinstance(cell, tuple):
                yield from ((name, number < len(cell)) for number, name in enumerate(cell, start=1))

    @property
    def names(self) -> set[str]:
        """All names in it."""
        return {name for name, _ in self._names()}

    def labelled(self, labels: dict[str, str]) -> "Column":
        """Return the column with labels in place of some names."""
        cells = (
            cell if isinstance(cell, str) else tuple(labels.get(name, name) for name in cell) for cell in self.cells
        )
        return Column(self.heading, tuple(cells))


def listed(cell: Cell) -> str:
    """Return a cell as one line."""
    return cell if isinstance(cell, str) else ", ".join(cell)


def filled(cell: Cell, width: int) -> str:
    """Return a cell whose names are listed on as many lines as they need, none of them broken."""
    if isinstance(cell, str):
        return cell
    lines = [""]
    for number, name in enumerate(cell, start=1):
        word = name if number == len(cell) else f"{name},"
        if lines[-1] and cell_len(lines[-1]) + 1 + cell_len(word) > width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".lstrip()
    return "\n".join(lines)


def needed(widths: Sequence[int]) -> int:
    """Return how wide a table is whose columns have these widths."""
    return sum(widths) + _BETWEEN * len(widths) - 1


def labels_for(columns: Sequence[Column], room: int, *, splits: bool) -> dict[str, str]:
    """Return labels for the names that are too long, the longest first, until the others fit; none if all do.

    A table that can be split leaves a third of the room to its names, others whatever the other columns do not need.
    """
    named = [column for column in columns if column.names]
    names = sorted(set[str]().union(*(column.names for column in named)), key=lambda name: (-cell_len(name), name))
    labels: dict[str, str] = {}
    if not splits and needed([column.least for column in columns]) <= room:
        return labels
    fresh = (label for label in _every_label() if label not in names)
    others = needed([column.least for column in columns if not column.names] + [0] * len(named))
    most = room // 3 if splits else room - others
    for name in names:
        if sum(column.labelled(labels).least for column in named) <= most or cell_len(name) <= 1:
            break
        labels[name] = next(fresh)
    return labels


def _every_label() -> Iterator[str]:
    """Yield A to Z, AA and so on."""
    for length in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=length))


def parts(columns: Sequence[Column], room: int, kept: int) -> list[list[int]]:
    """Deal out the columns to tables that fit, each with the first `kept`; a column too wide for any has one alone."""
    first = list(range(kept))
    dealt = [first]
    for number in range(kept, len(columns)):
        wider = [*dealt[-1], number]
        if needed([columns[one].least for one in wider]) <= room or len(dealt[-1]) == kept:
            dealt[-1] = wider
        else:
            dealt.append([*first, number])
    return dealt


def widths(columns: Sequence[Column], room: int) -> list[int]:
    """Return the columns' widths: as wide as they like, and where that is too much, the widest give up most."""
    given = [column.most for column in columns]
    while needed(given) > room:
        able = [number for number, column in enumerate(columns) if given[number] > column.least]
        if not able:
            break
        given[max(able, key=given.__getitem__)] -= 1
    return given
