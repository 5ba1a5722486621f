"""The house style of what is printed for people, and the one way by which text reaches a terminal."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import accumulate
from threading import Event, Thread
from typing import Any, TypeVar

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.segment import Segment
from rich.table import Table
from rich.text import Span, Text

from sttt.cli.output.fitting import Cell, Column, Names, filled, labels_for, listed, needed, parts, widths
from sttt.errors import StttError, printable, printable_lines
from sttt.markup import Sheet


class HouseConsole(Console):
    """Prints what it gets, as names of players may look like markup, but nothing that would steer the terminal."""

    def __init__(self, **options: Any) -> None:
        """Take the options of `rich.console.Console`."""
        super().__init__(markup=False, emoji=False, highlight=False, **options)

    def print(self, *objects: Any, **options: Any) -> None:
        """Print as `rich` does, and cut nothing off that is wider than the window."""
        super().print(*objects, **{"crop": False, **options})

    def say(self, line: Text | str = "") -> None:
        """Print lines: wrapped between words at a terminal, elsewhere whole."""
        self.print(line, soft_wrap=not self.is_terminal)

    def render_str(self, text: str, **options: Any) -> Text:
        """Make the strings of tables and messages safe before they are measured."""
        return super().render_str(self.shown(text), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Make text safe wherever it comes from."""
        return super().render(self._safe(renderable) if isinstance(renderable, Text) else renderable, options)

    def shown(self, text: str) -> str:
        """Return text whose lines can be shown: printable, and with escapes for what the stream's encoding lacks."""
        return printable_lines(text).encode(self.encoding, "backslashreplace").decode(self.encoding)

    def _safe(self, text: Text) -> Text:
        """Return the text with its styles, its lines made so that they can be shown."""
        parts = [self.shown(character) for character in text.plain]
        if "".join(parts) == text.plain:
            return text
        offsets = [0, *accumulate(map(len, parts))]
        safe = text.copy()
        safe.plain = "".join(parts)
        safe.spans = [Span(offsets[span.start], offsets[min(span.end, len(parts))], span.style) for span in text.spans]
        return safe

    def on_broken_pipe(self) -> None:
        """Leave it to the command line what becomes of a reader that has gone."""
        raise BrokenPipeError


def standard_output() -> HouseConsole:
    """Return the console for results."""
    return HouseConsole(file=sys.stdout)


def standard_error() -> HouseConsole:
    """Return the console for errors and for what is shown meanwhile."""
    return HouseConsole(file=sys.stderr)


def name_damage(what: StttError) -> None:
    """Say on standard error which entry of a file is passed over, and why."""
    standard_error().say(f"sttt: {' '.join(str(what).split())}; it is left out")


class HouseTable(Table):
    """A table in the house style that fits its window: no word and no name in it is broken or cut off.

    A cell is text, or a tuple of names; a line break of somebody else's in either is no line break.
    """

    def __init__(self, title: str, *, kept: int = 1, splits: bool = False) -> None:
        """Take how many columns are in each part of it, and whether it had better be split than have labels."""
        super().__init__(
            title=printable(title), title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False
        )
        self._kept, self._splits = kept, splits
        self._laid: list[tuple[Cell, ...]] = []

    def add_row(self, *cells: RenderableType | Names | None, **options: Any) -> None:
        """Add a row; a cell that is neither text nor names leaves the layout of the table to `rich`."""
        plain = tuple(tuple(map(printable, one)) if isinstance(one, tuple) else printable(str(one)) for one in cells)
        self._laid.append(plain)
        super().add_row(
            *(listed(laid) if isinstance(cell, str | tuple) else cell for cell, laid in zip(cells, plain, strict=True)),
            **options,
        )

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it as it is where there is room; else labelled, in parts, and with a legend."""
        columns, room = self._columns(console), options.max_width
        whole = needed([column.most for column in columns])
        title = str(self.title)
        if whole <= room and cell_len(title) <= whole:
            yield from super().__rich_console__(console, options)
            return
        labels = labels_for(columns, room, splits=self._splits)
        columns = [column.labelled(labels) for column in columns]
        if title:
            yield Note(title, "bold")
        for numbers in parts(columns, room, self._kept):
            yield from self._part([columns[number] for number in numbers], numbers, console, options)
        yield from (Note(f" {label} = {name}") for name, label in labels.items())

    def _columns(self, console: Console) -> list[Column]:
        """Return the columns as the console shows them."""
        shown = console.shown if isinstance(console, HouseConsole) else str
        rows = [tuple(shown(c) if isinstance(c, str) else tuple(map(shown, c)) for c in row) for row in self._laid]
        headings = [shown(str(column.header)) for column in self.columns]
        return [Column(heading, [row[number] for row in rows]) for number, heading in enumerate(headings)]

    def _part(
        self, columns: list[Column], numbers: list[int], console: Console, options: ConsoleOptions
    ) -> Iterable[Segment]:
        given = widths(columns, options.max_width)
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for column, number, width in zip(columns, numbers, given, strict=True):
            table.add_column(column.heading, width=width, overflow="fold", justify=self.columns[number].justify)
        for row in zip(*(column.cells for column in columns), strict=True):
            table.add_row(*(filled(cell, width) for cell, width in zip(row, given, strict=True)))
        return console.render(table, options.update_width(max(options.max_width, needed(given))))


class Note:
    """A line below a table: wrapped between words at a terminal, elsewhere whole."""

    def __init__(self, text: str, style: str = "") -> None:
        self._text, self._style = printable(text), style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw it."""
        whole = not console.is_terminal
        yield Text(self._text, self._style, no_wrap=whole, overflow="ignore" if whole else "fold")


