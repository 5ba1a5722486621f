"""Which positions a Connect 4 book is to know: all of the first plies, and then the bot's own lines."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from sttt.book.connect_four import ConnectFourBook, Solved
from sttt.games.connect_four import Position, canonical
from sttt.games.game import Side


def layers(book: ConnectFourBook, every: int, own: int) -> Iterator[list[Position]]:
    """Yield the positions to know, a number of stones at a time, one of each pair of mirror images.

    Those of all first plies come first, the deepest of them foremost, since a position whose replies are all known
    needs no search. Then come the bot's own lines as either side, each layer following from the columns that the book
    has for those before it.
    """
    for stones in range(every, -1, -1):
        yield _after(stones, Position.legal_placements)
    for stones in range(every + 1, own + 1):
        yield _after(stones, partial(_on_own_line, book, list(Side)[stones % 2]))


def _after(stones: int, moves: Callable[[Position], Iterable[int]]) -> list[Position]:
    layer = [Position()]
    for _ in range(stones):
        after = (position.play(column) for position in layer for column in moves(position))
        layer = list({canonical(position): position for position in after if not position.result}.values())
    return layer


def _on_own_line(book: ConnectFourBook, side: Side, position: Position) -> Iterable[int]:
    """Return the column that the book has for `side`, or all of the other side's."""
    if position.side is not side:
        return position.legal_placements()
    known = book.lookup(position)
    return () if known is None else (known.column,)


def from_replies(book: ConnectFourBook, position: Position) -> Solved | None:
    """Return what the known positions behind every column tell, None if one of them is unknown."""
    best: Solved | None = None
    most = -1000
    for column in position.legal_placements():
        after = position.play(column)
        known = book.lookup(after)
        if known is None:
            return None
        most = max(most, -known.least)
        if best is None or -known.most > best.least:
            best = Solved(position, -known.most, most, column)
    return best and Solved(position, best.least, most, best.column)
