"""Objects as a notebook shows them: tables and lines, beside a picture, in HTML whose text is escaped."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape


@dataclass(frozen=True)
class Sheet:
    """A table as text, whoever shows it."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()
    """Lines below it."""
    names: Sequence[int] = ()
    """The columns whose cells are players' names, which may be long."""
    splits: bool = False
    """True if the columns after the names can stand in tables of their own where there is no room for all."""

    def __str__(self) -> str:
        """Return it in lines of plain text, names to the left and numbers to the right."""
        rows = [self.columns, *self.rows]
        left = {0, *self.names}
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        table = [
            "  ".join(f"{cell:{'<' if at in left else '>'}{widths[at]}}" for at, cell in enumerate(row)).rstrip()
            for row in rows
        ]
        return "\n".join([*([self.title] if self.title else []), *table, *self.notes])

    def _repr_html_(self) -> str:
        """Return it for a notebook."""
        head = f"<caption style='text-align:left'><b>{escape(self.title)}</b></caption>" if self.title else ""
        rows = [_row("th", self.columns), *(_row("td", row) for row in self.rows)]
        return f"<table>{head}{''.join(rows)}</table>{lines(*self.notes)}"


def facts(known: Mapping[str, str]) -> str:
    """Return a table of what is known, a row each."""
    return f"<table>{''.join(_row('td', row) for row in known.items())}</table>"


def lines(*texts: str) -> str:
    """Return lines of text."""
    return "".join(f"<div>{escape(text)}</div>" for text in texts)


def folded(summary: str, inside: str) -> str:
    """Return something long below a line that opens it."""
    return f"<details><summary>{escape(summary)}</summary>{inside}</details>"


def beside(*parts: str) -> str:
    """Return parts side by side, or below each other where there is no room."""
    boxes = "".join(f"<div>{part}</div>" for part in parts if part)
    return f"<div style='display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start'>{boxes}</div>"


def _row(cell: str, texts: Iterable[str]) -> str:
    cells = (f"<{cell} style='text-align:left'>{escape(text)}</{cell}>" for text in texts)
    return f"<tr>{''.join(cells)}</tr>"
