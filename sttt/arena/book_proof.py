"""What is proved of the book's turns: within how many turns the opponent cannot win, or that it can."""

from sttt.games.super_ttt import Position
from sttt.kernel import groups
from sttt.kernel.class_position import engine_position
from sttt.kernel.class_tables import ClassTables
from sttt.kernel.limited_search import table_bits_of
from sttt.kernel.solver import CUT_OFF, NEVER, Solver
from sttt.players import Limits


class Prover:
    """Solves positions in which the opponent is to move, ever more turns deep."""

    def __init__(self, tables: ClassTables, table_mb: int) -> None:
        """Lay out a transposition table of at most so many MiB."""
        self._tables = tables
        self._solver = Solver(tables, groups.load(), table_bits_of(table_mb))

    def bound(self, position: Position, limits: Limits) -> int:
        """Return what the limits allow to prove of the side to move.

        ``n > 0``: it wins within n turns of its own; ``-n``: it cannot within n, `-NEVER` in any number; 0: nothing.
        """
        classes, side, left = engine_position(position, self._tables)
        self._solver.forget()
        self._solver.set_position(classes, side, left)
        self._solver.begin(*limits.bounds)
        proved = 0
        while -NEVER < proved <= 0:
            bound = self._solver.bound(side, 1 - proved)
            if bound == CUT_OFF:
                break
            proved = bound
        return proved
