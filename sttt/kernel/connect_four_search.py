"""What both Connect 4 searches share: the position they stand at, the order of moves, the size of the table."""

from array import array

from sttt.kernel.connect_four_cells import KEY_BITS, MIDDLE_FIRST, completing, count_cells
from sttt.kernel.limits import Limited

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

NO_COLUMN = -1
"""What stands for no move."""

CLOCK_INTERVAL = 32768 if cython.compiled else 256


class Search(Limited):
    """Searches one position after the other. Not for use by two threads at once."""

    def __init__(self, table_bits: int, least_table_bits: int) -> None:
        """Stand at the empty board, with a transposition table of ``2**table_bits`` entries."""
        super().__init__(CLOCK_INTERVAL)
        if table_bits < least_table_bits:
            raise ValueError(f"a table of 2**{table_bits} entries; expected at least 2**{least_table_bits}")
        self.entries = 2**table_bits
        self.rest_bits = KEY_BITS - table_bits
        self.rest_mask = 2 ** (KEY_BITS - table_bits) - 1
        self.column = MIDDLE_FIRST
        self.move = array("Q", bytes(8 * 7 * 43))
        self.order = array("i", bytes(4 * 7 * 43))
        self.set_position(0, 0)

    def set_position(self, own: int, filled: int) -> None:
        """Stand at a position that nobody has won: the stones of the side to move, and all stones."""
        self.own = own
        self.filled = filled
        self.stones = filled.bit_count()

    def _rank(
        self,
        own: cython.ulonglong,
        filled: cython.ulonglong,
        stones: cython.int,
        moves: cython.ulonglong,
        first: cython.ulonglong,
    ) -> cython.int:
        """List the moves by the number of cells that complete a line behind them, and return how many they are.

        `first` is a move that comes before the others, 0 if none does.
        """
        base: cython.int = 7 * stones
        at: cython.int = base
        cell: cython.ulonglong
        order: cython.int
        i: cython.int
        k: cython.int
        for i in range(7):
            cell = moves & self.column[i]
            if cell:
                order = 100 if cell == first else count_cells(completing(own | cell, filled | cell))
                k = at
                while k > base and self.order[k - 1] < order:
                    self.order[k] = self.order[k - 1]
                    self.move[k] = self.move[k - 1]
                    k -= 1
                self.order[k] = order
                self.move[k] = cell
                at += 1
        return at - base
