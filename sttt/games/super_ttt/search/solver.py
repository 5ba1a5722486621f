# mypy: ignore-errors
# The annotations are C types, which the compiler checks.
"""The exact solver: whether a side can force a win within a number of its own turns, on what `board` offers.

It asks the proof search for yes or no: an *attacker* against a *defender* who needs only to hold, or to win first.
"""

from sttt.games import claim
from sttt.games.super_ttt.classes import costs
from sttt.games.super_ttt.classes.groups import Groups
from sttt.games.super_ttt.classes.tables import ClassTables
from sttt.games.super_ttt.classes.view import NONE
from sttt.games.super_ttt.search.bounds import bound_table
from sttt.games.super_ttt.search.proof_search import ATTACKER, ProofSearch
from sttt.kernel.transposition_table import TranspositionTable

try:
    from sttt.kernel import plain_cython

    globals()["cython"] = plain_cython
except ImportError:
    import cython  # never runs: it is how the compiler knows what `cython` means

CUT_OFF = 0
"""The answer of a search that its limits ended."""

EVER = cython.declare(cython.int, claim.EVER)
NO_TURN = cython.declare(cython.int, NONE)
HIGH = cython.declare(cython.ulonglong, costs.HIGH)
ABOVE_2 = cython.declare(cython.ulonglong, costs.ONES * 125)
ATTACKER_KEY = cython.declare(cython.ulonglong, ATTACKER)


class Solver(ProofSearch):
    """Proves wins and that there are none, one position after the other."""

    def __init__(
        self, tables: ClassTables, groups: Groups, table_bits: int = 20, table: TranspositionTable | None = None
    ) -> None:
        """Lay out the tables; the transposition table takes ``16 << table_bits`` bytes.

        Another solver's `table` is used instead, if given, also while that one searches in another thread.
        """
        super().__init__(tables, groups, table or bound_table(table_bits))

    def begin(self, deadline: float, node_limit: int) -> None:
        """Start a search with limits: a moment on `time.monotonic` and a number of nodes."""
        super().begin(deadline, node_limit)
        self.generator.pruned = 0
        self._look_at_the_clock()

    @property
    def zone_cuts(self) -> int:
        """Placements and turns left out since `begin` because they cannot matter in time."""
        return self.generator.pruned

    def bound(self, attacker: int, turns: int) -> int:
        """Say whether a side (0 or 1) wins within its next `turns` turns: a bound, or `CUT_OFF`."""
        value: cython.int
        within: cython.int = turns
        self.attacker = attacker
        self.best_turn = NO_TURN
        with cython.nogil:
            value = self._attack(0, within) if self.board.side == self.attacker else self._defend(0, within)
        self._raise_interruption()
        return CUT_OFF if self.stopped else value

    def best(self) -> int:
        """Return the turn that the last bound rests on: one that wins, or one that holds; `NONE` if none does."""
        return self.best_turn

    def root_bounds(self, attacker: int, turns: int) -> list[tuple[int, int]]:
        """List the turns of the side to move with the bound behind each, until the limits are reached.

        `turns` counts the attacker's turns to come, with this one if it is the attacker's. Turns that leave the
        opponent a win in its next turn are left out. The side to move must not have a win within this turn.
        """
        value: cython.int
        within: cython.int = turns
        side: cython.int = self.board.side
        chosen: cython.int
        self.attacker = attacker
        self.board.normalize(0, side)
        count = self.generator.generate(
            0, side, HIGH, 0, ABOVE_2 if self.board.lines_within(self.board.word[1 - side], 2) else 0
        )
        bounds: list[tuple[int, int]] = []
        for turn in [self.ordering.turn[number] for number in range(count)]:
            chosen = turn
            self.board.make(0, chosen)
            with cython.nogil:
                if side == self.attacker:
                    value = self._defend(1, within - 1)
                    value += 1 if value > 0 else -1 if value > -EVER else 0
                else:
                    value = self._attack(1, within)
            self._raise_interruption()
            if self.stopped:
                break
            bounds.append((turn, value))
        return bounds

    def remembered_bounds(self, attacker: int) -> list[tuple[int, int]]:
        """List the turns behind which the table knows a bound, with the bound; the attacker's opponent is to move."""
        key: cython.ulonglong
        bounds: list[tuple[int, int]] = []
        for turn in self.root_turns():
            self.board.make(0, turn)
            key = self.board.normalize(1, attacker) ^ ATTACKER_KEY
            bound = self.bounds.known(key, EVER) or -self.bounds.failed()
            if bound:
                bounds.append((turn, bound))
        return bounds
