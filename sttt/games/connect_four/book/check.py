"""The check of a Connect 4 book: each line by the rules and the other lines, or by a new search.

A line says that the side to move reaches `least` by its column and no more than `most`. The first follows if the book
says so of the position after the column, the second if it says so of every position that can follow. Lines with more
stones are checked in the same way, so that all follows from the positions that are searched.
"""

import math
from collections.abc import Callable
from functools import cache

from sttt.games.connect_four.book.book import ConnectFourBook, Solved
from sttt.games.connect_four.position import Position
from sttt.games.connect_four.search.solver import BEST_SCORE, LEAST_TABLE_BITS, ConnectFourSolver
from sttt.games.game import Result
from sttt.kernel.limits import NO_NODE_LIMIT

Judge = Callable[[Position, int, int], bool]
"""Return whether the side to move reaches at least the first score, unless that is None, and at most the second."""


def unshown(book: ConnectFourBook) -> list[Solved]:
    """Return the lines that do not follow from the rules and from other lines, those with the most stones first."""

    def says(position: Position, least: int, most: int) -> bool:
        known = book.lookup(position)
        return known is not None and known.least >= least and known.most <= most

    return [line for line in reversed(list(book)) if not stands(line, says)]


def searched(line: Solved) -> str | None:
    """Search a line's position again; return the fault of the line, if there is one."""
    return None if stands(line, _search) else f"{line.format()}: searching finds another score"


def stands(line: Solved, judge: Judge) -> bool:
    """Return whether a line follows from a judge's verdicts on the positions after its moves."""
    position = line.position
    if line.least > -BEST_SCORE and not _lies(position.play(line.column), -BEST_SCORE, -line.least, judge):
        return False
    after = (position.play(column) for column in position.legal_placements())
    return line.most == BEST_SCORE or all(_lies(one, -line.most, BEST_SCORE, judge) for one in after)


def _lies(position: Position, least: int, most: int, judge: Judge) -> bool:
    """Return whether the score of a position, perhaps a finished one, lies between two."""
    if position.result:
        lost = (position.filled.bit_count() + 1) // 2 - 22
        return least <= (0 if position.result is Result.DRAW else lost) <= most
    return judge(position, least, most)


@cache
def _solver() -> ConnectFourSolver:
    """Return this process's solver, which has seen nothing of how the book was made."""
    return ConnectFourSolver(LEAST_TABLE_BITS + 2)


def _search(position: Position, least: int, most: int) -> bool:
    solver = _solver()
    solver.set_position(position.stones(position.side), position.filled)
    solver.begin(math.inf, NO_NODE_LIMIT)
    if least > -BEST_SCORE and not solver.reaches(least):
        return False
    return most == BEST_SCORE or not solver.reaches(most + 1)
