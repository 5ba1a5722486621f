"""R's winning play in 4x4x4 tic-tac-toe: threats where they win, a block where it must, else the book."""

from sttt.book.qubic_book import QubicBook
from sttt.games.game import Side
from sttt.games.qubic import Position, winning_squares
from sttt.kernel.qubic_threats import QubicThreats

THREAT_LIMIT = 200_000
"""Nodes for one search by threats: more than any position of the book's lines needs."""


def plan(position: Position, book: QubicBook, threats: QubicThreats) -> tuple[int, ...]:
    """Return R's next moves, R being to move: all of a win by threats, else a block or the book's move, else none."""
    found = threats.winning_threats(position.x, position.o, THREAT_LIMIT)
    if found:
        return tuple(found)
    block = winning_squares(position, Side.O)
    if block:
        return block[:1]
    move = book.lookup(position)
    return () if move is None else (move,)
