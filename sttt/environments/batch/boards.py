"""Boards of one game that are stepped together, whatever its rules: what is observed, masked, won and begun again."""

from abc import ABC, abstractmethod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sttt.environments.batch import kernel
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
        where = self._once_each(boards)
        chosen = np.asarray(actions)
        if chosen.shape != where.shape or not np.issubdtype(chosen.dtype, np.integer):
            raise ValueError(
                f"actions have shape {chosen.shape} and type {chosen.dtype}; expected {where.shape} and whole numbers"
            )
        chosen = np.require(chosen, np.int64, ["C", "W"])
        rewards = np.empty(len(where), np.int8)
        illegal = self._place(where, chosen, rewards)
        if illegal >= 0:
            raise IllegalPlacement(
                f"{chosen[illegal]} is no legal action on board {where[illegal]}; expected one of its mask"
            )
        return Placed(self.over[where], rewards)

    def _once_each(self, boards: Numbers | None) -> Numbers:
        """Return the numbers of boards, all by default; raises `ValueError` if they are none, or one is there twice."""
        if boards is None:
            return np.arange(self.count)
        found, named = np.asarray(boards), np.zeros(self.count, np.bool_)
        are_numbers = found.ndim == 1 and np.issubdtype(found.dtype, np.integer)
        if are_numbers and ((found >= 0) & (found < self.count)).all():
            named[found] = True
        if named.sum() != found.size:
            raise ValueError(f"boards are {found!r:.80}; expected whole numbers from 0 to {self.count - 1}, each once")
        return np.require(found, np.int64, ["C", "W"])

    def mask(self, boards: Numbers | None = None) -> NDArray[np.int8]:
        """Return 1 for each legal action and 0 for the others, shape (boards, actions); all 0 once a game is over."""
        where = self._some(boards)
        mask = np.empty((len(where), self.actions), np.int8)
        self._mask(where, mask)
        return mask

    def observe(self, boards: Numbers | None = None, *, as_mover: Flags | None = None) -> NDArray[np.int8]:
        """Return boards as the side to move sees them, or the other one where `as_mover` is false.

        The shape is ``(boards, *planes.shape)``.
        """
        where = self._some(boards)
        mover = np.ones(len(where), np.int8) if as_mover is None else np.require(as_mover, np.int8, ["C", "W"])
        viewer = np.where(mover, self.side[where], 1 - self.side[where])
        seen = np.empty((len(where), *self.planes.shape), np.int8)
        self._see(where, viewer, mover, seen)
        return seen

    def _some(self, boards: Numbers | None) -> Numbers:
        """Return the numbers of boards, counted from the end where they are negative; raises `IndexError`."""
        return np.arange(self.count) if boards is None else np.arange(self.count)[np.asarray(boards)]

    @abstractmethod
    def _clear(self, where: Numbers | Flags) -> None:
        """Take all marks off some boards."""

    @abstractmethod
    def _place(self, where: Numbers, actions: Numbers, rewards: NDArray[np.int8]) -> int:
        """Make placements, hand the move over, and write the rewards; return where the first illegal one is, or -1."""

    @abstractmethod
    def _mask(self, where: Numbers, mask: NDArray[np.int8]) -> None:
        """Write which actions are legal."""

    @abstractmethod
    def _see(self, where: Numbers, viewer: NDArray[np.int8], mover: NDArray[np.int8], seen: NDArray[np.int8]) -> None:
        """Write boards as the side `viewer` sees them, which is to move where `mover` is 1."""


def random_actions(mask: NDArray[np.int8], random: np.random.Generator) -> Numbers:
    """Draw a legal action for each row of a mask, all with the same probability; 0 where there is none."""
    drawn = np.empty(len(mask), np.int64)
    kernel.draw(np.require(mask, np.int8, ["C", "W"]).data, random.random(len(mask)).data, drawn.data)
    return drawn
