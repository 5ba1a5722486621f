"""The rules of 4x4 tic-tac-toe: four in a row, column or long diagonal win. Source: CS 6613 / CS 4613, project.

The person chooses who starts, so a position may have any number of marks of each side.
"""

from collections.abc import Iterator
from itertools import permutations, product

from sttt.entry_points import named
from sttt.games.grid.position import Grid, GridPosition, Permutation, Symmetries, lines_in_a_row
from sttt.games.grid.text import grid_game

LINES = lines_in_a_row(4, 4, 4)
"""The 4 rows, 4 columns and 2 diagonals as bitboards."""


class Position(GridPosition):
    """A position of 4x4 tic-tac-toe; X starts unless `side` says otherwise."""

    __slots__ = ()
    GRID = Grid(4, 4, LINES)


def _symmetries() -> Iterator[Permutation]:
    """Yield all 32: rows and columns permuted alike such that both diagonals stay diagonals, mirrored, transposed."""
    for order in permutations(range(4)):
        if all(order[3 - index] == 3 - order[index] for index in range(4)):
            for mirror, transpose in product((False, True), repeat=2):
                to = []
                for row, column in product(range(4), repeat=2):
                    r, c = order[row], order[3 - column if mirror else column]
                    to.append(4 * c + r if transpose else 4 * r + c)
                yield tuple(to)


SYMMETRIES = Symmetries(_symmetries())
"""The eight rotations and reflections, and what exchanging inner and outer rows and columns adds to them."""

GAME = grid_game(
    "four-by-four",
    "4x4 tic-tac-toe",
    Position,
    canonical=SYMMETRIES.canonical_position,
    levels=("four-by-four-level-1", "four-by-four-level-2", "four-by-four-perfect"),
    prove=named("sttt.games.four_by_four.solver:prove"),
    rules=(
        "Each side in turn marks one empty square, named by its row and column, 1 to 4.",
        "Four marks in a row, in a column or on one of the two long diagonals win.",
        "When the board is full without such a line, nobody has won.",
    ),
)
