"""The opponent that plays games of lines by a few rules: it completes a line, or keeps the other side from one."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from sttt.environments.batch import kernel
from sttt.environments.batch.boards import Flags, random_actions
from sttt.environments.batch.line_board import Bitboards, LineBoard, lowest
from sttt.environments.planes import Planes
from sttt.games.game import Game, Position


class LineRules:
    """Draws among the actions that its first rule with anything to say speaks for; else among all."""

    def __init__(self, game: Game[Position]) -> None:
        """Read the lines off the game's description; raises `PlayerError` where there are other rules."""
        self._board, self._places = LineBoard(game), Planes(game).bits()
        self.rules: dict[str, Callable[[Bitboards, Bitboards, Bitboards], Flags]] = {
            "wins": self._wins,
            "blocks": self._blocks,
        }
        """The rules by their names: which actions they speak for, given own marks, others', and each action's cells."""
        if self._board.lines_lose:
            self.rules = {"completes no line": self._completes_no_line}
        elif any(int(cells).bit_count() > 1 for cells in self._board.cells):
            self.rules["opens no win"] = self._opens_no_win

    def choose(
        self, seen: NDArray[np.int8], masks: NDArray[np.int8], random: np.random.Generator, level: int
    ) -> NDArray[np.integer]:
        """Choose a legal action for each of some observations, by so many of the rules."""
        by_place = np.require(seen, np.int8, ["C", "W"]).reshape(len(seen), self._places.size, -1)
        own, other = np.empty((2, len(seen)), np.uint64)
        kernel.read_lines(by_place.data, self._places.data, own.data, other.data)
        room = self._board.free(own, other)[:, None] & self._board.cells
        among, is_open = masks.copy(), np.ones(len(masks), np.bool_)
        for rule in list(self.rules.values())[:level]:
            found = rule(own, other, room) & (masks != 0)
            speaks = is_open & found.any(axis=1)
            among[speaks] = found[speaks]
            is_open &= ~speaks
        return random_actions(among, random)

    def _wins(self, own: Bitboards, _: Bitboards, room: Bitboards) -> Flags:
        found: Flags = lowest(room) & self._board.completing(own)[:, None] != 0
        return found

    def _blocks(self, own: Bitboards, other: Bitboards, room: Bitboards) -> Flags:
        return self._wins(other, own, room)

    def _opens_no_win(self, _: Bitboards, other: Bitboards, room: Bitboards) -> Flags:
        above = lowest(room & ~lowest(room))
        found: Flags = above & self._board.completing(other)[:, None] == 0
        return found

    def _completes_no_line(self, own: Bitboards, other: Bitboards, room: Bitboards) -> Flags:
        return ~self._wins(own, other, room)
