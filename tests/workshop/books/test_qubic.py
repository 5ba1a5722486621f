"""Building the book of 4x4x4."""

from itertools import islice

from sttt.games.qubic.book.book import QubicBook
from sttt.games.qubic.position import Position
from sttt.workshop.books.qubic import QubicBookBuilder


def test_what_is_in_the_book_is_not_proved_again() -> None:
    noted: list[str] = []
    book = QubicBook({})
    book.enter(Position(), 0)
    progress = list(islice(QubicBookBuilder(book, noted.append, node_bits=12).run(), 1))
    assert noted == []
    assert (progress[0].done, progress[0].pending, progress[0].in_book) == (1, 12, 1)
