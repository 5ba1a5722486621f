"""``sttt book connect-four``: solving an opening book of Connect 4, position by position."""

from contextlib import closing
from pathlib import Path

import click

from sttt.arena.connect_four_book import Effort, Scope, WorkFile
from sttt.arena.connect_four_book import build as build_book
from sttt.arena.processes import cores
from sttt.book.connect_four import ConnectFourBook
from sttt.cli.progress import with_progress
from sttt.errors import BookError
from sttt.kernel.connect_four_solver import LEAST_TABLE_BITS


@click.command("connect-four")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default="connect_four_book.txt",
    show_default=True,
    help="The book to write; FILE.work beside it keeps what has been solved.",
)
@click.option(
    "--every", type=click.IntRange(0, 8), default=2, show_default=True, help="All positions up to so many plies."
)
@click.option("--own", type=click.IntRange(0, 12), default=10, show_default=True, help="The bot's own lines, in plies.")
@click.option("--exact/--sign", default=False, show_default=True, help="Solve to the stone, or only who wins.")
@click.option(
    "--table-bits",
    type=click.IntRange(LEAST_TABLE_BITS, 32),
    default=27,
    show_default=True,
    help="Size of a job's table: two to this power entries of four bytes.",
)
@click.option("--jobs", type=click.IntRange(min=1), help=f"Positions solved at once.  [default: {cores()} cores]")
def connect_four(  # noqa: PLR0913 - one parameter per option
    *, out: Path, every: int, own: int, exact: bool, table_bits: int, jobs: int | None
) -> None:
    """Solve all first plies of Connect 4 and the bot's own lines behind them, and write the book.

    A build that was broken off goes on where it stopped when the command is given again.
    """
    with closing(WorkFile(Path(f"{out}.work"))) as work:
        known = ConnectFourBook(work.solved)
        try:
            effort = Effort(table_bits, jobs or cores())
            build_book(known, Scope(every, own, exact), effort, work, with_progress)
        finally:
            _replace(out, known.dumps())


def _replace(path: Path, text: str) -> None:
    """Write a file as a whole or not at all."""
    new = path.with_name(f"{path.name}.new")
    try:
        new.write_text(text, encoding="ascii")
        new.replace(path)
    except OSError as error:
        raise BookError(f"{path}: {error.strerror}; expected to write the book there") from error
