"""The house style of what is printed for people."""

import sys

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table


def standard_output() -> Console:
    """Return the console for results; it prints what it gets, as names of players may look like markup."""
    return Console(file=sys.stdout, markup=False, emoji=False, highlight=False)


def new_table(title: str, first_column: str, *number_columns: str) -> Table:
    """Return an empty table in the house style: text in the first column, numbers in the others."""
    table = Table(title=title, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column(first_column, overflow="fold")
    for column in number_columns:
        table.add_column(column, justify="right")
    return table


def format_seconds(seconds: float | None) -> str:
    """Write a duration with milliseconds, or a dash."""
    return "-" if seconds is None else f"{seconds:.3f} s"
