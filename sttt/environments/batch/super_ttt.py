"""Boards of Super Tic-Tac-Toe: a side's marks are nine numbers of nine bits, one for each little board."""

import numpy as np
from numpy.typing import NDArray

from sttt.environments.batch.boards import Batch, Flags, Numbers, Placed
from sttt.games.game import Game, Position
from sttt.games.super_ttt.position import FULL
from sttt.games.super_ttt.position import HAS_LINE as LINES

Masks = NDArray[np.intp]
"""Masks of nine bits, in the type that arrays are indexed with fastest."""
Table = NDArray[np.void]
"""Rows of bytes that are copied as one item each."""

HAS_LINE = np.array(LINES)
BITS = np.array([1 << bit for bit in range(9)], np.intp)
BITS_OF = (np.arange(512)[:, None] >> np.arange(9) & 1).astype(np.uint8)
"""For each mask of nine bits the nine bits as numbers."""
SQUARES: Table = BITS_OF.view("V9").ravel()

COUNT = np.array([mask.bit_count() for mask in range(512)], np.uint8)
"""The number of squares in a mask of nine bits."""

AT_ONCE = 512
"""Boards that are drawn at once: what they take stays in the processor's cache."""

OWN, OTHER, OWN_BOARD, OTHER_BOARD, DEAD_BOARD, MORE, TO_MOVE = PLANES = range(7)
"""The planes, in the order of `sttt.environments.planes`."""


def _seen_alone(marks: int, board: int) -> Table:
    """Return the planes of a little board's nine squares for each mask of a side's marks, which alone tell its owner.

    For the own side there are four times as many masks: with the flags of the last planes above the nine bits.
    """
    masks = np.arange(2048 if marks == OWN else 512)
    planes = np.zeros((len(masks), 9, len(PLANES)), np.uint8)
    planes[..., marks] = BITS_OF[masks % 512]
    planes[..., board] = HAS_LINE[masks % 512, None]
    planes[..., MORE] = (masks >> 9 & 1)[:, None]
    planes[..., TO_MOVE] = (masks >> 10)[:, None]
    return planes.reshape(len(masks), -1).view(f"V{planes[0].size}").ravel()


OWN_SEEN, OTHER_SEEN = _seen_alone(OWN, OWN_BOARD), _seen_alone(OTHER, OTHER_BOARD)


class SuperBatch(Batch):
    """Boards of Super Tic-Tac-Toe, whose turns are two placements."""

    def __init__(self, game: Game[Position], count: int) -> None:
        """Set up the boards."""
        super().__init__(game, count)
        self._marks = np.empty((2, count, 9), np.intp)
        self._owned = np.empty((2, count), np.intp)
        self._open = np.empty((count, 9), np.intp)
        """The empty squares of little boards without an owner."""

    def mask(self, boards: Numbers | None = None) -> NDArray[np.int8]:
        """Return 1 for each legal action and 0 for the others."""
        where = slice(None) if boards is None else boards
        free = np.where(self.over[where, None], 0, self._open[where])
        return _taken(SQUARES, free).view(np.int8).reshape(len(free), 81)

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

    def _see(self, where: Numbers, viewer: NDArray[np.int8], mover: Flags) -> NDArray[np.int8]:
        seen = np.empty((len(where), 9, 9, len(PLANES)), np.int8)
        for start in range(0, len(where), AT_ONCE):
            some = slice(start, start + AT_ONCE)
            self._draw(seen[some], where[some], viewer[some], mover[some])
        return seen

    def _draw(self, seen: NDArray[np.int8], where: Numbers, viewer: NDArray[np.int8], mover: Flags) -> None:
        own, other = (self._marks[side, where] for side in (viewer, 1 - viewer))
        flags = (self.left[where] > 1).astype(np.intp) << 9 | mover.astype(np.intp) << 10
        is_dead = (own | other == FULL) & ~HAS_LINE[own] & ~HAS_LINE[other]
        mine = _taken(OWN_SEEN, own | flags[:, None]).view(np.int8).reshape(seen.shape)
        mine[is_dead, :, DEAD_BOARD] = 1
        others = _taken(OTHER_SEEN, other).view(np.int8)
        by_rows = seen.reshape(len(own), 3, 3, 3, 3, len(PLANES))  # a row of squares runs through three little boards
        by_board = by_rows.transpose(0, 1, 3, 2, 4, 5)
        np.add(mine.reshape(by_board.shape), others.reshape(by_board.shape), out=by_board)


def _taken(table: Table, masks: Masks) -> Table:
    """Return the table's rows for some masks, all of which it has: so that nothing is checked."""
    return table.take(masks, mode="clip")
