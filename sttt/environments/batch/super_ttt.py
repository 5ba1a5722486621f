"""Boards of Super Tic-Tac-Toe: a side's marks are nine numbers of nine bits, one for each little board."""

import numpy as np
from numpy.typing import NDArray

from sttt.environments.batch.boards import Batch, Flags, Numbers, Placed
from sttt.games.game import Game, Position
from sttt.games.super_ttt.position import FULL
from sttt.games.super_ttt.position import HAS_LINE as LINES

Masks = NDArray[np.uint16]

HAS_LINE = np.array(LINES)
BITS = np.array([1 << bit for bit in range(9)], np.uint16)
SQUARES = (np.arange(512)[:, None] >> np.arange(9) & 1).astype(np.uint8)
"""For each mask of nine bits the nine bits as numbers."""

COUNT = np.array([mask.bit_count() for mask in range(512)], np.uint8)
"""The number of squares in a mask of nine bits."""


class SuperBatch(Batch):
    """Boards of Super Tic-Tac-Toe, whose turns are two placements."""

    def __init__(self, game: Game[Position], count: int) -> None:
        """Set up the boards."""
        super().__init__(game, count)
        self._marks = np.empty((2, count, 9), np.uint16)
        self._owned = np.empty((2, count), np.uint16)
        self._open = np.empty((count, 9), np.uint16)
        """The empty squares of little boards without an owner."""

    def mask(self, boards: Numbers | None = None) -> NDArray[np.int8]:
        """Return 1 for each legal action and 0 for the others."""
        where = slice(None) if boards is None else boards
        free = np.where(self.over[where, None], np.uint16(0), self._open[where])
        return _unpacked(free).view(np.int8)

    def _clear(self, where: Numbers | Flags) -> None:
        self._marks[:, where] = 0
        self._owned[:, where] = 0
        self._open[where] = FULL

    def _is_open(self, where: Numbers, actions: Numbers) -> Flags:
        found: Flags = self._open[where, actions // 9] & BITS[actions % 9] != 0
        return found

    def _place(self, where: Numbers, actions: Numbers) -> Placed:
        side, board, bit = self.side[where], actions // 9, BITS[actions % 9]
        little = self._marks[side, where, board] | bit
        self._marks[side, where, board] = little
        has_line = HAS_LINE[little]
        self._open[where, board] = np.where(has_line, 0, self._open[where, board] & ~bit)
        owned = self._owned[side, where] | np.where(has_line, BITS[board], 0)
        self._owned[side, where] = owned
        won = HAS_LINE[owned]
        room = COUNT[self._open[where]].sum(axis=1)
        over = won | (room == 0)
        is_last = (self.left[where] == 1) | over
        self.side[where] = np.where(is_last, 1 - side, side)
        # A turn is two placements, or one where a single square is left.
        self.left[where] = np.where(is_last & (room != 1), 2, 1)
        return Placed(over, won.astype(np.int8))

    def _bits(self, where: Numbers, viewer: NDArray[np.int8]) -> list[NDArray[np.uint8]]:
        x, o = self._marks[:, where]
        filled = x | o
        own_boards, other_boards = (self._owned[side, where] for side in (viewer, 1 - viewer))
        dead = (filled == FULL) & ~_each_board(own_boards | other_boards)
        marks = [_unpacked(self._marks[side, where]) for side in (viewer, 1 - viewer)]
        owners = (_each_board(own_boards), _each_board(other_boards), dead)
        return [*marks, *(np.repeat(one.view(np.uint8), 9, axis=1) for one in owners)]


def _each_board(masks: Masks) -> Flags:
    """Return a mask of little boards as flags, shape (boards, 9)."""
    found: Flags = masks[:, None] & BITS != 0
    return found


def _unpacked(masks: Masks) -> NDArray[np.uint8]:
    """Return nine masks of nine bits as 81 numbers 0 or 1, shape (boards, 81)."""
    return SQUARES[masks].reshape(len(masks), 81)
