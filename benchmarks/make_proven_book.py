"""Write the part of the shipped book that is proven: O's replies from the certificates, where the player needs them.

    python benchmarks/make_proven_book.py docs/certificates

Each first turn of X's has an entry, and each second turn unless the exact solver, with an empty table, decides within
`--nodes` nodes that X never wins; a third turn has one unless the solver decides within `--later-nodes`. There the
player finds a reply itself. What comes later takes the solver less: its own proof of a reply covers what can follow.
The certificates have lines for what their checker cannot search within a few thousand nodes. Where it can and the
solver cannot within `--later-nodes`, the reply is one that the solver proves with more.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import cache, partial
from pathlib import Path

from book_coverage import open_positions

from sttt.cli.output.tables import with_progress
from sttt.execution.executor import LocalExecutor, cores
from sttt.games.claim import EVER
from sttt.games.game import Turn
from sttt.games.super_ttt.analysis import rules
from sttt.games.super_ttt.book.book import PROVEN_FILE, Book, BookEntry, canonical
from sttt.games.super_ttt.certificate.check import parse_line
from sttt.games.super_ttt.certificate.file import read_certificate
from sttt.games.super_ttt.certificate.line import Kind, Line
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import format_position, parse_position, parse_turn
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.workshop.books.super_ttt import tables_fingerprint
from sttt.workshop.settle.judge import X_NEVER_WINS, Judge, O

TABLE_BITS = 20

TURNS = 3
"""The book's replies are to X's first turns, up to this one."""


def main() -> None:
    """Write the file and print how many positions of each turn have a reply and how many are left to the solver."""
    options = _options()
    origin = {"tables": tables_fingerprint(), "proven": "X never wins, by the certificates in docs/certificates"}
    book, counts = Book(load(), origin), Counter[tuple[int, str]]()
    lines = [line for path in sorted(options.folder.glob("*.xz")) for line in _replies(path)]
    lines.sort(key=turns_of)
    is_needed = partial(needs_reply, nodes=(0, options.nodes, options.later_nodes))
    with closing(LocalExecutor(options.jobs).execute(is_needed, lines)) as answers:
        needed = dict(with_progress(answers, len(lines), "positions"))
    for index, line in enumerate(lines):
        counts[turns_of(line), "book" if needed[index] else "solver"] += 1
        if needed[index]:
            enter(book, parse_position(line.position), parse_turn(line.evidence.partition(" ")[2]))
    PROVEN_FILE.write_text(book.dumps(), encoding="ascii")
    for position in open_positions(options.later_nodes, TURNS, options.jobs):
        counts[TURNS, "book, by the solver's proof"] += 1
        enter(book, position, solved(position))
    PROVEN_FILE.write_text(book.dumps(), encoding="ascii")
    for (turns, where), count in sorted(counts.items()):
        print(f"turn {turns}: {count:,} in the {where}")
    print(f"{len(book):,} entries, {PROVEN_FILE.stat().st_size:,} bytes")


def _replies(path: Path) -> Iterator[Line]:
    """Yield the lines of a certificate with O's replies to X's first turns."""
    file = read_certificate(path)
    for text in file.lines():
        if f" {Kind.REPLY} " in text and text.count("x") <= 2 * TURNS:
            yield parse_line(text, file.header.claim)


def turns_of(line: Line) -> int:
    """Return how many turns X has made."""
    return line.position.count("x") // 2


def needs_reply(line: Line, nodes: tuple[int, ...]) -> bool:
    """Whether the solver, knowing nothing, does not decide a position within the nodes for its number of turns."""
    most = nodes[turns_of(line) - 1]
    judge = _judge()
    judge.solver.forget()
    classes = judge.classes(parse_position(line.position))
    return not most or judge.judge(classes, O, most)[0] != X_NEVER_WINS


@cache
def _judge() -> Judge:
    return Judge(TABLE_BITS)


def solved(position: Position) -> tuple[int, ...]:
    """Return a reply that the solver proves, however long it takes."""
    judge = _judge()
    judge.solver.forget()
    if judge.judge(judge.classes(position), O, NO_NODE_LIMIT)[0] != X_NEVER_WINS:
        raise AssertionError(f"x wins in {format_position(position)}; expected it to be held")
    return rules.completed(position, ClassView(position).squares(judge.solver.best()))


def enter(book: Book, position: Position, reply: Turn) -> None:
    """Enter a reply after which X never wins, unless the position has been met before."""
    if not book.lookup(position):
        changes = canonical(position, book.tables).board_turns(tuple(square for square in reply if square is not None))
        book.add(position, BookEntry(changes, (position.x | position.o).bit_count() // 2, 0, 0, 0, EVER))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="with the certificates")
    parser.add_argument("--nodes", type=int, default=20_000, help="of the solver's after X's second turn")
    parser.add_argument("--later-nodes", type=int, default=100_000, help="after X's third turn")
    parser.add_argument("--jobs", type=int, default=cores(), help="positions judged at once")
    return parser.parse_args()


if __name__ == "__main__":
    main()
