# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""The value search of Connect 4, for limits too short to solve a position: alpha-beta, deepened stone by stone.

Scores: `STONE` times the solver's score of a finished game, and an evaluation strictly between a draw's and the
narrowest win's of one that goes on, so that the evaluation and the utility coincide on final boards.
"""

from array import array

from sttt.games.connect_four import position as game
from sttt.games.connect_four.search.board import (
    KEY_BITS,
    MIXER,
    NO_COLUMN,
    ConnectFourSearch,
    column_of,
    completing,
    holding_moves,
    in_reach,
    wins_at_once,
)
from sttt.kernel.bits import count_bits
from sttt.kernel.memory import zeros

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

SCORE_OF_A_STONE = 1000
"""The factor of the solver's scores, above every evaluation."""

STONE = cython.declare(cython.int, SCORE_OF_A_STONE)
MOST = cython.declare(cython.int, SCORE_OF_A_STONE - 1)
INFINITE = cython.declare(cython.int, 22 * SCORE_OF_A_STONE)

ODD_ROWS = cython.declare(cython.ulonglong, sum(0b010101 * cell for cell in game.BOTTOM))
EVEN_ROWS = cython.declare(cython.ulonglong, sum(0b101010 * cell for cell in game.BOTTOM))
LINE_WORTH = cython.declare(cython.int, 2)
"""Points of a stone for each of the lines of four through its cell."""
THREAT_WORTH = cython.declare(cython.int, 15)
"""Points of an empty cell that completes a line."""
PARITY_WORTH = cython.declare(cython.int, 60)
"""On top, if the cell lies in a row that falls to its owner when all other cells fill up: odd for X, even for O."""

UPPER = cython.declare(cython.int, 1)
LOWER = cython.declare(cython.int, 2)
EXACT = cython.declare(cython.int, 3)
KEY = cython.declare(cython.ulonglong, 2**KEY_BITS - 1)
MIX = cython.declare(cython.ulonglong, MIXER)


def _planes() -> list[int]:
    """Return four bitboards: a cell is in plane `n` if the number of lines through it has the bit of value `2**n`."""
    through = {cell: sum(line >> cell & 1 for line in game.LINES) for cell in range(KEY_BITS)}
    return [sum(2**cell for cell, lines in through.items() if lines >> plane & 1) for plane in range(4)]


