"""Opening books: what is in them, how far a build or a check is, and the file that is written."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeVar

from sttt.cli.output.tables import new_table, standard_output, with_status
from sttt.errors import BookError, printable
from sttt.execution.foreign import replacing
from sttt.games.claim import EVER
from sttt.games.game import Side
from sttt.games.qubic.book.book import QubicBook
from sttt.games.records.json_lines import WorkFile
from sttt.games.super_ttt.book.book import Book, BookEntry
from sttt.workshop.books.qubic import BookProgress, QubicBookBuilder
from sttt.workshop.books.super_ttt import runs_of

_State = TypeVar("_State")


def write_book(path: Path, text: str) -> None:
    """Write a book as a whole or not at all; raises `BookError`."""
    try:
        with replacing(path) as whole:
            whole.write(text.encode("ascii"))
    except OSError as error:
        raise BookError(f"{path}: {error.strerror}; expected to write the book there") from error


def entry_facts(entry: BookEntry) -> dict[str, object]:
    """Return what is known of an entry of the Super Tic-Tac-Toe book."""
    return {
        "score": entry.score,
        "depth": entry.depth,
        "nodes": entry.nodes,
        "proof": "never" if entry.proof == EVER else entry.proof,
        "found": entry.describe(),
    }


@dataclass(frozen=True)
class BookLayer:
    """The positions of a book that are as many turns from the start, with search and proof depths."""

    side: Side
    turn: int
    positions: int
    least_depth: int
    median_depth: float
    least_proof: int
    median_proof: float
    nodes: int


def layers_of(book: Book) -> list[BookLayer]:
    """Count a book's positions by their turn in the game."""
    layers: dict[int, list[BookEntry]] = defaultdict(list)
    for entry in book.entries():
        layers[entry.turns_before].append(entry)
    return [_layer(turns, entries) for turns, entries in sorted(layers.items())]


def _layer(turns_before: int, entries: list[BookEntry]) -> BookLayer:
    depths, proofs = [entry.depth for entry in entries], [entry.proof for entry in entries]
    return BookLayer(
        side=list(Side)[turns_before % 2],
        turn=turns_before // 2 + 1,
        positions=len(entries),
        least_depth=min(depths),
        median_depth=median(depths),
        least_proof=min(proofs),
        median_proof=median(proofs),
        nodes=sum(entry.nodes for entry in entries),
    )


def print_layers(book: Book) -> None:
    """Print the layers, and where the book comes from; raises `BookError`."""
    runs = runs_of(book)
    columns = ("positions", "least depth", "median depth", "least proof", "median proof", "nodes")
    table = new_table(f"Opening book: {len(book)} positions", "turn", *columns)
    for row in layers_of(book):
        depths = (row.least_depth, row.median_depth, row.least_proof, row.median_proof)
        numbers = (f"{number:,g}" for number in depths)
        table.add_row(f"{row.side} {row.turn}", f"{row.positions:,}", *numbers, f"{row.nodes / 1e6:,.1f} M")
    console = standard_output()
    console.print(table)
    for run in runs:
        console.say(f" {run['positions']:,} positions: {run['command']}, {run['date']}, commit {run['commit']}")
    if "proven" in book.origin:
        console.say(f" proven: {printable(str(book.origin['proven']))}")


def build_qubic(book: QubicBook, work: WorkFile) -> BookProgress:
    """Go on with a book of 4x4x4 tic-tac-toe, noting each move in its work file, under a status line."""

    def describe(now: BookProgress) -> str:
        return f"{now.stones} marks: {now.done:,} done, {now.pending:,} to come, {now.in_book:,} in the book"

    return _watched(QubicBookBuilder(book, work.append).run(), BookProgress(0, 0, 1, len(book)), describe)


def _watched(states: Iterable[_State], now: _State, describe: Callable[[_State], str]) -> _State:
    """Go through all states and return the last; `now` is the state until the first one comes."""
    with with_status(lambda: describe(now)):
        for now in states:  # noqa: B007, PLR1704 - described meanwhile, and returned
            pass
    return now
