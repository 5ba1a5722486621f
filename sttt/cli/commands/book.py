"""``sttt book``: asking, building and checking the opening books."""

import json
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import click

from sttt.cli.numbers import MOST_JOBS, Count, Seconds
from sttt.cli.options import Option, Workplace, grouped, json_option, workplace_options
from sttt.cli.output.books import build_qubic, entry_facts, layers_of, print_layers, write_book
from sttt.cli.output.tables import with_progress
from sttt.cli.positions import START, GivenPosition, argument
from sttt.errors import printable
from sttt.execution.executor import Executor, cores
from sttt.games.connect_four.book.book import ConnectFourBook
from sttt.games.connect_four.search.solver import LEAST_TABLE_BITS
from sttt.games.game import Side
from sttt.games.qubic.book.book import QubicBook
from sttt.games.records.json_lines import WorkFile
from sttt.games.super_ttt.book.book import SHIPPED_FILES, Book, shipped_book
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import draw, format_position, format_turn
from sttt.workshop.books import connect_four as connect_four_book
from sttt.workshop.books.super_ttt import BookWork, Layer, Scope, book_of, describe_run
from sttt.workshop.books.super_ttt_search import SearchEffort, search

DEFAULT_SECONDS = 10.0


_book_option: Option = click.option(
    "--book",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The book's file.  [default: what ships, and what the player plays by]",
)


def _read(path: Path | None) -> Book:
    return Book.load(path) if path else shipped_book()


def _out_option(name: str, done: str) -> Option:
    return click.option(
        "--out",
        type=click.Path(dir_okay=False, path_type=Path),
        default=name,
        show_default=True,
        help=f"The book to write; FILE.work beside it keeps what has been {done}.",
    )


@click.group()
def book() -> None:
    """Build an opening book, or see what is in one."""


@book.command()
@click.argument("given", metavar="[POSITION]", type=argument, default=START)
@_book_option
@json_option
def show(*, given: GivenPosition[Position], path: Path | None, as_json: bool) -> None:
    """Show what the book says of POSITION, the start unless given.

    POSITION is the compact form or (BOARD WHO), or - for standard input.
    """
    position = given.position
    found = _read(path).lookup(position)
    facts = {"turn": format_turn(found.turn), **entry_facts(found.entry)} if found else None
    if facts and path and path not in SHIPPED_FILES:
        facts["found"] = f"claimed by {printable(str(path))}: {facts['found']}"
    if as_json:
        click.echo(json.dumps({"position": format_position(position), "book": facts}))
        return
    lines = [f"{name:8} {fact}" for name, fact in facts.items()] if facts else ["not in the book"]
    click.echo("\n".join([draw(position), "", *lines]))


@book.command()
@_book_option
@json_option
def stats(*, path: Path | None, as_json: bool) -> None:
    """Count the book's positions by their turn in the game, with search and proof depths, and say where it comes from.

    A proof depth is within how many of its own turns the opponent is proved not to win after the book's turn.
    """
    read = _read(path)
    if as_json:
        click.echo(
            json.dumps(
                {"positions": len(read), "layers": [asdict(layer) for layer in layers_of(read)], "origin": read.origin}
            )
        )
    else:
        print_layers(read)


@dataclass(frozen=True)
class _Build:
    """Which positions are searched, and what for each."""

    seconds: float | None
    nodes: int | None
    turns_x: int
    turns_o: int
    dominated: int
    table_mb: int

    def effort(self) -> SearchEffort:
        """Return what is spent on each position."""
        seconds = DEFAULT_SECONDS if self.seconds is None and self.nodes is None else self.seconds
        return SearchEffort(seconds, self.nodes, self.table_mb)

    def scope(self) -> Scope:
        """Return which positions the book is to answer."""
        return Scope({Side.X: self.turns_x, Side.O: self.turns_o}, self.dominated)

    def command(self) -> str:
        """Return the command line that says all this."""
        effort = self.effort()
        options = {
            "time": None if effort.seconds is None else f"{effort.seconds:g}",
            "nodes": self.nodes,
            "table-mb": self.table_mb,
            "turns-x": self.turns_x,
            "turns-o": self.turns_o,
            "dominated": self.dominated,
        }
        given = (f" --{name} {value}" for name, value in options.items() if value is not None)
        return f"sttt book build{''.join(given)}"


