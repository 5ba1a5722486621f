"""Connect 4 cells, bit by bit: what the searches ask of two words, the mover's stones and all stones.

The bits are those of `sttt.games.connect_four`. `own + filled` is another number for every position: in each column
it carries into the lowest empty cell. Both the carry and the folding of lines are known from John Tromp's Fhourstones.
Valid Python, and compiled from the same text; `connect_four_cells.pxd` beside it says what is C.
"""

from array import array

from sttt.games import connect_four as game

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
    """Whether the side to move completes four in a row with its next stone."""
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


def count_cells(cells: cython.ulonglong) -> cython.int:
    """Count the bits; there are few of them."""
    count: cython.int = 0
    while cells:
        cells &= cells - 1
        count += 1
    return count


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
