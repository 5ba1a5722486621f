# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""The limits that every search keeps to: a deadline, a number of nodes, and Ctrl-C."""

from sttt.kernel.clock import now

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

NO_NODE_LIMIT = 2**62

COMPILED = cython.compiled


class Limited:
    """Counts the nodes it visits and notices when it has to stop. Two threads at once may not search with it."""

    def __init__(self, clock_interval: int) -> None:
        """Look at the clock every so often: a number of nodes that is a power of two."""
        self.clock_mask = clock_interval - 1
        self.interruption = None
        self.deadline = float("inf")
        self.node_limit = NO_NODE_LIMIT
        self.node_count = 0
        self.stopped = False

    def begin(self, deadline: float, node_limit: int) -> None:
        """Start a search with limits: a moment on `time.monotonic` and a number of nodes."""
        self.deadline = deadline
        self.node_limit = node_limit
        self.node_count = 0
        self.stopped = False

    def stop(self) -> None:
        """End the search that another thread runs, at its next node."""
        self.node_limit = 0

    @property
    def nodes(self) -> int:
        """Positions visited since `begin`."""
        return self.node_count

    @property
    def was_cut_off(self) -> bool:
        """True if a limit has ended the search."""
        return self.stopped

    def _count_node(self) -> cython.void:
        self.node_count += 1
        if self.node_count >= self.node_limit:
            self.stopped = True
        elif (self.node_count & self.clock_mask) == 0:
            with cython.gil:
                self._look_at_the_clock()

    def _look_at_the_clock(self) -> None:
        """Stop when the time is up, and on Ctrl-C, which is raised again once the search has unwound."""
        try:
            self.stopped = self.stopped or now() >= self.deadline
        except BaseException as error:  # noqa: BLE001 - it could not leave the search from here
            self.interruption = error
            self.stopped = True

    def _raise_interruption(self) -> None:
        """Raise what came in while the search ran."""
        if self.interruption is not None:
            interruption, self.interruption = self.interruption, None
            raise interruption
