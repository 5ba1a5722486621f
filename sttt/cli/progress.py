"""A progress bar on standard error, shown only where a person looks on."""

from collections.abc import Iterable
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

_Item = TypeVar("_Item")


def with_progress(items: Iterable[_Item], total: int, name: str = "games") -> Iterable[_Item]:
    """Yield the items, counting them by their name on a bar that goes away in the end."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield from items
        return
    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        yield from progress.track(items, total=total)
