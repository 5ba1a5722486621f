"""Boards of the games in which a line of cells decides: 4x4x4, Connect 4, and grids of any size up to 64 squares.

A side's marks on a board are one 64-bit number, each cell at the bit that the game gives it.
"""

import numpy as np
from numpy.typing import NDArray

from sttt.environments.batch.boards import Batch, Flags, Numbers, Placed
from sttt.errors import PlayerError
from sttt.games.game import Game, Position, Shape
from sttt.games.grid.position import GridPosition

Bitboards = NDArray[np.uint64]

_NEVER = 2**64 - 1
"""A line of all 64 bits, which nobody completes: the other side has some of them."""


class LineBatch(Batch):
    """Boards whose cells are marked one a turn, until a line wins (or loses) or no cell is left."""

    def __init__(self, game: Game[Position], count: int) -> None:
        """Read the rules off the game's description; raises `PlayerError` where they are others."""
        super().__init__(game, count)
        shape = _checked(game)
        self._width = max(bit.bit_length() for bit in shape.bits)
        self._cells = np.array([sum(_bits_of(shape, action)) for action in range(self.actions)], np.uint64)
        self._all = np.bitwise_or.reduce(self._cells)
        self._reward = -1 if shape.lines_lose else 1
        self._through = _lines_through(shape)
        start = game.start()
        self._spoilers = [np.uint64(one) for one in start.GRID.spoilers] if isinstance(start, GridPosition) else []
        """Lines that are too long: what lies in one that is complete is no line."""
        self._marks = np.empty((2, count), np.uint64)

    def mask(self, boards: Numbers | None = None) -> NDArray[np.int8]:
        """Return 1 for each legal action and 0 for the others."""
        where = slice(None) if boards is None else boards
        free = np.where(self.over[where], np.uint64(0), self._free(where))
        legal: NDArray[np.int8] = (free[:, None] & self._cells != 0).view(np.int8)
        return legal

    def _free(self, where: Numbers | slice) -> Bitboards:
        free: Bitboards = self._all & ~(self._marks[0, where] | self._marks[1, where])
        return free

    def _clear(self, where: Numbers | Flags) -> None:
        self._marks[:, where] = 0

    def _is_open(self, where: Numbers, actions: Numbers) -> Flags:
        found: Flags = self._free(where) & self._cells[actions] != 0
        return found

    def _place(self, where: Numbers, actions: Numbers) -> Placed:
        side = self.side[where]
        room = self._free(where) & self._cells[actions]
        bit = room & (~room + np.uint64(1))  # the lowest: in a column the stone falls down to it
        marks = self._marks[side, where] | bit
        self._marks[side, where] = marks
        has_line = self._has_line(marks, bit)
        self.side[where] = 1 - side
        over = has_line | (self._free(where) == 0)
        return Placed(over, np.where(has_line, self._reward, 0).astype(np.int8))

    def _has_line(self, marks: Bitboards, bit: Bitboards) -> Flags:
        number = np.frexp(bit.astype(np.float64))[1] - 1  # exact: a power of two is a whole float
        lines = self._through[number]
        is_whole = marks[:, None] & lines == lines
        for spoiler in self._spoilers:
            is_whole &= ~((marks & spoiler == spoiler)[:, None] & (lines & spoiler == lines))
        found: Flags = is_whole.any(axis=1)
        return found

    def _see(self, where: Numbers, viewer: NDArray[np.int8], mover: Flags) -> NDArray[np.int8]:
        marks = [self._unpacked(self._marks[side, where]) for side in (viewer, 1 - viewer)]
        return self.planes.gather([*marks, mover.view(np.uint8)[:, None]])

    def _unpacked(self, marks: Bitboards) -> NDArray[np.uint8]:
        octets = marks.astype("<u8").view(np.uint8).reshape(len(marks), 8)
        return np.unpackbits(octets, axis=1, count=self._width, bitorder="little")


def _bits_of(shape: Shape[Position], placement: int) -> list[int]:
    """List the bits of the cells that a placement may mark."""
    return [bit for cell, bit in zip(shape.cells, shape.bits, strict=True) if cell.placement == placement]


def _lines_through(shape: Shape[Position]) -> Bitboards:
    """Return the lines through the cell at each bit, shape (bits, lines), filled up with `_NEVER`."""
    lines = [sum(shape.bits[cell] for cell in line) for line in shape.lines]
    through = [[line for line in lines if line >> bit & 1] for bit in range(64)]
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
