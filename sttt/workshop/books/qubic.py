"""Building the winning book of 4x4x4 tic-tac-toe: R's move for everything that B can do to R's own lines.

Breadth first from the empty cube. A position that threats win, or in which R must block, needs no entry; of any other
proof-number search finds a winning move.
"""

import math
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sttt.errors import BookError
from sttt.games.qubic.book.book import QubicBook, plan
from sttt.games.qubic.position import Position
from sttt.games.qubic.search.prover import QubicProver
from sttt.games.qubic.symmetry import canonical
from sttt.games.qubic.text import format_position
from sttt.kernel.limits import NO_NODE_LIMIT

NODE_BITS = 22
"""Room for the proof search's nodes: 4 million, about 250 MB."""

EARLY = 2
"""Marks of R's: with fewer, moves get `EARLY_EFFORT`, else `EFFORT`."""
EARLY_EFFORT = (5, 1_000_000)
EFFORT = (8, 50_000)
"""Number of moves tried in search of a small proof, and the nodes for each."""


@dataclass(frozen=True)
class BookProgress:
    """The progress of building a book."""

    stones: int
    """Marks in the position just dealt with: the search goes breadth first, two at a time."""
    done: int
    pending: int
    """Positions that are known to come, those of deeper lines not yet among them."""
    in_book: int


class QubicBookBuilder:
    """Goes through R's lines; `note` is handed every new line of the book at once."""

    def __init__(self, book: QubicBook, note: Callable[[str], None], node_bits: int = NODE_BITS) -> None:
        self._book = book
        self._note = note
        self._prover = QubicProver(node_bits)

    def run(self) -> Iterator[BookProgress]:
        """Deal with one position after the other; what the book has already is not searched again."""
        pending = deque([Position()])
        seen = {canonical(Position())}
        done = 0
        while pending:
            position = pending.popleft()
            for reply in self._replies(position):
                key = canonical(reply)
                if key not in seen:
                    seen.add(key)
                    pending.append(reply)
            done += 1
            stones = (position.x | position.o).bit_count()
            yield BookProgress(stones, done, len(pending), len(self._book))

    def _replies(self, position: Position) -> Iterator[Position]:
        """Yield what B can make of R's move, unless R wins by threats."""
        self._prover.begin(math.inf, NO_NODE_LIMIT)
        moves = plan(position, self._book, self._prover)
        if not moves:
            moves = (self._prove(position),)
            self._note(self._book.enter(position, moves[0]))
        after = position.play(moves[0])
        if len(moves) == 1 and not after.result:
            yield from (after.play(square) for square in after.legal_placements())

    def _prove(self, position: Position) -> int:
        """Return a winning move for R; raises `BookError` if none is found."""
        square = self._winning_move(position)
        if square is None and self._prover.is_crowded:
            self._prover.forget()
            square = self._winning_move(position)
        if square is None:
            raise BookError(f"{format_position(position)} could not be proved; expected a win of R, or more room")
        return square

    def _winning_move(self, position: Position) -> int | None:
        """Return the move with the smallest of several proofs, else of the first proof that is found."""
        early = position.x.bit_count() < EARLY
        tries, nodes = EARLY_EFFORT if early else EFFORT
        square = self._prover.smallest_win(position.x, position.o, tries, nodes)
        if square is None:
            self._prover.begin(math.inf, NO_NODE_LIMIT)
            if self._prover.prove(position.x, position.o):
                square = self._prover.winning_move(position.x, position.o)
        return square
