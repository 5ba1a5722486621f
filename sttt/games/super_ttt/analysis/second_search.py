"""A search for one turn that settles a position, in a thread of its own beside other work on that position.

The compiled solver leaves the interpreter to others while it searches, so that this uses a second processor.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.analysis.turn_proofs import TurnProofs
from sttt.games.super_ttt.classes.view import ClassView
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.kernel.transposition_table import TranspositionTable

STOP_SECONDS = 0.001
"""Between two attempts to end the search; one that comes between two questions is not heard."""


class SecondSearch:
    """Seeks one turn that wins, or after which the opponent never does, with a table that both threads use."""

    THREAD = "second search"
    """The name of its thread."""

    def __init__(self, table: TranspositionTable) -> None:
        self._prover = Prover(table=table)
        self._thread: Thread | None = None
        self._error: BaseException | None = None
        self.proofs = TurnProofs()
        """Its result so far."""

    @property
    def nodes(self) -> int:
        """Visited for the last position so far."""
        return self._prover.nodes

    @contextmanager
    def beside(self, view: ClassView, deadline: float, most_turns: int) -> Iterator[None]:
        """Search until the block is left; `deadline` is a moment on `time.monotonic`."""
        self._end()
        self.proofs = TurnProofs()
        self._prover.begin(deadline, NO_NODE_LIMIT)
        self._thread = Thread(target=self._seek, args=(view, most_turns), name=self.THREAD, daemon=True)
        self._thread.start()
        try:
            yield
        finally:
            self._end()

    def _seek(self, view: ClassView, most_turns: int) -> None:
        try:
            self._prover.seek(view, TurnProofs(), most_turns, self._take)
        except BaseException as error:  # noqa: BLE001 - it is raised where its result is wanted
            self._error = error

    def _take(self, proofs: TurnProofs) -> None:
        self.proofs = proofs

    def _end(self) -> None:
        """End the search that runs; raises what it has raised."""
        while self._thread and self._thread.is_alive():
            self._prover.stop()
            self._thread.join(STOP_SECONDS)
        self._thread = None
        error, self._error = self._error, None
        if error:
            raise error
