# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""The board of both Connect 4 searches: cells bit by bit, the position that is searched, the order of moves.

What they ask of a position is told from two words, the mover's stones and all stones.

The bits are those of the `position` module. `own + filled` is another number for every position: in each column
it carries into the lowest empty cell. Both the carry and the folding of lines are known from John Tromp's Fhourstones.
"""

from array import array

from sttt.games.connect_four import position as game
from sttt.kernel.bits import count_bits
from sttt.kernel.limits import Limited

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

ALL_CELLS = game.BOARD
LOWEST_CELLS = sum(game.BOTTOM)
MIDDLE_FIRST = array("Q", [game.COLUMN_CELLS[column] for column in (3, 2, 4, 1, 5, 0, 6)])
"""The cells of each column, in the order in which columns are tried."""

KEY_BITS = 49
MIXER = 0x1E3779B97F4A7
"""Odd, so that multiplying by it modulo `2**KEY_BITS` maps keys one to one: some bits of the product are an index into
a table, and the rest, kept in the entry, tell positions apart for certain."""

NO_COLUMN = -1
"""The number that stands for no move."""

CLOCK_INTERVAL = 32768 if cython.compiled else 256

CELLS = cython.declare(cython.ulonglong, ALL_CELLS)
BOTTOM = cython.declare(cython.ulonglong, LOWEST_CELLS)
COLUMN = cython.declare(cython.ulonglong, 2**game.STRIDE - 1)


def in_reach(filled: cython.ulonglong) -> cython.ulonglong:
    """Return the lowest empty cell of each column."""
    return (filled + BOTTOM) & CELLS


def completing(stones: cython.ulonglong, filled: cython.ulonglong) -> cython.ulonglong:
    """Return the empty cells, in reach or not, that complete four in a row of `stones`."""
    cells: cython.ulonglong = (stones << 1) & (stones << 2) & (stones << 3)
    pair: cython.ulonglong

    pair = (stones << 7) & (stones << 14)
    cells |= pair & ((stones << 21) | (stones >> 7))
    pair = (stones >> 7) & (stones >> 14)
    cells |= pair & ((stones >> 21) | (stones << 7))

    pair = (stones << 6) & (stones << 12)
    cells |= pair & ((stones << 18) | (stones >> 6))
    pair = (stones >> 6) & (stones >> 12)
    cells |= pair & ((stones >> 18) | (stones << 6))

    pair = (stones << 8) & (stones << 16)
    cells |= pair & ((stones << 24) | (stones >> 8))
    pair = (stones >> 8) & (stones >> 16)
    cells |= pair & ((stones >> 24) | (stones << 8))
    return cells & (CELLS ^ filled)


def wins_at_once(own: cython.ulonglong, filled: cython.ulonglong) -> cython.bint:
    """Return whether the side to move completes four in a row with its next stone."""
    return (completing(own, filled) & in_reach(filled)) != 0


def holding_moves(own: cython.ulonglong, filled: cython.ulonglong) -> cython.ulonglong:
    """Return the cells in reach after which the opponent cannot complete four in a row with its next stone."""
    cells: cython.ulonglong = in_reach(filled)
    theirs: cython.ulonglong = completing(own ^ filled, filled)
    forced: cython.ulonglong = cells & theirs
    if forced:
        if forced & (forced - 1):
            return 0
        cells = forced
    return cells & ~(theirs >> 1)


def mirrored(cells: cython.ulonglong) -> cython.ulonglong:
    """Exchange left and right."""
    _column: cython.int
    image: cython.ulonglong = 0
    for _column in range(7):
        image = (image << 7) | (cells & COLUMN)
        cells >>= 7
    return image


def column_of(cell: cython.ulonglong) -> cython.int:
    """Return the column, 0 to 6, of a single cell."""
    column: cython.int = 0
    while cell > COLUMN:
        cell >>= 7
        column += 1
    return column


class ConnectFourSearch(Limited):
    """Searches one position after the other. Not for use by two threads at once."""

    def __init__(self, table_bits: int, least_table_bits: int) -> None:
        """Begin with the empty board and a transposition table of ``2**table_bits`` entries."""
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
        """Set the position, which nobody has won: the stones of the side to move, and all stones."""
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
        """List the moves by the number of cells that complete a line after them, and return how many they are.

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
                order = 100 if cell == first else count_bits(completing(own | cell, filled | cell))
                k = at
                while k > base and self.order[k - 1] < order:
                    self.order[k] = self.order[k - 1]
                    self.move[k] = self.move[k - 1]
                    k -= 1
                self.order[k] = order
                self.move[k] = cell
                at += 1
        return at - base
