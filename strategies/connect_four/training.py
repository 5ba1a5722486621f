"""Temporal-difference learning of an n-tuple network for Connect 4, many games at once.

The network estimates positions that somebody has just moved to. After every move the estimate of the one before is
brought nearer to that of the best one that could be moved to; a decided game counts as 1, -1 or 0. Each weight has a
step size of its own, which shrinks where corrections keep changing their sign. Sources: R. S. Sutton, "Learning to
predict by the methods of temporal differences", Machine Learning 3 (1988), 9-44; D. F. Beal, M. C. Smith, "Temporal
coherence and prediction decay in TD learning", IJCAI 1999.
"""

import numpy as np
from numpy.typing import NDArray

from strategies.connect_four.network import CELLS, ENTRIES, LENGTH, MIRRORED, STATES
from sttt.games.connect_four.position import COLUMNS, LINES, ROWS, STRIDE

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]

LINE_CELLS = [
    [ROWS * (bit // STRIDE) + bit % STRIDE for bit in range(STRIDE * COLUMNS) if line >> bit & 1] for line in LINES
]
"""The lines of four, as cells in ascending order."""
SETS = 2
"""Tuples for each line."""
STEP = 0.002
"""The initial learning rate."""
EXPLORES = 0.1
"""The probability of a random move."""


def random_tuples(random: np.random.Generator) -> list[list[int]]:
    """Return `SETS` sets of cells for each line of four, mirror images once: its cells, and random neighbours."""
    found: list[list[int]] = []
    for line in LINE_CELLS:
        mirrored = sorted(MIRRORED[cell] for cell in line)
        for _ in range(SETS if line <= mirrored else 0):
            cells = list(line)
            while len(cells) < LENGTH:
                column, row = divmod(cells[int(random.integers(len(cells)))], ROWS)
                column, row = column + int(random.integers(-1, 2)), row + int(random.integers(-1, 2))
                if 0 <= column < COLUMNS and 0 <= row < ROWS and ROWS * column + row not in cells:
                    cells.append(ROWS * column + row)
            found.append(sorted(cells))
    return found


class Network:
    """The weights while they are learned."""

    def __init__(self, tuples: list[list[int]]) -> None:
        self.tuples = tuples
        both = np.array(tuples + [[MIRRORED[cell] for cell in cells] for cells in tuples])
        self._powers = np.zeros((CELLS, len(both)), np.float32)
        for place in range(LENGTH):
            self._powers[both[:, place], np.arange(len(both))] = STATES ** (LENGTH - 1 - place)
        self._first = np.tile(np.arange(len(tuples)) * ENTRIES, 2)
        self._side = len(tuples) * ENTRIES
        self.weights, self._sum, self._size = (np.zeros(2 * self._side, np.float32) for _ in range(3))

    def entries(self, states: NDArray[np.int8], o_moves: Integers) -> Integers:
        """Return the numbers of the weights that each position (by its cells' states) is the sum of."""
        index = (states.astype(np.float32) @ self._powers).astype(np.int64)
        found: Integers = index + self._first + (o_moves * self._side)[:, None]
        return found

    def values(self, entries: Integers) -> Floats:
        """Return estimates between -1 and 1, from X's point of view."""
        values: Floats = np.tanh(self.weights[entries].sum(axis=1))
        return values

    def learn(self, entries: Integers, errors: Floats) -> None:
        """Correct the weights of estimates by their errors."""
        flat, error = entries.ravel(), np.repeat(errors, entries.shape[1])
        size = self._size[flat]
        rate = np.where(size > 0, np.abs(self._sum[flat]) / np.maximum(size, 1e-12), 1)
        np.add.at(self.weights, flat, (STEP * rate * error).astype(np.float32))
        np.add.at(self._sum, flat, error)
        np.add.at(self._size, flat, np.abs(error))

    def bytes(self) -> bytes:
        """Return the weights as signed bytes, in a unit that only few of them exceed."""
        used = np.abs(self.weights[self.weights != 0])
        unit = max(float(np.quantile(used, 0.9995)) if len(used) else 0.0, 1e-9) / 127
        return np.clip(np.rint(self.weights / unit), -127, 127).astype(np.int8).tobytes()


class SelfPlay:
    """Many games that go on side by side; a finished one begins again."""

    def __init__(self, network: Network, random: np.random.Generator, games: int) -> None:
        self.finished = 0
        self._network, self._random, self._games = network, random, games
        self._states = np.zeros((games, CELLS), np.int8)
        self._height = np.zeros((games, COLUMNS), np.int64)
        self._stones = np.zeros(games, np.int64)
        self._begin(np.ones(games, bool))
        self._last = np.zeros((games, 2 * len(network.tuples)), np.int64)
        self._has_last = np.zeros(games, bool)

    def _begin(self, which: Flags) -> None:
        self._states[which] = np.tile([1, 0, 0, 0, 0, 0], COLUMNS)
        self._height[which] = 0
        self._stones[which] = 0

    def step(self) -> None:
        """Play a move in every game, and learn from it."""
        game, column = np.nonzero(self._height < ROWS)
        o_moves = self._stones % 2
        states, cell = self._played(game, column, o_moves)
        won = _completes(states, cell, 2 + o_moves[game])
        full = self._stones[game] == CELLS - 1
        entries = self._network.entries(states, 1 - o_moves[game])
        sign = 1 - 2 * o_moves
        values = np.where(won, sign[game], np.where(full, 0, self._network.values(entries))).astype(np.float32)
        best, chosen, explores = self._choose(game, column, values * sign[game])
        self._correct(values[best], ~explores)
        self._states, self._last = states[chosen], entries[chosen]
        self._height[np.arange(self._games), column[chosen]] += 1
        self._stones += 1
        over = won[chosen] | full[chosen]
        self.finished += int(over.sum())
        self._begin(over)
        self._has_last = ~over

    def _played(self, game: Integers, column: Integers, o_moves: Integers) -> tuple[NDArray[np.int8], Integers]:
        """Return every position that can be moved to, by its cells' states, and the cell of the new stone."""
        states, row, each = self._states[game].copy(), self._height[game, column], np.arange(len(game))
        cell = ROWS * column + row
        states[each, cell] = 2 + o_moves[game]
        under_top = row < ROWS - 1
        states[each[under_top], cell[under_top] + 1] = 1
        return states, cell

    def _choose(self, game: Integers, column: Integers, values: Floats) -> tuple[Integers, Integers, Flags]:
        """Return for each game which move is best, which is played, and whether the latter was drawn at random."""
        number, worth, lot = np.full((3, self._games, COLUMNS), -2.0)
        number[game, column] = np.arange(len(game))
        worth[game, column] = values + self._random.random(len(game)) * 1e-6
        lot[game, column] = self._random.random(len(game))
        explores = (self._random.random(self._games) < EXPLORES) & (worth.max(axis=1) < 1)
        each = np.arange(self._games)
        best = number[each, worth.argmax(axis=1)].astype(np.int64)
        drawn = number[each, lot.argmax(axis=1)].astype(np.int64)
        return best, np.where(explores, drawn, best), explores

    def _correct(self, targets: Floats, learns: Flags) -> None:
        """Bring the estimates of the positions before nearer to the targets."""
        which = learns & self._has_last
        entries = self._last[which]
        values = self._network.values(entries)
        self._network.learn(entries, ((targets[which] - values) * (1 - values**2)).astype(np.float32))


_THROUGH = [[line for line in LINE_CELLS if cell in line] for cell in range(CELLS)]
_MOST = max(map(len, _THROUGH))
_PADDED = np.array([(lines * _MOST)[:_MOST] for lines in _THROUGH])
"""The cells of the lines through each cell, some of them twice."""


def _completes(states: NDArray[np.int8], cell: Integers, mark: Integers) -> Flags:
    """Return for each position whether the stone in that cell completes a line."""
    stones = states[np.arange(len(cell))[:, None, None], _PADDED[cell]]
    completes: Flags = (stones == mark[:, None, None]).all(axis=2).any(axis=1)
    return completes
