"""The exact solver on positions: it proves whether a side can force a win, at all or after each turn.

A turn of the solver's names only the placements that matter (see `ClassView`).
"""

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from sttt.games.claim import EVER
from sttt.games.game import Side
from sttt.games.super_ttt.analysis.proofs import Proof, Question, proof_of
from sttt.games.super_ttt.analysis.turn_proofs import Bounds, TurnProofs
from sttt.games.super_ttt.classes import groups
from sttt.games.super_ttt.classes.costs import line_costs, little_costs
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import NONE, ClassView, number
from sttt.games.super_ttt.position import LITTLE_LINES, Position, squares
from sttt.games.super_ttt.search.solver import CUT_OFF, Solver
from sttt.kernel.limits import NO_NODE_LIMIT
from sttt.kernel.transposition_table import TranspositionTable

STEPS = 6
"""The numbers of turns that are asked about before "ever": each answer leaves bounds that make the next one faster."""

FIRST_NODES = 100_000
"""The first nodes of a question that is asked beside another."""

GROWTH = 8
"""The factor by which its nodes grow when they are too few: the work done twice costs little."""

OWN_PRICE = 10
"""The price of a node for the side to move's own win, against one for the opponent's, in choosing the next question."""


def next_within(failed: int, most_turns: int) -> int:
    """Return within how many turns to ask next about a win that is not to be had within `failed` turns.

    That is one turn more up to `STEPS`, then all of the `most_turns` at once.
    """
    return failed + 1 if failed < min(STEPS, most_turns) else most_turns


