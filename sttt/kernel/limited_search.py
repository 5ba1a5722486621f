"""What searches share beside the board: a transposition table and killer turns."""

from array import array

from sttt.kernel.board import MAX_LEVEL, MOST_TURNS, NONE, Board
from sttt.kernel.class_tables import ClassTables

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

ENTRIES_PER_MB = 65_536
"""Of a transposition table, 16 bytes each."""

TURNS = cython.declare(cython.int, MOST_TURNS)


def table_bits_of(megabytes: int) -> int:
    """Return the largest size of a table, as a power of two of its entries, that fits into so many MiB."""
    return (megabytes * ENTRIES_PER_MB).bit_length() - 1


class LimitedSearch(Board):
    """Searches one position after the other. Not for use by two threads at once."""

    def __init__(self, tables: ClassTables, table_bits: int = 20) -> None:
        """Lay out the tables; the transposition table takes ``16 << table_bits`` bytes."""
        super().__init__(tables)
        self.table_mask = 2**table_bits - 1
        self._clear()

    def forget(self) -> None:
        """Empty the transposition table and the killers, so that what was searched before makes no difference."""
        if self.touched:
            self._clear()

    def _clear(self) -> None:
        self.table = array("Q", bytes(16 * (self.table_mask + 1)))
        self.killer = array("i", [NONE] * (2 * MAX_LEVEL))
        self.touched = False

    def table_view(self) -> memoryview:
        """Return the bytes of the transposition table, to read and to write while no search runs.

        Each entry is eight bytes of key and eight of content, as the machine orders them.
        """
        self.touched = True
        return memoryview(self.table).cast("B")

    def begin(self, deadline: float, node_limit: int) -> None:
        """Start a search with limits: a moment on `time.monotonic` and a number of nodes."""
        super().begin(deadline, node_limit)
        self.touched = True

    def _rank(self, level: cython.int, count: cython.int, first: cython.int) -> cython.void:
        """Move the table's turn and the killers up in the order, which is by evaluation."""
        i: cython.int
        for i in range(level * TURNS, level * TURNS + count):
            if self.turn[i] == first:
                self.order[i] += 100_000
            elif self.turn[i] == self.killer[2 * level] or self.turn[i] == self.killer[2 * level + 1]:
                self.order[i] += 300

    def _remember_killer(self, level: cython.int, turn: cython.int) -> cython.void:
        if self.killer[2 * level] != turn:
            self.killer[2 * level + 1] = self.killer[2 * level]
            self.killer[2 * level] = turn
