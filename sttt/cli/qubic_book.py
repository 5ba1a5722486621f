"""``sttt book qubic``: the winning book of 4x4x4 tic-tac-toe, built and checked."""

import json
import time
from pathlib import Path
from typing import IO

import click

from sttt.arena.book_origin import describe_run
from sttt.arena.qubic_book_build import Builder, Progress
from sttt.arena.qubic_book_check import Checked, check
from sttt.book.qubic_book import DATA_FILE, QubicBook
from sttt.book.qubic_winner import plan
from sttt.cli.options import json_option
from sttt.cli.progress import with_status
from sttt.errors import BookError
from sttt.kernel.qubic_threats import QubicThreats


@click.group()
def qubic() -> None:
    """Build or check the first player's winning book of 4x4x4 tic-tac-toe."""


@qubic.command()
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default="qubic_book.txt",
    show_default=True,
    help="The book to write; FILE.work beside it keeps what has been proved.",
)
def build(*, out: Path) -> None:
    """Prove a winning move for everything that the second player can do to the first player's own lines.

    A build that was broken off goes on where it stopped when the command is given again.
    """
    work = Path(f"{out}.work")
    origin = {key: value for key, value in describe_run("sttt book qubic build").items() if key in _ORIGIN}
    try:
        book = QubicBook(origin, _read_work(work))
        with work.open("a", encoding="ascii") as file:
            progress = _build(book, file)
        out.write_text(book.dumps(), encoding="ascii")
    except OSError as error:
        raise BookError(f"{error.filename}: {error.strerror}; expected to keep the book there") from error
    click.echo(f"{out}: {progress.in_book:,} positions; {progress.done:,} looked at")


_ORIGIN = ("command", "sttt", "commit", "build", "date")


def _read_work(work: Path) -> dict[str, str]:
    """Return the moves that earlier runs have noted; a line that was broken off does not count."""
    if not work.exists():
        return {}
    whole, end, _ = work.read_text(encoding="ascii").rpartition("\n")
    work.write_text(whole + end, encoding="ascii")
    try:
        return dict(line.split(":") for line in whole.splitlines())
    except ValueError as error:
        raise BookError(f"{work}: {error}; expected lines of a book under way") from error


def _build(book: QubicBook, file: IO[str]) -> Progress:
    now = Progress(0, 0, 1, len(book))

    def note(line: str) -> None:
        file.write(f"{line}\n")
        file.flush()

    def describe() -> str:
        return f"{now.stones} marks: {now.done:,} done, {now.pending:,} to come, {now.in_book:,} in the book"

    with with_status(describe):
        for now in Builder(book, note).run():  # noqa: B007 - described meanwhile, and returned
            pass
    return now


@qubic.command("check")
@click.option(
    "--book",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    default=DATA_FILE,
    help="The book's file.  [default: the one that ships]",
)
@json_option
def check_book(*, path: Path, as_json: bool) -> None:
    """Replay every reply of the second player to the book's moves, by the rules alone, until the first has won."""
    started = time.monotonic()
    checked = _check(QubicBook.load(path))
    seconds = time.monotonic() - started
    if as_json:
        click.echo(json.dumps({**_counts(checked), "seconds": round(seconds, 1)}))
    else:
        counts = ", ".join(f"{count:,} {name}" for name, count in _counts(checked).items())
        click.echo(f"R always wins: {counts}; {seconds:.1f} s")


def _counts(checked: Checked) -> dict[str, int]:
    return {"positions": checked.positions, "won_by_threats": checked.threats, "replies": checked.replies}


def _check(book: QubicBook) -> Checked:
    threats = QubicThreats()
    now = Checked()

    def describe() -> str:
        return f"{now.positions:,} positions, {now.replies:,} replies, {now.pending:,} positions to come"

    with with_status(describe):
        for now in check(lambda position: plan(position, book, threats)):  # noqa: B007 - described meanwhile
            pass
    return now
