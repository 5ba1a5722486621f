"""Progress on standard error, shown only where a person looks on."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

_Item = TypeVar("_Item")


def with_progress(items: Iterable[_Item], total: int | None, name: str = "games") -> Iterable[_Item]:
    """Yield the items, counting them by their name on a bar that goes away in the end; a total may be unknown."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield from items
        return
    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        yield from progress.track(items, total=total)


@contextmanager
def with_status(describe: Callable[[], str]) -> Iterator[None]:
    """Show a line meanwhile, described anew four times a second by a thread of its own; it goes away in the end."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    line = Live(get_renderable=lambda: Text(describe()), console=console, transient=True, redirect_stdout=False)
    with line:
        yield
