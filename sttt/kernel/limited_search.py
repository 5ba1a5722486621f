"""A search with limits: its count of nodes, its clock, and its transposition table."""

from array import array

from sttt.kernel.board import Board
from sttt.kernel.class_tables import ClassTables
from sttt.kernel.clock import now

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

NO_NODE_LIMIT = 2**62

CLOCK_MASK = cython.declare(cython.longlong, 255 if cython.compiled else 7)


class LimitedSearch(Board):
    """Searches one position after the other. Not for use by two threads at once."""

    def __init__(self, tables: ClassTables, table_bits: int = 20) -> None:
        """Lay out the tables; the transposition table takes ``16 << table_bits`` bytes."""
        super().__init__(tables)
        self.table_mask = 2**table_bits - 1
        self.interruption = None
        self._clear()

    def forget(self) -> None:
        """Empty the transposition table, so that what was searched before makes no difference."""
        if self.touched:
            self._clear()

    def _clear(self) -> None:
        self.table = array("Q", bytes(16 * (self.table_mask + 1)))
        self.touched = False

    def table_view(self) -> memoryview:
        """Return the bytes of the transposition table, to read and to write while no search runs.

        Each entry is eight bytes of key and eight of content, as the machine orders them.
        """
        self.touched = True
        return memoryview(self.table).cast("B")

    def begin(self, deadline: float, node_limit: int) -> None:
        """Start a search with limits: a moment on `time.monotonic` and a number of nodes."""
        self.deadline = deadline
        self.node_limit = node_limit
        self.node_count = 0
        self.touched = True
        self.stopped = False

    @property
    def nodes(self) -> int:
        """Positions visited since `begin`."""
        return self.node_count

    @property
    def was_cut_off(self) -> bool:
        """Whether a limit has ended the search."""
        return self.stopped

    def _count_node(self) -> cython.void:
        self.node_count += 1
        if self.node_count >= self.node_limit:
            self.stopped = True
        elif (self.node_count & CLOCK_MASK) == 0:
            with cython.gil:
                self._look_at_the_clock()

    def _look_at_the_clock(self) -> None:
        """Stop when the time is up, and on Ctrl-C, which is raised again once the search has unwound."""
        try:
            self.stopped = now() >= self.deadline
        except BaseException as error:  # noqa: BLE001 - it could not leave the search from here
            self.interruption = error
            self.stopped = True

    def _raise_interruption(self) -> None:
        """Raise what came in while the search ran."""
        if self.interruption is not None:
            interruption, self.interruption = self.interruption, None
            raise interruption
