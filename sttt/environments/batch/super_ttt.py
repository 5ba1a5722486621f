"""Boards of Super Tic-Tac-Toe: a side's marks are nine numbers of nine bits, one for each little board."""

import numpy as np
from numpy.typing import NDArray

from sttt.environments.batch import kernel
from sttt.environments.batch.boards import Batch, Flags, Numbers
from sttt.games.game import Game, Position
from sttt.games.super_ttt.position import FULL
from sttt.games.super_ttt.position import HAS_LINE as LINES

HAS_LINE = np.array(LINES, np.uint8)
BITS = np.array([1 << bit for bit in range(9)], np.intc)
SQUARES = (np.arange(512)[:, None] >> np.arange(9) & 1).astype(np.int8)
"""For each mask of nine bits the nine bits as numbers."""
COUNT = SQUARES.sum(axis=1).astype(np.uint8)
"""The number of squares in a mask of nine bits."""

OWN, OTHER, OWN_BOARD, OTHER_BOARD, DEAD_BOARD, MORE, TO_MOVE = PLANES = range(7)
"""The planes, in the order of `sttt.environments.planes`."""


def _seen_alone(marks: int, board: int) -> NDArray[np.int8]:
    """Return the planes of a little board's three rows for each mask of a side's marks, which alone tell its owner.

    For the own side there are four times as many masks: with the flags of the last planes above the nine bits.
    """
    masks = np.arange(2048 if marks == OWN else 512)
    planes = np.zeros((len(masks), 9, len(PLANES)), np.int8)
    planes[..., marks] = SQUARES[masks % 512]
    planes[..., board] = HAS_LINE[masks % 512, None]
    planes[..., MORE] = (masks >> 9 & 1)[:, None]
    planes[..., TO_MOVE] = (masks >> 10)[:, None]
    return planes.reshape(len(masks), 3, -1)


OWN_SEEN, OTHER_SEEN = _seen_alone(OWN, OWN_BOARD), _seen_alone(OTHER, OTHER_BOARD)


class SuperBatch(Batch):
    """Boards of Super Tic-Tac-Toe, whose turns are two placements."""

    def __init__(self, game: Game[Position], count: int) -> None:
        """Set up the boards."""
        super().__init__(game, count)
        self._marks = np.empty((2, count, 9), np.intc)
        self._owned = np.empty((2, count), np.intc)
        self._empty = np.empty((count, 9), np.intc)
        """The empty squares of little boards without an owner."""

    def _clear(self, where: Numbers | Flags) -> None:
        self._marks[:, where] = 0
        self._owned[:, where] = 0
        self._empty[where] = FULL

    def _place(self, where: Numbers, actions: Numbers, rewards: NDArray[np.int8]) -> int:
        placed: int = kernel.place_on_little_boards(
            self._marks.data,
            self._owned.data,
            self._empty.data,
            self.side.data,
            self.left.data,
            self.over.view(np.uint8).data,
            where.data,
            actions.data,
            BITS.data,
            HAS_LINE.data,
            COUNT.data,
            rewards.data,
        )
        return placed

    def _mask(self, where: Numbers, mask: NDArray[np.int8]) -> None:
        over = self.over.view(np.uint8).data
        kernel.mask_little_boards(self._empty.data, over, where.data, SQUARES.data, mask.data)

    def _see(self, where: Numbers, viewer: NDArray[np.int8], mover: NDArray[np.int8], seen: NDArray[np.int8]) -> None:
        kernel.see_little_boards(
            self._marks.data,
            self.left.data,
            viewer.data,
            mover.data,
            where.data,
            HAS_LINE.data,
            OWN_SEEN.data,
            OTHER_SEEN.data,
            seen.reshape(len(where), 9, -1).data,
        )