@book.command()
@_out_option("opening_book.txt", "searched")
@grouped(
    "asked",
    _Build,
    click.option(
        "--time",
        "seconds",
        type=Seconds(),
        help=f"Time per position.  [default: {DEFAULT_SECONDS:g}, or none with --nodes]",
    ),
    click.option("--nodes", type=Count(), help="Search nodes per position."),
    click.option("--turns-x", type=Count(0), default=2, show_default=True, help="Turns to find as X."),
    click.option("--turns-o", type=Count(0), default=1, show_default=True, help="Turns to find as O."),
    click.option(
        "--dominated",
        type=Count(0),
        default=2,
        show_default=True,
        help="Answer what dominated turns of the opponent lead to up to this many turns from the start.",
    ),
    click.option(
        "--table-mb",
        type=Count(),
        default=SearchEffort.table_mb,
        show_default=True,
        help="Memory of each of a job's two tables, in MiB.",
    ),
)
@workplace_options
def build(*, out: Path, asked: _Build, workplace: Workplace) -> None:
    """Search every position that the bot meets on its own lines, breadth first, and write the book.

    A build that was broken off goes on where it stopped when the command is given again.
    """
    executor = workplace.executor()
    with BookWork(_work(out)) as work:
        work.begin_run(describe_run(asked.command()))
        known = book_of(work)
        try:
            for layer in asked.scope().layers(known):
                _search_layer(layer, known, work, asked.effort(), executor)
        finally:
            write_book(out, book_of(work).dumps())


def _work(out: Path) -> Path:
    return Path(f"{out}.work")


def _search_layer(layer: Layer, known: Book, work: BookWork, effort: SearchEffort, executor: Executor) -> None:
    """Search what the book does not know yet of a layer, keeping each position as soon as it is done."""
    todo = layer.unanswered(known)
    name = f"{layer.side}, turn {layer.turns_before // 2 + 1}"
    click.echo(f"{name}: {len(layer.met)} positions, {len(todo)} to search", err=True)
    with closing(executor.execute(partial(search, effort=effort), todo)) as found:
        for _, one in with_progress(found, len(todo), name):
            one.enter_into(known)
            work.add(one)


@book.command("connect-four")
@_out_option("connect_four_book.txt", "solved")
@grouped(
    "scope",
    connect_four_book.BookScope,
    click.option(
        "--every", type=click.IntRange(0, 8), default=2, show_default=True, help="All positions up to this many plies."
    ),
    click.option(
        "--own", type=click.IntRange(0, 12), default=10, show_default=True, help="The bot's own lines, in plies."
    ),
    click.option("--exact/--sign", default=False, show_default=True, help="Solve to the stone, or only who wins."),
)
@click.option(
    "--table-bits",
    type=click.IntRange(LEAST_TABLE_BITS, 32),
    default=27,
    show_default=True,
    help="Size of a job's table: two to this power entries of four bytes.",
)
@click.option("--jobs", type=Count(most=MOST_JOBS), help=f"Positions solved at once.  [default: {cores()} cores]")
def connect_four(*, out: Path, scope: connect_four_book.BookScope, table_bits: int, jobs: int | None) -> None:
    """Solve all first plies of Connect 4 and the bot's own lines after them, and write the book.

    A build that was broken off goes on where it stopped when the command is given again.
    """
    with WorkFile(_work(out)) as work:
        known = ConnectFourBook.parse(work.lines)
        try:
            effort = connect_four_book.BookEffort(table_bits, jobs or cores())
            connect_four_book.build(known, scope, effort, work, with_progress)
        finally:
            write_book(out, known.dumps())


@book.group()
def qubic() -> None:
    """Build the first player's winning book of 4x4x4 tic-tac-toe."""


@qubic.command("build")
@_out_option("qubic_book.txt", "proved")
def build_winning_book(*, out: Path) -> None:
    """Prove a winning move for everything that the second player can do to the first player's own lines.

    A build that was broken off goes on where it stopped when the command is given again.
    """
    run = describe_run("sttt book qubic build")
    origin = {key: run[key] for key in ("command", "sttt", "commit", "build", "date")}
    with WorkFile(_work(out)) as work:
        known = QubicBook.parse(origin, work.lines)
        progress = build_qubic(known, work)
    write_book(out, known.dumps())
    click.echo(f"{out}: {progress.in_book:,} positions; {progress.done:,} looked at")
