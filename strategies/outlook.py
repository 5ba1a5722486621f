"""What the exact solver proves of a position's turns: which win, which lose, which hold."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from strategies.class_turns import classes_behind
from sttt.games.game import Side
from sttt.games.super_ttt import Position
from sttt.kernel.board import NONE
from sttt.kernel.class_position import engine_position
from sttt.kernel.class_tables import ClassTables
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.kernel.proofs import Prover
from sttt.kernel.solver import CUT_OFF, NEVER

Bounds = dict[int, int]
"""Behind each turn (the engine's): n where the attacker then wins with its n-th turn, -n where it cannot within n."""


@dataclass(frozen=True)
class Outlook:
    """What is proven for the side to move. Numbers of turns are each side's own."""

    wins_in: int = 0
    """The side to move wins with this turn of its own, the one it is in being the first; 0 if that is not proven."""
    winning: int = NONE
    """The turn that this win begins with."""
    denied: int = 0
    """The side to move cannot win within this many turns; `NEVER` if it never can."""
    bounds: Bounds = field(default_factory=dict)
    """The opponent's bounds behind the turns that leave it no win at once."""
    is_whole: bool = False
    """Whether every such turn has a bound."""

    @property
    def losing(self) -> frozenset[int]:
        """The turns that are proven to lose."""
        return frozenset(turn for turn, bound in self.bounds.items() if bound > 0)

    @property
    def safe(self) -> frozenset[int]:
        """The turns after which the opponent can never force a win."""
        return frozenset(turn for turn, bound in self.bounds.items() if bound == -NEVER)

    @property
    def is_lost(self) -> bool:
        """Whether every turn is proven to lose, and there is one that does not lose at once."""
        return self.is_whole and 0 < len(self.losing) == len(self.bounds)

    @property
    def is_drawn(self) -> bool:
        """Whether neither side can force a win."""
        return self.denied == NEVER and bool(self.safe)

    @property
    def longest(self) -> int:
        """How many turns the opponent needs against the longest resistance, of a lost position."""
        return max(self.bounds.values(), default=1)

    @property
    def is_settled(self) -> bool:
        """Whether looking further ahead would show nothing more."""
        open_turns = len(self.bounds) - len(self.losing) - len(self.safe)
        return bool(self.wins_in) or self.is_lost or (self.denied == NEVER and self.is_whole and not open_turns)


class TurnProver:
    """Asks the solver about one position after the other. What it has proven stays in its table."""

    def __init__(self, tables: ClassTables) -> None:
        self._tables = tables
        self._prover = Prover()
        self._solver = self._prover.solver
        self._deadline = math.inf
        self._nodes = NO_NODE_LIMIT
        self.nodes = 0
        """Visited since `begin`."""

    def forget(self) -> None:
        """Empty the table, so that what was proven before makes no difference to searches limited by nodes."""
        self._solver.forget()

    def begin(self, deadline: float, nodes: int) -> None:
        """Start on a position, with a moment on `time.monotonic` and a number of nodes for all that is asked."""
        self._deadline = deadline
        self._nodes = nodes
        self.nodes = 0

    def extend(self, deadline: float, nodes: int) -> None:
        """Set later limits for the position that was begun; the nodes count from there."""
        self._deadline = deadline
        self._nodes = nodes

    def outlook(self, position: Position, most_turns: int) -> Outlook:
        """Look ever further ahead for both sides, up to so many turns each, until all is settled or a limit comes."""
        classes, side, left = engine_position(position, self._tables)
        self._solver.set_position(classes, side, left)
        outlook = Outlook()
        for turns in range(1, most_turns + 1):
            bound = self._bound(side, turns) if outlook.denied < turns else -outlook.denied
            if bound == CUT_OFF:
                break
            if bound > 0:
                return replace(outlook, wins_in=bound, winning=self._solver.best())
            bounds, is_whole = self._root_bounds(1 - side, turns)
            outlook = Outlook(denied=-bound, bounds=outlook.bounds | bounds, is_whole=outlook.is_whole or is_whole)
            if not is_whole or outlook.is_settled:
                break
        return outlook

    def replies(self, position: Position, turns: Iterable[int], attacker: Side, within: int) -> dict[int, Bounds]:
        """Return, behind each turn, the bounds behind the opponent's replies to it; turns cut off are left out."""
        classes, side, _ = engine_position(position, self._tables)
        found: dict[int, Bounds] = {}
        for turn in turns:
            self._solver.set_position(classes_behind(classes, turn), 1 - side, 2)
            bounds, is_whole = self._root_bounds(list(Side).index(attacker), within)
            if not is_whole:
                break
            found[turn] = bounds
        return found

    def line(self, position: Position, attacker: Side, turns: int, deadline: float) -> tuple[int, ...]:
        """Play a win within so many turns out, the other side resisting longest, until the deadline."""
        return self._prover.line(position, attacker, turns, deadline)

    def _bound(self, attacker: int, turns: int) -> int:
        self._begin()
        bound = self._solver.bound(attacker, turns)
        self.nodes += self._solver.nodes
        return bound

    def _root_bounds(self, attacker: int, turns: int) -> tuple[Bounds, bool]:
        """Return the bounds behind the turns of the side to move, and whether the limits allowed them all."""
        self._begin()
        bounds = dict(self._solver.root_bounds(attacker, turns))
        self.nodes += self._solver.nodes
        return bounds, not self._solver.was_cut_off

    def _begin(self) -> None:
        self._solver.begin(self._deadline, self._nodes - self.nodes)