class ConnectFourEngine(ConnectFourSearch):
    """Estimates positions by looking ahead, one position after the other."""

    def __init__(self, table_bits: int = 18) -> None:
        """Make the tables; the transposition table has ``2**table_bits`` entries of eight bytes."""
        super().__init__(table_bits, least_table_bits=12)
        self.plane = array("Q", _planes())
        self.worth = array("i", [1, 2, 4, 8])
        self.forget()

    def forget(self) -> None:
        """Empty the transposition table, so that what was searched before makes no difference."""
        self.table = zeros("Q", self.entries)

    # --- Questions -------------------------------------------------------------------------------------------------

    def search(self, depth: int, first: int = NO_COLUMN) -> tuple[int, int, bool]:
        """Search the position to a depth in stones: its score, the best column, and whether the limits allowed it all.

        `first` is the column to begin with. A search cut off returns the best of what it finished, `NO_COLUMN` if that
        is nothing.
        """
        reach = in_reach(self.filled)
        wins = completing(self.own, self.filled) & reach
        if wins:
            return (43 - self.stones) // 2 * SCORE_OF_A_STONE, column_of(wins & -wins), True
        cells = [reach & column for column in self.column if reach & column]
        cells.sort(
            key=lambda cell: (column_of(cell) != first, -count_bits(completing(self.own | cell, self.filled | cell)))
        )
        best, score = NO_COLUMN, -INFINITE
        for cell in cells:
            value = self._value_after(cell, depth - 1, score)
            self._raise_interruption()
            if self.stopped:
                return score, best, False
            if value > score:
                best, score = column_of(cell), value
        return score, best, True

    def evaluation(self) -> int:
        """Return the estimate of the position without looking ahead, for the side to move."""
        return self._evaluate(self.own, self.filled, self.stones)

    def _value_after(self, move: int, depth: int, above: int) -> int:
        """Return the value of a root move if it is more than `above`, else at most that."""
        cell: cython.ulonglong = move
        filled: cython.ulonglong = self.filled | cell
        plies: cython.int = depth
        alpha: cython.int = above
        value: cython.int
        self._count_node()
        if wins_at_once(self.own ^ self.filled, filled):
            return -((42 - self.stones) // 2) * SCORE_OF_A_STONE
        with cython.nogil:
            value = -self._search(self.own ^ self.filled, filled, self.stones + 1, plies, -INFINITE, -alpha)
        return value

    # --- The search ------------------------------------------------------------------------------------------------

    def _search(
        self,
        own: cython.ulonglong,
        filled: cython.ulonglong,
        stones: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
    ) -> cython.int:
        """Return the value within (`alpha`, `beta`) or a bound beyond it; the side to move cannot win at once."""
        moves: cython.ulonglong
        hashed: cython.ulonglong
        slot: cython.ulonglong
        entry: cython.ulonglong
        first: cython.ulonglong = 0
        score: cython.int
        best: cython.int
        best_cell: cython.ulonglong
        original_alpha: cython.int = alpha
        bound: cython.int
        count: cython.int
        i: cython.int

        self._count_node()
        if self.stopped:
            return 0

        # Step 1. What can be seen: a loss with the next stone, the end of the game.
        moves = holding_moves(own, filled)
        if moves == 0:
            return -((42 - stones) // 2) * STONE if stones < 42 else 0
        if stones >= 40:
            return 0

        # Step 2. A forced move costs no depth.
        if moves & (moves - 1) == 0:
            return -self._search(own ^ filled, filled | moves, stones + 1, depth, -beta, -alpha)

        # Step 3. The horizon: neither side can win with its next stone.
        if depth <= 0:
            return self._evaluate(own, filled, stones)

        # Step 4. The transposition table.
        hashed = ((own + filled) * MIX) & KEY
        slot = hashed >> self.rest_bits
        entry = self.table[slot]
        if entry >> 27 == hashed & self.rest_mask and entry & 0x7FFFFFF:
            score = cython.cast(cython.int, entry & 0xFFFF) - 32768
            bound = cython.cast(cython.int, (entry >> 22) & 3)
            if cython.cast(cython.int, (entry >> 16) & 63) >= depth or score > MOST or score < -MOST:
                if bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha):
                    return score
            first = moves & self.column[cython.cast(cython.int, (entry >> 24) & 7)]

        # Step 5. One move after the other: the table's, then those that leave the most cells to win on.
        count = self._rank(own, filled, stones, moves, first)
        best = -INFINITE
        best_cell = moves
        for i in range(7 * stones, 7 * stones + count):
            score = -self._search(own ^ filled, filled | self.move[i], stones + 1, depth - 1, -beta, -alpha)
            if self.stopped:
                return 0
            if score > best:
                best = score
                best_cell = self.move[i]
            if score > alpha:
                alpha = score
            if alpha >= beta:
                break

        # Step 6. Remember: score + 32768 | depth << 16 | bound << 22 | which of the columns << 24 | rest << 27.
        bound = UPPER if best <= original_alpha else LOWER if best >= beta else EXACT
        i = 0
        while best_cell & self.column[i] == 0:
            i += 1
        entry = (hashed & self.rest_mask) << 3 | cython.cast(cython.ulonglong, i)
        entry = entry << 8 | cython.cast(cython.ulonglong, bound * 64 + depth)
        self.table[slot] = entry << 16 | cython.cast(cython.ulonglong, best + 32768)
        return best

    def _evaluate(self, own: cython.ulonglong, filled: cython.ulonglong, stones: cython.int) -> cython.int:
        """Return the estimate for the side to move, below `STONE` either way."""
        other: cython.ulonglong = own ^ filled
        mine: cython.ulonglong = completing(own, filled)
        theirs: cython.ulonglong = completing(other, filled)
        mine_fall: cython.ulonglong = ODD_ROWS if stones & 1 == 0 else EVEN_ROWS
        theirs_fall: cython.ulonglong = EVEN_ROWS if stones & 1 == 0 else ODD_ROWS
        score: cython.int = THREAT_WORTH * (count_bits(mine) - count_bits(theirs))
        plane: cython.int
        score += PARITY_WORTH * (count_bits(mine & mine_fall) - count_bits(theirs & theirs_fall))
        for plane in range(4):
            score += (
                LINE_WORTH
                * self.worth[plane]
                * (count_bits(own & self.plane[plane]) - count_bits(other & self.plane[plane]))
            )
        if score > MOST:
            return MOST
        if score < -MOST:
            return -MOST
        return score
