"""What both Connect 4 searches share: the position they stand at, and their limits."""

from sttt.kernel.clock import now

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

NO_NODE_LIMIT = 2**62

NO_COLUMN = -1
"""What stands for no move."""

CLOCK_MASK = cython.declare(cython.longlong, 32767 if cython.compiled else 255)


class Search:
    """Searches one position after the other. Not for use by two threads at once."""

    def __init__(self) -> None:
        """Stand at the empty board."""
        self.interruption = None
        self.set_position(0, 0)

    def set_position(self, own: int, filled: int) -> None:
        """Stand at a position that nobody has won: the stones of the side to move, and all stones."""
        self.own = own
        self.filled = filled
        self.stones = filled.bit_count()

    def begin(self, deadline: float, node_limit: int) -> None:
        """Start a search with limits: a moment on `time.monotonic` and a number of nodes."""
        self.deadline = deadline
        self.node_limit = node_limit
        self.node_count = 0
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
