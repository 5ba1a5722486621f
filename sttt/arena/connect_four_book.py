"""Building a Connect 4 book: solving one position after the other, in as many processes as wanted."""

import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from sttt.arena.processes import LocalExecutor
from sttt.book.connect_four import ConnectFourBook, Solved
from sttt.book.connect_four_lines import from_replies, layers
from sttt.errors import BookError
from sttt.games.connect_four import Position
from sttt.kernel.connect_four_solver import BEST_SCORE, Solver
from sttt.kernel.limits import NO_NODE_LIMIT

Watch = Callable[[Iterable[tuple[int, Solved]], int, str], Iterable[tuple[int, Solved]]]
"""Passes on what a layer's positions turn out to be, with their places, given their number and the layer's name."""


@dataclass(frozen=True)
class Scope:
    """What a book is to know."""

    every: int
    """All positions of up to so many stones."""
    own: int
    """The positions that the bot can meet on its own lines, up to so many stones."""
    exact: bool
    """To the stone; otherwise only who wins."""

    def is_answered(self, solved: Solved | None) -> bool:
        """Whether what is known of a position is enough."""
        return solved is not None and solved.sign is not None and (not self.exact or solved.least == solved.most)


@dataclass(frozen=True)
class Effort:
    """What building a book may use."""

    table_bits: int
    """Of each job's transposition table."""
    jobs: int
    """Positions solved at once."""


@cache
def _solver(table_bits: int) -> Solver:
    """Return this process's solver: what it learns of one position helps with the next."""
    return Solver(table_bits)


def solve(position: Position, *, exact: bool, table_bits: int) -> Solved:
    """Solve a position to the stone, or only who wins it."""
    solver = _solver(table_bits)
    solver.set_position(position.stones(position.side), position.filled)
    solver.begin(math.inf, NO_NODE_LIMIT)
    clip = BEST_SCORE if exact else 1
    least, most, column = solver.solve(-clip, clip)
    return Solved(position, -BEST_SCORE if least == -clip else least, BEST_SCORE if most == clip else most, column)


def build(book: ConnectFourBook, scope: Scope, effort: Effort, work: "WorkFile", watch: Watch) -> None:
    """Answer everything in the scope that the book does not know yet, noting each position as soon as it is solved."""
    solve_one = partial(solve, exact=scope.exact, table_bits=effort.table_bits)
    for layer in layers(book, scope.every, scope.own):
        _learn_from_replies(book, scope, layer)
        todo = [position for position in layer if not scope.is_answered(book.lookup(position))]
        name = f"{len(layer[0].columns)} stones" if layer else "no position"
        with closing(LocalExecutor(effort.jobs).execute(solve_one, todo)) as found:
            for _, solved in watch(found, len(todo), name):
                work.append(solved)
                book.add(solved)


def _learn_from_replies(book: ConnectFourBook, scope: Scope, layer: Sequence[Position]) -> None:
    for position in layer:
        if not scope.is_answered(book.lookup(position)):
            known = from_replies(book, position)
            if known is not None and scope.is_answered(known):
                book.add(known)


class WorkFile:
    """The lines of a book under way, written as they are found. A line that a killed run left unfinished is cut off."""

    def __init__(self, path: Path) -> None:
        """Open the file, or begin it; raises `BookError` if it cannot be read, written or is none."""
        try:
            path.touch()
            whole = b"".join(path.read_bytes().rpartition(b"\n")[:2])
            self.solved = [Solved.parse(line.decode("ascii", "replace")) for line in whole.splitlines()]
            self._file = path.open("rb+")
        except OSError as error:
            raise BookError(f"{path}: {error.strerror}; expected a file to continue the book in") from error
        self._file.truncate(len(whole))
        self._file.seek(0, 2)

    def append(self, solved: Solved) -> None:
        """Note a position at once."""
        self._file.write(f"{solved.format()}\n".encode())
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()
