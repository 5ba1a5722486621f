"""Building a Connect 4 book: the positions that it has to know, solved in several processes.

These are all positions of the first plies, then those of the bot's own lines.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial

from sttt.execution.executor import LocalExecutor
from sttt.games.connect_four.book.book import ConnectFourBook, Solved
from sttt.games.connect_four.position import Position, canonical
from sttt.games.connect_four.search.solver import BEST_SCORE, ConnectFourSolver
from sttt.games.game import Side
from sttt.games.records.json_lines import WorkFile
from sttt.kernel.limits import NO_NODE_LIMIT

Watch = Callable[[Iterable[tuple[int, Solved]], int, str], Iterable[tuple[int, Solved]]]
"""Passes on what a layer's positions turn out to be, with their places, given their number and the layer's name."""


@dataclass(frozen=True)
class BookScope:
    """The positions that a book has to answer."""

    every: int
    """All positions of up to this many stones."""
    own: int
    """The positions that the bot can meet on its own lines, up to this many stones."""
    exact: bool
    """To the stone; otherwise only who wins."""

    def is_answered(self, solved: Solved | None) -> bool:
        """Return whether the entry of a position is enough."""
        return solved is not None and solved.sign is not None and (not self.exact or solved.least == solved.most)


@dataclass(frozen=True)
class BookEffort:
    """The resources of one job that builds a book."""

    table_bits: int
    """Each job's transposition table has two to this power entries."""
    jobs: int
    """Positions solved at once."""


@cache
def _solver(table_bits: int) -> ConnectFourSolver:
    """Return this process's solver: what it learns of one position helps with the next."""
    return ConnectFourSolver(table_bits)


def solve(position: Position, *, exact: bool, table_bits: int) -> Solved:
    """Solve a position to the stone, or only who wins it."""
    solver = _solver(table_bits)
    solver.set_position(position.stones(position.side), position.filled)
    solver.begin(math.inf, NO_NODE_LIMIT)
    clip = BEST_SCORE if exact else 1
    least, most, column = solver.solve(-clip, clip)
    return Solved(position, -BEST_SCORE if least == -clip else least, BEST_SCORE if most == clip else most, column)


def build(book: ConnectFourBook, scope: BookScope, effort: BookEffort, work: WorkFile, watch: Watch) -> None:
    """Answer every position in the scope that the book does not know yet, and note each as soon as it is solved."""
    solve_one = partial(solve, exact=scope.exact, table_bits=effort.table_bits)
    for layer in layers(book, scope.every, scope.own):
        _learn_from_replies(book, scope, layer)
        todo = [position for position in layer if not scope.is_answered(book.lookup(position))]
        name = f"{len(layer[0].columns)} stones" if layer else "no position"
        with closing(LocalExecutor(effort.jobs).execute(solve_one, todo)) as found:
            for _, solved in watch(found, len(todo), name):
                work.append(solved.format())
                book.add(solved)


def _learn_from_replies(book: ConnectFourBook, scope: BookScope, layer: Sequence[Position]) -> None:
    for position in layer:
        if not scope.is_answered(book.lookup(position)):
            known = from_replies(book, position)
            if known is not None and scope.is_answered(known):
                book.add(known)


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
    """Return the score that follows from the positions after every column, None if one of them is unknown."""
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
