"""Boards of the games in which a line of cells decides: 4x4x4, Connect 4, and grids of any size up to 64 squares."""

import numpy as np
from numpy.typing import NDArray

from sttt.environments.batch import kernel
from sttt.environments.batch.boards import Batch, Flags, Numbers
from sttt.environments.batch.line_board import LineBoard
from sttt.games.game import Game, Position


class LineBatch(Batch):
    """Boards whose cells are marked one a turn, until a line wins (or loses) or no cell is left."""

    def __init__(self, game: Game[Position], count: int) -> None:
        """Read the rules off the game's description; raises `PlayerError` where they are others."""
        super().__init__(game, count)
        self._board = LineBoard(game)
        self._reward = -1 if self._board.lines_lose else 1
        self._marks = np.empty((2, count), np.uint64)
        self._places = self.planes.bits()

    def _clear(self, where: Numbers | Flags) -> None:
        self._marks[:, where] = 0

    def _place(self, where: Numbers, actions: Numbers, rewards: NDArray[np.int8]) -> int:
        board, has_line = self._board, np.empty(len(where), np.uint8)
        illegal: int = kernel.place_on_lines(
            self._marks.data,
            self.side.data,
            self.over.view(np.uint8).data,
            where.data,
            actions.data,
            board.cells.data,
            int(board.all_cells),
            board.through.data,
            board.spoilers.data,
            has_line.data,
        )
        rewards[:] = has_line
        rewards *= self._reward
        return illegal

    def _mask(self, where: Numbers, mask: NDArray[np.int8]) -> None:
        kernel.mask_lines(
            self._marks.data, self.over.view(np.uint8).data, where.data, self._board.cells.data, mask.data
        )

    def _see(self, where: Numbers, viewer: NDArray[np.int8], mover: NDArray[np.int8], seen: NDArray[np.int8]) -> None:
        by_place = seen.reshape(len(where), self._places.size, seen.shape[-1])
        kernel.see_lines(self._marks.data, viewer.data, mover.data, where.data, self._places.data, by_place.data)
