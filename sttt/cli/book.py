"""``sttt book``: building an opening book, and asking the one that ships."""

import json
from collections import defaultdict
from pathlib import Path
from statistics import median
from typing import Any

import click

from sttt.book.book import DATA_FILE, Book
from sttt.book.entry import BookEntry
from sttt.cli.book_build import build
from sttt.cli.connect_four_book import connect_four
from sttt.cli.options import json_option
from sttt.cli.positions import START, GivenPosition, argument
from sttt.cli.qubic_book import qubic
from sttt.cli.tables import new_table, standard_output
from sttt.games.game import Side
from sttt.games.super_ttt_text import draw, format_position, format_turn
from sttt.kernel.solver import NEVER

book_option = click.option(
    "--book",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    default=DATA_FILE,
    help="The book's file.  [default: the one that ships]",
)


@click.group()
def book() -> None:
    """Build an opening book, or see what is in one."""


book.add_command(build)
book.add_command(connect_four)
book.add_command(qubic)


@book.command()
@click.argument("given", metavar="[POSITION]", type=argument, default=START)
@book_option
@json_option
def show(*, given: GivenPosition, path: Path, as_json: bool) -> None:
    """Show what the book says of POSITION, the start unless given.

    POSITION is the compact form or (BOARD WHO), or - for standard input.
    """
    position = given.position
    found = Book.load(path).lookup(position)
    facts = {"turn": format_turn(found.turn), **_facts(found.entry)} if found else None
    if as_json:
        click.echo(json.dumps({"position": format_position(position), "book": facts}))
        return
    lines = [f"{name:8} {fact}" for name, fact in facts.items()] if facts else ["not in the book"]
    click.echo("\n".join([draw(position), "", *lines]))


def _facts(entry: BookEntry) -> dict[str, Any]:
    return {
        "score": entry.score,
        "depth": entry.depth,
        "nodes": entry.nodes,
        "proof": "never" if entry.proof == NEVER else entry.proof,
        "found": entry.describe(),
    }


@book.command()
@book_option
@json_option
def stats(*, path: Path, as_json: bool) -> None:
    """Count the book's positions by their turn in the game, with search and proof depths, and say where it comes from.

    A proof depth is within how many of its own turns the opponent is proved not to win after the book's turn.
    """
    read = Book.load(path)
    layers: dict[int, list[BookEntry]] = defaultdict(list)
    for entry in read.entries():
        layers[entry.turns_before].append(entry)
    rows = [_layer(turns, entries) for turns, entries in sorted(layers.items())]
    if as_json:
        click.echo(json.dumps({"positions": len(read), "layers": rows, "origin": read.origin}))
    else:
        _print(read, rows)


def _layer(turns_before: int, entries: list[BookEntry]) -> dict[str, Any]:
    depths, proofs = ([getattr(entry, name) for entry in entries] for name in ("depth", "proof"))
    return {
        "side": list(Side)[turns_before % 2],
        "turn": turns_before // 2 + 1,
        "positions": len(entries),
        "least_depth": min(depths),
        "median_depth": median(depths),
        "least_proof": min(proofs),
        "median_proof": median(proofs),
        "nodes": sum(entry.nodes for entry in entries),
    }


def _print(read: Book, rows: list[dict[str, Any]]) -> None:
    columns = ("positions", "least depth", "median depth", "least proof", "median proof", "nodes")
    table = new_table(f"Opening book: {len(read)} positions", "turn", *columns)
    for row in rows:
        numbers = (f"{row[column.replace(' ', '_')]:,g}" for column in columns[1:-1])
        table.add_row(f"{row['side']} {row['turn']}", f"{row['positions']:,}", *numbers, f"{row['nodes'] / 1e6:,.1f} M")
    console = standard_output()
    console.print(table)
    for run in read.origin["runs"]:
        console.print(
            f" {run['positions']:,} positions: {run['command']}, {run['date']}, commit {run['commit']}", soft_wrap=True
        )
