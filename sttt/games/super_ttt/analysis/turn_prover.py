"""Asks the exact solver about a position's turns."""

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from sttt.games.game import Side
from sttt.games.super_ttt.analysis.deepening import classes_behind
from sttt.games.super_ttt.analysis.proofs import Prover
from sttt.games.super_ttt.analysis.turn_proofs import Bounds, TurnProofs
from sttt.games.super_ttt.classes.class_position import engine_position
from sttt.games.super_ttt.classes.tables import ClassTables
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.board import NEVER, NONE
from sttt.games.super_ttt.search.solver import CUT_OFF
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.kernel.transposition_table import TranspositionTable

FIRST_NODES = 100_000
"""What a question that is asked beside another gets at first."""

GROWTH = 8
"""How many times as many it gets whenever that is too little: what it then does once more costs little."""

OWN_PRICE = 10
"""How much dearer a node of the side to move's own win is when it comes to which question is next."""

STEPS = 6
"""Within how many turns a win is asked about before "ever" is."""


class TurnProver:
    """Asks the solver about one position after the other. What it has proven stays in its table."""

    def __init__(self, tables: ClassTables, table: TranspositionTable | None = None) -> None:
        """Make the solver; it works with another's `table`, if given, also while that one searches."""
        self._tables = tables
        self._prover = Prover(table=table)
        self._solver = self._prover.solver
        self._deadline = math.inf
        self._nodes = NO_NODE_LIMIT
        self.nodes = 0
        """Visited since `begin`."""

    @property
    def table(self) -> TranspositionTable:
        """What it has proven, for another to work with."""
        return self._solver.table

    def forget(self) -> None:
        """Empty the table, so that what was proven before makes no difference to searches limited by nodes."""
        self._solver.forget()

    def begin(self, deadline: float, nodes: int) -> None:
        """Start on a position, with a moment on `time.monotonic` and a number of nodes for all that is asked."""
        self._deadline = deadline
        self._nodes = nodes
        self.nodes = 0

    def extend(self, deadline: float, nodes: int) -> None:
        """Set later limits for the position that was begun; the nodes of all since `begin` count."""
        self._deadline = deadline
        self._nodes = nodes

    def prove(self, position: Position, most_turns: int) -> TurnProofs:
        """Look ever further ahead for both sides, up to that many turns each, until all is settled or a limit comes."""
        classes, side, left = engine_position(position, self._tables)
        self._solver.set_position(classes, side, left)
        proofs = TurnProofs()
        for turns in range(1, most_turns + 1):
            bound = self._bound(side, turns) if proofs.denied < turns else -proofs.denied
            if bound == CUT_OFF:
                break
            if bound > 0:
                return replace(proofs, wins_in=bound, winning=self._solver.best())
            bounds, is_whole = self._root_bounds(1 - side, turns)
            proofs = TurnProofs(denied=-bound, bounds=proofs.bounds | bounds, is_whole=proofs.is_whole or is_whole)
            if not is_whole or proofs.is_settled:
                break
        return proofs

    def seek(
        self,
        position: Position,
        proofs: TurnProofs,
        most_turns: int,
        tell: Callable[[TurnProofs], None] = lambda _: None,
    ) -> TurnProofs:
        """Look ever further ahead for one turn that wins, or that denies the opponent a win, until limits come.

        One such turn is found far sooner than a bound behind each. Both questions get nodes in turn, ever more of them.
        `tell` is told of what is known after each answer.
        """
        self._solver.set_position(*engine_position(position, self._tables))
        own = list(Side).index(position.side)
        denied = {1 - own: -min(proofs.bounds.values(), default=0), own: proofs.denied}
        price = {1 - own: 1, own: OWN_PRICE}
        spent, slices = [0, 0], [FIRST_NODES, FIRST_NODES]
        while not self._is_over():
            asked = [attacker for attacker, turns in denied.items() if turns < most_turns]
            if not asked:
                break
            attacker = min(asked, key=lambda one: spent[one] * price[one])
            within = next(turns for turns in _steps(most_turns) if turns > denied[attacker])
            before = self.nodes
            bound = self._bound(attacker, within, slices[attacker])
            spent[attacker] += self.nodes - before
            if bound == CUT_OFF:
                slices[attacker] *= GROWTH
                continue
            proofs = self._with_answer(proofs, own, attacker, bound)
            tell(proofs)
            if bound > 0:
                break
            denied[attacker] = -bound
        return proofs

    def _with_answer(self, proofs: TurnProofs, own: int, attacker: int, bound: int) -> TurnProofs:
        """Take in the bound of the position itself that was found last."""
        if attacker != own and bound > 0:
            bounds, is_whole = self._root_bounds(attacker, bound)
            return replace(proofs, bounds=proofs.bounds | bounds, is_whole=is_whole)
        turn = self._solver.best()
        if attacker != own:
            return proofs if turn == NONE else replace(proofs, bounds=proofs.bounds | {turn: bound})
        return replace(proofs, wins_in=bound, winning=turn) if bound > 0 else replace(proofs, denied=-bound)

    def stop(self) -> None:
        """End what another thread asks, soon; nothing more is found until `begin`."""
        self._nodes = 0
        self._solver.stop()

    def _is_over(self) -> bool:
        return self.nodes >= self._nodes or time.monotonic() >= self._deadline

    def look_behind(self, position: Position, proofs: TurnProofs, turn: int, most_turns: int) -> TurnProofs:
        """Look further ahead for both sides, for the opponent behind that turn alone, until a win or a limit comes."""
        classes, side, left = engine_position(position, self._tables)
        for turns in range(1, most_turns + 1):
            if proofs.denied < turns:
                self._solver.set_position(classes, side, left)
                bound = self._bound(side, turns)
                if bound == CUT_OFF:
                    break
                if bound > 0:
                    return replace(proofs, wins_in=bound, winning=self._solver.best())
                proofs = replace(proofs, denied=-bound)
            if -proofs.bounds.get(turn, 0) < turns:
                self._solver.set_position(classes_behind(classes, turn), 1 - side, 2)
                bound = self._bound(1 - side, turns if turns <= STEPS else most_turns)
                if bound == CUT_OFF:
                    break
                proofs = replace(proofs, bounds=proofs.bounds | {turn: bound})
            if turn in proofs.losing or (turn in proofs.safe and proofs.denied == NEVER):
                break
        return proofs

    def recalled(self, position: Position, proofs: TurnProofs) -> TurnProofs:
        """Add what the table knows of the opponent's chances behind each turn, from whatever was asked."""
        classes, side, left = engine_position(position, self._tables)
        self._solver.set_position(classes, side, left)
        return proofs | TurnProofs(bounds=dict(self._solver.remembered_bounds(1 - side)))

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
        """Play a win within that many turns out, the other side resisting longest, until the deadline."""
        return self._prover.line(position, attacker, turns, deadline)

    def _bound(self, attacker: int, turns: int, nodes: int = NO_NODE_LIMIT) -> int:
        self._begin(nodes)
        bound = self._solver.bound(attacker, turns)
        self.nodes += self._solver.nodes
        return bound

    def _root_bounds(self, attacker: int, turns: int) -> tuple[Bounds, bool]:
        """Return the bounds behind the turns of the side to move, and whether the limits allowed them all."""
        self._begin()
        bounds = dict(self._solver.root_bounds(attacker, turns))
        self.nodes += self._solver.nodes
        return bounds, not self._solver.was_cut_off

    def _begin(self, nodes: int = NO_NODE_LIMIT) -> None:
        self._solver.begin(self._deadline, min(nodes, self._nodes - self.nodes))


def _steps(most_turns: int) -> list[int]:
    """Return within how many turns a win is asked about, one number after the other."""
    return [*range(1, min(STEPS, most_turns - 1) + 1), most_turns]
