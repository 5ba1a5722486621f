"""Boards of one game that are stepped together, whatever its rules: what is observed, masked, won and begun again."""

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sttt.environments.planes import Planes, planes_of
from sttt.errors import IllegalPlacement
from sttt.games.game import Game, Position, Side

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
"""Board numbers, or an action for each of some boards."""


class Placed(NamedTuple):
    """The outcome of one placement on each of some boards."""

    over: Flags
    """Which games have ended, shape (boards,)."""
    rewards: NDArray[np.int8]
    """For the side that made the placement: 1 where it has won, -1 where it has lost, else 0; shape (boards,)."""


class Batch(ABC):
    """Boards of a game, numbered from 0. Each game has a subclass of its kind that keeps the rules.

    An action is the game's placement number, an observation has the planes of `sttt.environments.planes`, both as in
    the environments of single games.
    """

    def __init__(self, game: Game[Position], count: int) -> None:
        """Set up the boards at the start of the game; raises `PlayerError` as `Planes` does."""
        self.planes: Planes = planes_of(game.name)
        self.count = count
        self.actions = self.planes.actions
        start = game.start()
        self._first, self._turn = int(start.side is not Side.X), start.left
        self.side = np.empty(count, np.int8)
        """The side to move on each board: 0 for X, 1 for O."""
        self.left = np.empty(count, np.int8)
        """The number of placements that side has left in its turn."""
        self.over = np.empty(count, np.bool_)
        """Which games are over and wait for `reset`."""

    def reset(self, boards: Numbers | Flags | None = None) -> None:
        """Begin the game again on some boards, all by default."""
        where = np.arange(self.count) if boards is None else boards.copy()  # it may be `over`, which changes here
        self.side[where], self.left[where], self.over[where] = self._first, self._turn, False
        self._clear(where)

    def step(self, actions: NDArray[np.integer], boards: Numbers | None = None) -> Placed:
        """Make one placement on each board, or on those named, each of them once.

        Games that end stay as they are until `reset`. Raises `ValueError` for boards that there are not, or not once,
        and for actions that are not whole numbers or of another shape, and `IllegalPlacement` if one of them is
        illegal; then no board has changed.
        """
        where = np.arange(self.count) if boards is None else self._once_each(np.asarray(boards))
        chosen = np.asarray(actions)
        if chosen.shape != where.shape or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(
                f"actions have shape {chosen.shape} and type {chosen.dtype}; expected {where.shape} and whole numbers"
            )
        chosen = chosen.astype(np.int64, copy=False)
        inside = (chosen >= 0) & (chosen < self.actions)
        legal = inside & ~self.over[where] & self._is_open(where, np.where(inside, chosen, 0))
        if not legal.all():
            first = int(np.argmin(legal))
            raise IllegalPlacement(
                f"{chosen[first]} is no legal action on board {where[first]}; expected one of its mask"
            )
        stepped = self._place(where, chosen)
        self.over[where] = stepped.over
        return stepped

    def _once_each(self, boards: NDArray[np.integer]) -> Numbers:
        """Return the numbers of boards; raises `ValueError` if they are none, or one is there twice."""
        named = np.zeros(self.count, np.bool_)
        are_numbers = boards.ndim == 1 and np.issubdtype(boards.dtype, np.integer)
        if are_numbers and ((boards >= 0) & (boards < self.count)).all():
            named[boards] = True
        if named.sum() != boards.size:
            raise ValueError(f"boards are {boards!r:.80}; expected whole numbers from 0 to {self.count - 1}, each once")
        return boards.astype(np.int64, copy=False)

    def observe(self, boards: Numbers | None = None, *, as_mover: Flags | None = None) -> NDArray[np.int8]:
        """Return boards as the side to move sees them, or the other one where `as_mover` is false.

        The shape is ``(boards, *planes.shape)``.
        """
        where = np.arange(self.count) if boards is None else np.asarray(boards)
        mover = np.ones(len(where), np.bool_) if as_mover is None else as_mover
        viewer = np.where(mover, self.side[where], 1 - self.side[where])
        return self._see(where, viewer, mover)

    @abstractmethod
    def mask(self, boards: Numbers | None = None) -> NDArray[np.int8]:
        """Return 1 for each legal action and 0 for the others, shape (boards, actions); all 0 once a game is over."""

    @abstractmethod
    def _clear(self, where: Numbers | Flags) -> None:
        """Take all marks off some boards."""

    @abstractmethod
    def _is_open(self, where: Numbers, actions: Numbers) -> Flags:
        """Say of each action, which is within bounds, whether there is room for it."""

    @abstractmethod
    def _place(self, where: Numbers, actions: Numbers) -> Placed:
        """Make legal placements, and hand the move over."""

    @abstractmethod
    def _see(self, where: Numbers, viewer: NDArray[np.int8], mover: Flags) -> NDArray[np.int8]:
        """Return boards as the side `viewer` sees them, which is to move where `mover` says so."""


SET_BITS = np.array([octet.bit_count() for octet in range(256)], np.int16)
PLACES = np.array([([bit for bit in range(8) if octet << bit & 128] + [0] * 8)[:8] for octet in range(256)])
"""For each octet the places of its bits that are set, from the highest one, which is at place 0."""


def random_actions(mask: NDArray[np.int8], random: np.random.Generator) -> Numbers:
    """Draw a legal action for each row of a mask, all with the same probability; 0 where there is none.

    One number is drawn a row, which of the legal actions; it is looked for by octets of the mask.
    """
    octets = np.packbits(mask, axis=1)
    counts = SET_BITS[octets]
    ends = counts.cumsum(axis=1, dtype=np.int16)
    wanted = (random.random(len(mask)) * ends[:, -1]).astype(np.int16)
    rows, at = np.arange(len(mask)), (ends > wanted[:, None]).argmax(axis=1)
    drawn: Numbers = 8 * at + PLACES[octets[rows, at], wanted - ends[rows, at] + counts[rows, at]]
    return drawn