class Prover:
    """Asks the solver about one position after the other; what it has proven stays in its table."""

    def __init__(self, table_bits: int = 20, table: TranspositionTable | None = None) -> None:
        """Make the solver, whose table takes ``16 << table_bits`` bytes.

        It works with another's `table` instead, if given, also while that one searches.
        """
        self.solver = Solver(load(), groups.load(), table_bits, table)
        self._deadline = math.inf
        self._limit = NO_NODE_LIMIT
        self.nodes = 0
        """Visited since `begin`."""
        self.started: float | None = None
        """When the question that is worked on was asked, on `time.monotonic`; None while none is."""

    # --- Limits -----------------------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Empty the table, so that what was proven before makes no difference to searches limited by nodes."""
        self.solver.forget()

    def begin(self, deadline: float = math.inf, nodes: int = NO_NODE_LIMIT) -> None:
        """Start counting, with a moment on `time.monotonic` and a number of nodes for all that is asked."""
        self.extend(deadline, nodes)
        self.nodes = 0

    def extend(self, deadline: float, nodes: int) -> None:
        """Set later limits; the nodes of all since `begin` count."""
        self._deadline = deadline
        self._limit = nodes

    def stop(self) -> None:
        """End what another thread asks, soon; nothing more is found until `begin`."""
        self._limit = 0
        self.solver.stop()

    # --- A position -------------------------------------------------------------------------------------------------

    def bound(self, attacker: int, turns: int, nodes: int = NO_NODE_LIMIT) -> int:
        """Ask whether a side (0 or 1) wins within its next turns where the solver stands: a bound, or `CUT_OFF`."""
        self._begin(nodes)
        try:
            return self.solver.bound(attacker, turns)
        finally:
            self.nodes += self.solver.nodes

    def work_on(self, question: Question, deadline: float = math.inf, nodes: int = NO_NODE_LIMIT) -> Proof | None:
        """Search until the answer is known, or None when a limit cuts it off; ask again to go on.

        `deadline` is a moment on `time.monotonic`. The position must not be finished.
        """
        started = time.monotonic()
        ClassView(question.position).set_up(self.solver)
        self.begin(deadline, nodes)
        self.started = started
        try:
            bound = self.bound(number(question.attacker), question.turns)
        finally:
            self.started = None
            question.nodes += self.nodes
            question.seconds += time.monotonic() - started
        return None if bound == CUT_OFF else proof_of(question, bound)

    def deepen(
        self,
        position: Position,
        attacker: Side,
        most_turns: int,
        deadline: float = math.inf,
        nodes: int = NO_NODE_LIMIT,
    ) -> Iterator[Proof]:
        """Ask about 1, 2, 3 ... turns until a win or that there is none is proven, or a limit is reached.

        `nodes` limits all questions together.
        """
        turns, spent = 1, 0
        while turns <= most_turns and spent < nodes:
            proof = self.work_on(Question(position, attacker, turns), deadline, nodes - spent)
            if proof is None:
                return
            yield proof
            if proof.claim.is_final:
                return
            turns = proof.turns + 1
            spent += proof.nodes

    def best_turn(self, position: Position) -> tuple[int, ...]:
        """Return the squares of the turn that the last answer, about this position, depends on.

        The attacker's wins; the defender's holds, or resists longest. Where every turn does alike it is any.
        """
        view = ClassView(position)
        return view.filled(view.squares(self.solver.best()) or _finishing_squares(position))

    def winning_turn(self, position: Position, attacker: Side, turns: int) -> tuple[int, ...]:
        """Return the squares of the attacker's turn towards its shortest win within `turns`; none if there is none."""
        return self.best_turn(position) if self._shortest_win(position, attacker, turns, math.inf) else ()

    def line(self, position: Position, attacker: Side, turns: int, deadline: float = math.inf) -> tuple[int, ...]:
        """Play a win within `turns` out, the defender resisting longest; what the deadline cuts off is left out."""
        line: tuple[int, ...] = ()
        while not position.result and time.monotonic() < deadline:
            proof = self._shortest_win(position, attacker, turns, deadline)
            if proof is None:
                break
            turns = proof.turns
            chosen = self.best_turn(position)
            position = position.play_all(chosen)
            line += chosen
        return line

    def _shortest_win(self, position: Position, attacker: Side, turns: int, deadline: float) -> Proof | None:
        proofs = self.deepen(position, attacker, turns, deadline)
        return next((proof for proof in proofs if proof.claim.wins), None)

    # --- A position's turns -----------------------------------------------------------------------------------------

    def prove(self, view: ClassView, most_turns: int) -> TurnProofs:
        """Look ever further ahead for both sides, up to that many turns each, until all is settled or a limit comes."""
        view.set_up(self.solver)
        proofs = TurnProofs()
        for turns in range(1, most_turns + 1):
            bound = self.bound(view.side, turns) if proofs.denied < turns else -proofs.denied
            if bound == CUT_OFF:
                break
            if bound > 0:
                return replace(proofs, wins_in=bound, winning=self.solver.best())
            bounds, is_whole = self._turn_bounds(1 - view.side, turns)
            proofs = TurnProofs(denied=-bound, bounds=proofs.bounds | bounds, is_whole=proofs.is_whole or is_whole)
            if not is_whole or proofs.is_settled:
                break
        return proofs

    def seek(
        self,
        view: ClassView,
        proofs: TurnProofs,
        most_turns: int,
        tell: Callable[[TurnProofs], None] = lambda _: None,
    ) -> TurnProofs:
        """Look ever further ahead for one turn that wins, or that denies the opponent a win, until limits come.

        One such turn is found far sooner than a bound after each. Both questions get nodes in turn, ever more of them.
        `tell` gets what is known after each answer.
        """
        view.set_up(self.solver)
        own = view.side
        denied = {1 - own: -min(proofs.bounds.values(), default=0), own: proofs.denied}
        price = {1 - own: 1, own: OWN_PRICE}
        spent, slices = [0, 0], [FIRST_NODES, FIRST_NODES]
        while self.nodes < self._limit and time.monotonic() < self._deadline:
            asked = [attacker for attacker, turns in denied.items() if turns < most_turns]
            if not asked:
                break
            attacker = min(asked, key=lambda one: spent[one] * price[one])
            before = self.nodes
            bound = self.bound(attacker, next_within(denied[attacker], most_turns), slices[attacker])
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

    def look_past(self, view: ClassView, proofs: TurnProofs, turn: int, most_turns: int) -> TurnProofs:
        """Look further ahead for both sides, for the opponent after that turn alone, until a win or a limit comes."""
        for turns in range(1, most_turns + 1):
            if proofs.denied < turns:
                view.set_up(self.solver)
                bound = self.bound(view.side, turns)
                if bound == CUT_OFF:
                    break
                if bound > 0:
                    return replace(proofs, wins_in=bound, winning=self.solver.best())
                proofs = replace(proofs, denied=-bound)
            if -proofs.bounds.get(turn, 0) < turns:
                view.set_up_after(turn, self.solver)
                bound = self.bound(1 - view.side, next_within(turns - 1, most_turns))
                if bound == CUT_OFF:
                    break
                proofs = replace(proofs, bounds=proofs.bounds | {turn: bound})
            if turn in proofs.losing or (turn in proofs.safe and proofs.denied == EVER):
                break
        return proofs

    def stopping_turns(self, view: ClassView) -> frozenset[int]:
        """Return the turns that leave the opponent no win at once."""
        view.set_up(self.solver)
        return frozenset(self.solver.stopping_turns())

    def recalled(self, view: ClassView, proofs: TurnProofs) -> TurnProofs:
        """Add the bounds that the table has of the opponent's chances after each turn, from any earlier question."""
        view.set_up(self.solver)
        return proofs | TurnProofs(bounds=dict(self.solver.remembered_bounds(1 - view.side)))

    def replies(self, view: ClassView, turns: Iterable[int], attacker: int, within: int) -> dict[int, Bounds]:
        """Return, for each turn, the bounds after the opponent's replies to it; turns cut off are left out."""
        found: dict[int, Bounds] = {}
        for turn in turns:
            view.set_up_after(turn, self.solver)
            bounds, is_whole = self._turn_bounds(attacker, within)
            if not is_whole:
                break
            found[turn] = bounds
        return found

    def _with_answer(self, proofs: TurnProofs, own: int, attacker: int, bound: int) -> TurnProofs:
        """Add the last bound of the position itself."""
        if attacker != own and bound > 0:
            bounds, is_whole = self._turn_bounds(attacker, bound)
            return replace(proofs, bounds=proofs.bounds | bounds, is_whole=is_whole)
        turn = self.solver.best()
        if attacker != own:
            return proofs if turn == NONE else replace(proofs, bounds=proofs.bounds | {turn: bound})
        return replace(proofs, wins_in=bound, winning=turn) if bound > 0 else replace(proofs, denied=-bound)

    def _turn_bounds(self, attacker: int, turns: int) -> tuple[Bounds, bool]:
        """Return the bounds after the turns of the side to move, and whether the limits allowed them all."""
        self._begin()
        bounds = dict(self.solver.root_bounds(attacker, turns))
        self.nodes += self.solver.nodes
        return bounds, not self.solver.was_cut_off

    def _begin(self, nodes: int = NO_NODE_LIMIT) -> None:
        self.solver.begin(self._deadline, min(nodes, self._limit - self.nodes))


def _finishing_squares(position: Position) -> tuple[int, ...]:
    """Return the squares that finish the side to move's cheapest big line within the turn; none if that takes more."""
    lines = zip(line_costs(position, position.side), LITTLE_LINES, strict=True)
    affordable = [(cost, line) for cost, line in lines if cost and cost <= position.left]
    if not affordable:
        return ()
    boards = squares(min(affordable)[1])
    return tuple(square for board in boards for square in _owning_squares(position, board))


def _owning_squares(position: Position, board: int) -> tuple[int, ...]:
    """Return the fewest squares that own a little board for the side to move; none if it owns it already."""
    own, other = position.marks(position.side) >> 9 * board, position.marks(position.side.other) >> 9 * board
    if little_costs(position, position.side)[board] == 0:
        return ()
    missing = [line & ~own for line in LITTLE_LINES if not line & other]
    return tuple(9 * board + square for square in squares(min(missing, key=int.bit_count)))
