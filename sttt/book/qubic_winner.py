"""R's winning play in 4x4x4 tic-tac-toe: threats where they win, a block where it must, else the book."""

from sttt.book.qubic_book import QubicBook
from sttt.games.game import Side
from sttt.games.qubic import Position, to_canonical, winning_squares
from sttt.kernel.qubic_threats import QubicThreats

THREAT_LIMIT = 2_000_000
"""Nodes for one search by threats: more than any position of the book's lines needs."""


def plan(position: Position, book: QubicBook, threats: QubicThreats) -> tuple[int, ...]:
    """Return R's next moves, R being to move: all of a win by threats, else a block or the book's move, else none."""
    found = win_by_threats(position.x, position.o, threats)
    if found:
        return found
    block = winning_squares(position, Side.O)
    if block:
        return block[:1]
    move = book.lookup(position)
    return () if move is None else (move,)


def win_by_threats(own: int, other: int, threats: QubicThreats, limit: int = THREAT_LIMIT) -> tuple[int, ...]:
    """Return the moves of a win by threats of the side to move, whose marks are `own`; none if none is found.

    The search is made on the canonical position: where it finds something must not depend on how the cube is turned.
    """
    x, o, to = to_canonical(Position(own, other))
    return tuple(to.index(square) for square in threats.winning_threats(x, o, limit) or ())
