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
Bitboards = NDArray[np.uint64]

LINE_CELLS = [
    [ROWS * (bit // STRIDE) + bit % STRIDE for bit in range(STRIDE * COLUMNS) if line >> bit & 1] for line in LINES
]
"""The lines of four, as cells in ascending order."""
_THROUGH = [[line for line in LINES if line >> bit & 1] for bit in range(STRIDE * COLUMNS)]
THROUGH = np.array([(lines * 13)[:13] or [0] * 13 for lines in _THROUGH], np.uint64)
"""The lines through each bit, some of them twice; no cell has more than 13."""
BITS = np.array([1 << bit for bit in range(STRIDE * COLUMNS)], np.uint64)
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
        digits = np.zeros((CELLS, len(both)), np.int64)
        for place in range(LENGTH):
            digits[both[:, place], np.arange(len(both))] = STATES ** (LENGTH - 1 - place)
        side = len(tuples) * ENTRIES
        self.empty = np.tile(np.arange(len(tuples)) * ENTRIES, 2) + digits[::ROWS].sum(axis=0)
        """The weights that the empty board with X to move is the sum of: the lowest cells are in reach, state 1."""
        above = np.array([digits[cell + 1] if cell % ROWS < ROWS - 1 else 0 * digits[cell] for cell in range(CELLS)])
        self.change = np.array([digits + above + side, 2 * digits + above - side])
        """The step from them by X's stone, or O's, in a cell in reach: it is state 2 or 3, and the other side moves."""
        self.weights, self._sum, self._size = (np.zeros(2 * side, np.float32) for _ in range(3))

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
        self._stones = np.zeros((2, games), np.uint64)
        """X's and O's, as bitboards."""
        self.heights = np.zeros((games, COLUMNS), np.int64)
        """The stones in each column."""
        self._entries = np.tile(network.empty, (games, 1))
        self._has_last = np.zeros(games, bool)

    def step(self) -> None:
        """Play a move in every game, and learn from it."""
        game, column = np.nonzero(self.heights < ROWS)
        stones = self.heights.sum(axis=1)
        o_moves = stones % 2
        row = self.heights[game, column]
        bit = BITS[STRIDE * column + row]
        won = _has_line(self._stones[o_moves[game], game] | bit, STRIDE * column + row)
        full = stones[game] == CELLS - 1
        entries = self._entries[game] + self._network.change[o_moves[game], ROWS * column + row]
        sign = 1 - 2 * o_moves
        values = np.where(won, sign[game], np.where(full, 0, self._network.values(entries))).astype(np.float32)
        best, chosen, explores = self._choose(game, column, values * sign[game])
        self._correct(values[best], ~explores)
        self._entries = entries[chosen]
        each = np.arange(self._games)
        self._stones[o_moves, each] |= bit[chosen]
        self.heights[each, column[chosen]] += 1
        over = won[chosen] | full[chosen]
        self.finished += int(over.sum())
        self._stones[:, over], self.heights[over], self._entries[over] = 0, 0, self._network.empty
        self._has_last = ~over

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
        entries = self._entries[which]
        values = self._network.values(entries)
        self._network.learn(entries, ((targets[which] - values) * (1 - values**2)).astype(np.float32))


def _has_line(stones: Bitboards, bit: Integers) -> Flags:
    """Return for each side's stones whether the one at that bit completes a line."""
    lines = THROUGH[bit]
    found: Flags = (stones[:, None] & lines == lines).any(axis=1)
    return found
