"""A table that is kept up to date on standard error while games are played."""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import click
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

_Item = TypeVar("_Item")

_PLAIN_SECONDS = 30.0
"""How often a line is written where no terminal shows a table."""


def with_live_table(
    items: Iterable[_Item], total: int | None, draw: Callable[[], RenderableType], name: str = "games"
) -> Iterator[_Item]:
    """Yield the items, counting them under what `draw` returns, which is asked anew four times a second.

    It goes away in the end. Where standard error is no terminal, a line now and then says how far it is.
    """
    console = Console(stderr=True, markup=False, emoji=False, highlight=False)
    if not console.is_terminal:
        yield from _with_plain_lines(items, total, name)
        return
    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=console, auto_refresh=False)
    task = progress.add_task(name, total=total)
    show = Live(get_renderable=lambda: Group(draw(), progress), console=console, transient=True, redirect_stdout=False)
    with show:
        for item in items:
            progress.advance(task)
            yield item


def _with_plain_lines(items: Iterable[_Item], total: int | None, name: str) -> Iterator[_Item]:
    begun = said = time.monotonic()
    for number, item in enumerate(items, start=1):
        yield item
        now = time.monotonic()
        if now - said >= _PLAIN_SECONDS:
            said = now
            of_all = "" if total is None else f" of {total}"
            click.echo(f"{number}{of_all} {name} after {now - begun:.0f} s", err=True)
