"""A book of one position, and the keys that it goes by."""

from sttt.games.super_ttt.book.book import Book, BookEntry, canonical
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.position import Position

TABLES = load()


def book_of(position: Position, turn: tuple[int, ...]) -> Book:
    book = Book(TABLES)
    book.add(position, BookEntry(canonical(position, TABLES).board_turns(turn), 3, -7, 12, 5000, 6))
    return book


def key(position: Position) -> str:
    return canonical(position, TABLES).key
