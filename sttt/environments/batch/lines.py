"""Boards of the games in which a line of cells decides: 4x4x4, Connect 4, and grids of any size up to 64 squares."""

import numpy as np
from numpy.typing import NDArray

from sttt.environments.batch.boards import Batch, Flags, Numbers, Placed
from sttt.environments.batch.line_board import Bitboards, LineBoard, lowest
from sttt.games.game import Game, Position


class LineBatch(Batch):
    """Boards whose cells are marked one a turn, until a line wins (or loses) or no cell is left."""

    def __init__(self, game: Game[Position], count: int) -> None:
        """Read the rules off the game's description; raises `PlayerError` where they are others."""
        super().__init__(game, count)
        self._board = LineBoard(game)
        self._reward = -1 if self._board.lines_lose else 1
        self._marks = np.empty((2, count), np.uint64)

    def mask(self, boards: Numbers | None = None) -> NDArray[np.int8]:
        """Return 1 for each legal action and 0 for the others."""
        where = slice(None) if boards is None else boards
        free = np.where(self.over[where], np.uint64(0), self._free(where))
        legal: NDArray[np.int8] = (free[:, None] & self._board.cells != 0).view(np.int8)
        return legal

    def _free(self, where: Numbers | slice) -> Bitboards:
        return self._board.free(self._marks[0, where], self._marks[1, where])

    def _clear(self, where: Numbers | Flags) -> None:
        self._marks[:, where] = 0

    def _is_open(self, where: Numbers, actions: Numbers) -> Flags:
        found: Flags = self._free(where) & self._board.cells[actions] != 0
        return found

    def _place(self, where: Numbers, actions: Numbers) -> Placed:
        side = self.side[where]
        bit = lowest(self._free(where) & self._board.cells[actions])
        marks = self._marks[side, where] | bit
        self._marks[side, where] = marks
        has_line = self._board.has_line(marks, bit)
        self.side[where] = 1 - side
        over = has_line | (self._free(where) == 0)
        return Placed(over, np.where(has_line, self._reward, 0).astype(np.int8))

    def _see(self, where: Numbers, viewer: NDArray[np.int8], mover: Flags) -> NDArray[np.int8]:
        marks = [self._unpacked(self._marks[side, where]) for side in (viewer, 1 - viewer)]
        return self.planes.gather([*marks, mover.view(np.uint8)[:, None]])

    def _unpacked(self, marks: Bitboards) -> NDArray[np.uint8]:
        octets = marks.astype("<u8").view(np.uint8).reshape(len(marks), 8)
        return np.unpackbits(octets, axis=1, count=self._board.width, bitorder="little")
