"""``sttt book build``: searching an opening book, position by position."""

from contextlib import closing
from functools import partial
from pathlib import Path

import click

from sttt.arena.book_build import Layer, Scope, book_of
from sttt.arena.book_origin import describe_run
from sttt.arena.book_search import Effort, search
from sttt.arena.book_work import WorkFile
from sttt.arena.executor import Executor
from sttt.book.book import Book
from sttt.cli.executors import executor_options, make_executor
from sttt.cli.options import Seconds
from sttt.cli.progress import with_progress
from sttt.errors import BookError
from sttt.games.game import Side

DEFAULT_SECONDS = 10.0


@click.command()
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default="opening_book.txt",
    show_default=True,
    help="The book to write; FILE.work beside it keeps what has been searched.",
)
@click.option(
    "--time",
    "seconds",
    type=Seconds(),
    help=f"Time per position.  [default: {DEFAULT_SECONDS:g}, or none with --nodes]",
)
@click.option("--nodes", type=click.IntRange(min=1), help="Search nodes per position.")
@click.option("--turns-x", type=click.IntRange(min=0), default=2, show_default=True, help="Turns to find as X.")
@click.option("--turns-o", type=click.IntRange(min=0), default=1, show_default=True, help="Turns to find as O.")
@click.option(
    "--dominated",
    type=click.IntRange(min=0),
    default=2,
    show_default=True,
    help="Answer what dominated turns of the opponent lead to up to this many turns from the start.",
)
@click.option(
    "--table-mb",
    type=click.IntRange(min=1),
    default=Effort.table_mb,
    show_default=True,
    help="Memory of each of a job's two tables, in MiB.",
)
@executor_options
def build(  # noqa: PLR0913 - one parameter per option
    *,
    out: Path,
    seconds: float | None,
    nodes: int | None,
    turns_x: int,
    turns_o: int,
    dominated: int,
    table_mb: int,
    where: str,
    scheduler: str | None,
    jobs: int | None,
) -> None:
    """Search every position that the bot meets on its own lines, breadth first, and write the book.

    A build that was broken off goes on where it stopped when the command is given again.
    """
    effort = Effort(DEFAULT_SECONDS if seconds is None and nodes is None else seconds, nodes, table_mb)
    executor = make_executor(where, scheduler, jobs)
    scope = Scope({Side.X: turns_x, Side.O: turns_o}, dominated)
    with WorkFile(Path(f"{out}.work")) as work:
        work.begin_run(describe_run(_command(effort, scope)))
        known = book_of(work)
        try:
            for layer in scope.layers(known):
                _search_layer(layer, known, work, effort, executor)
        finally:
            _replace(out, book_of(work).dumps())


def _command(effort: Effort, scope: Scope) -> str:
    options = {
        "time": None if effort.seconds is None else f"{effort.seconds:g}",
        "nodes": effort.nodes,
        "table-mb": effort.table_mb,
        "turns-x": scope.turns[Side.X],
        "turns-o": scope.turns[Side.O],
        "dominated": scope.dominated,
    }
    return "sttt book build" + "".join(f" --{name} {value}" for name, value in options.items() if value is not None)


def _search_layer(layer: Layer, known: Book, work: WorkFile, effort: Effort, executor: Executor) -> None:
    """Search what the book does not know yet of a layer, keeping each position as soon as it is done."""
    todo = layer.unanswered(known)
    name = f"{layer.side}, turn {layer.turns_before // 2 + 1}"
    click.echo(f"{name}: {len(layer.met)} positions, {len(todo)} to search", err=True)
    with closing(executor.execute(partial(search, effort=effort), todo)) as found:
        for _, one in with_progress(found, len(todo), name):
            one.enter_into(known)
            work.append(one)


def _replace(path: Path, text: str) -> None:
    """Write a file as a whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    try:
        new.write_text(text, encoding="ascii")
        new.replace(path)
    except OSError as error:
        raise BookError(f"{path}: {error.strerror}; expected to write the book there") from error