def new_table(title: str, first_column: str, *number_columns: str, kept: int = 1, splits: bool = False) -> HouseTable:
    """Return an empty table in the house style: text in the first column, numbers in the others."""
    table = HouseTable(title, kept=kept, splits=splits)
    table.add_column(first_column, overflow="fold")
    for column in number_columns:
        table.add_column(column, justify="right")
    return table


def drawn(sheet: Sheet) -> RenderableType:
    """Return a sheet in the house style with the lines below it."""
    table = new_table(sheet.title, *sheet.columns, kept=max(sheet.names, default=0) + 1, splits=sheet.splits)
    for number in sheet.names:
        table.columns[number].justify = "left"
    for row in sheet.rows:
        table.add_row(*((cell,) if number in sheet.names else cell for number, cell in enumerate(row)))
    return Group(table, *(Note(f" {line}") for line in sheet.notes))


_Item = TypeVar("_Item")

ReadCount = Callable[[], tuple[int, int | None]]
"""The number so far, and that in the end, None if it is unknown."""

_PLAIN_SECONDS = 30.0
"""The interval at which a line is written where no terminal shows a table."""


def with_progress(items: Iterable[_Item], total: int | None, name: str = "games") -> Iterable[_Item]:
    """Yield the items, counting them by their name on a bar that goes away in the end; a total may be unknown."""
    console = standard_error()
    if not console.is_terminal:
        yield from items
        return
    with _bar(console, name) as progress:
        yield from progress.track(items, total=total)


@contextmanager
def with_status(describe: Callable[[], str]) -> Iterator[None]:
    """Show a line meanwhile, described again four times a second by a thread of its own; it goes away in the end."""
    console = standard_error()
    if not console.is_terminal:
        yield
        return
    with _live(console, lambda: Text(describe())):
        yield


def with_live_table(
    items: Iterable[_Item], total: int | None, draw: Callable[[], RenderableType], name: str = "games"
) -> Iterator[_Item]:
    """Yield the items, counting them by their name in a `live_table`."""
    number = 0
    with live_table(draw, lambda: (number, total), name):
        for item in items:
            number += 1
            yield item


@contextmanager
def live_table(draw: Callable[[], RenderableType], count: ReadCount, name: str) -> Iterator[None]:
    """Show meanwhile what `draw` returns, and a bar of how many there are by that name; both are asked in a thread.

    It goes away in the end, but stays if Ctrl-C comes. Where standard error is no terminal, a line now and then says
    how far it is.
    """
    console = standard_error()
    if not console.is_terminal:
        with _plain_lines(count, name):
            yield
        return
    progress = _bar(console, name)
    task = progress.add_task(name)

    def drawn_now() -> RenderableType:
        number, total = count()
        progress.update(task, completed=number, total=total)
        return Group(draw(), progress)

    with _live(console, drawn_now) as show:
        try:
            yield
        except KeyboardInterrupt:
            show.transient = False
            raise


def _bar(console: Console, name: str) -> Progress:
    columns = (TextColumn(name), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True)


def _live(console: Console, draw: Callable[[], RenderableType]) -> Live:
    return Live(get_renderable=draw, console=console, transient=True, redirect_stdout=False)


@contextmanager
def _plain_lines(count: ReadCount, name: str) -> Iterator[None]:
    begun, ended = time.monotonic(), Event()

    def tell() -> None:
        while not ended.wait(_PLAIN_SECONDS):
            number, total = count()
            of_all = "" if total is None else f" of {total}"
            standard_error().say(f"{number}{of_all} {name} after {time.monotonic() - begun:.0f} s")

    teller = Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        ended.set()
        teller.join()
