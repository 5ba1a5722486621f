"""Building a book: layer by layer what the bot can meet on its own lines, each position searched once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sttt.arena.book_origin import tables_fingerprint
from sttt.arena.book_work import WorkFile
from sttt.book.book import Book
from sttt.book.lines import Met, layers
from sttt.games.game import Side
from sttt.kernel.class_tables import load


@dataclass(frozen=True)
class Layer:
    """The positions after so many turns in which the side is to move, those of undominated turns first."""

    side: Side
    turns_before: int
    met: list[Met]

    def unanswered(self, book: Book) -> list[Met]:
        """Return the positions that the book has no turn for."""
        return [one for one in self.met if book.lookup(one.position) is None]


@dataclass(frozen=True)
class Scope:
    """Which positions a book is to answer."""

    turns: Mapping[Side, int]
    """How many turns of its own the bot is to find in the book, as each side."""
    dominated: int
    """What dominated turns of the opponent lead to is answered up to this many turns from the start."""

    def layers(self, book: Book) -> Iterator[Layer]:
        """Yield the layers breadth first; each follows from the turns that the book has by then."""
        layers_of = {side: layers(book, side, self.turns[side]) for side in Side}
        for turns_before in range(2 * max(self.turns.values())):
            side = list(Side)[turns_before % 2]
            met = next(layers_of[side], [])
            if met:
                wanted = [one for one in met if turns_before <= self.dominated or not one.dominated]
                yield Layer(side, turns_before, wanted)


def book_of(work: WorkFile) -> Book:
    """Return the book of everything that is in a work file."""
    runs = [run for run in work.runs if run["positions"]]
    book = Book(load(), {"tables": tables_fingerprint(), "runs": runs})
    for searched in work.searched:
        searched.enter_into(book)
    return book
