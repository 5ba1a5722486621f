"""The cells and lines of a game in which a line of cells decides, as arrays; up to 64 cells.

A side's marks on a board are one 64-bit number, each cell at the bit that the game gives it.
"""

import numpy as np
from numpy.typing import NDArray

from sttt.environments.batch import kernel
from sttt.errors import PlayerError
from sttt.games.game import Game, Position, Shape
from sttt.games.grid.position import GridPosition

Bitboards = NDArray[np.uint64]

_NEVER = 2**64 - 1
"""A line of all 64 bits, which nobody completes: the other side has some of them."""


class LineBoard:
    """A game's cells, which are marked one a turn, each on the lowest free cell of its action, and its lines."""

    def __init__(self, game: Game[Position]) -> None:
        """Read the rules off the game's description; raises `PlayerError` where they are others."""
        shape = _checked(game)
        placements = [cell.placement for cell in shape.cells if cell.placement is not None]
        self.cells = np.array([sum(_bits_of(shape, action)) for action in range(1 + max(placements))], np.uint64)
        """The cells of each action."""
        self.lines_lose = shape.lines_lose
        self.all_cells = np.bitwise_or.reduce(self.cells)
        self._lines = np.array([sum(shape.bits[cell] for cell in line) for line in shape.lines], np.uint64)
        self.through = _lines_through(self._lines)
        start = game.start()
        self.spoilers = np.array(start.GRID.spoilers if isinstance(start, GridPosition) else (), np.uint64)
        """Lines that are too long: what lies in one that is complete is no line."""

    def free(self, own: Bitboards, other: Bitboards) -> Bitboards:
        """Return the cells without a mark."""
        found: Bitboards = self.all_cells & ~(own | other)
        return found

    def completing(self, marks: Bitboards) -> Bitboards:
        """Return the cells any of which completes a line, those with a mark of the other side among them."""
        found = np.empty_like(marks)
        kernel.complete_lines(marks.data, self._lines.data, self.spoilers.data, found.data)
        return found


def lowest(cells: Bitboards) -> Bitboards:
    """Return the lowest of some cells, which is where the mark goes: in a column the stone falls down to it."""
    found: Bitboards = cells & (~cells + np.uint64(1))
    return found


def _bits_of(shape: Shape[Position], placement: int) -> list[int]:
    """List the bits of the cells that a placement may mark."""
    return [bit for cell, bit in zip(shape.cells, shape.bits, strict=True) if cell.placement == placement]


def _lines_through(lines: Bitboards) -> Bitboards:
    """Return the lines through the cell at each bit, shape (bits, lines), filled up with `_NEVER`."""
    through = [[line for line in lines.tolist() if line >> bit & 1] for bit in range(64)]
    most = max(map(len, through))
    return np.array([row + [_NEVER] * (most - len(row)) for row in through], np.uint64)


def _checked(game: Game[Position]) -> Shape[Position]:
    """Return the game's board; refuse a game with other rules, as far as its first placements show."""
    shape, start = game.shape, game.start()
    expected = "expected one mark a turn, each on the lowest free cell of its placement, at most 64 cells"
    if shape is None or shape.owners or start.left != 1 or max(shape.bits) >= 2**64 or any(shape.bitboards(start)):
        raise PlayerError(f"{game.name} has rules of its own; {expected}")
    for placement in start.legal_placements():
        after = start.play(placement)
        if sum(shape.bitboards(after)) != min(_bits_of(shape, placement)) or after.side is start.side:
            raise PlayerError(f"{game.name} has rules of its own; {expected}")
    return shape
