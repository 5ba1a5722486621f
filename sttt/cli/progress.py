"""A progress bar on standard error, shown only where a person looks on."""

from collections.abc import Iterable
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

_Item = TypeVar("_Item")


def with_progress(items: Iterable[_Item], total: int) -> Iterable[_Item]:
    """Yield the items, counting them as games on a bar that goes away in the end."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield from items
        return
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        yield from progress.track(items, total=total)
