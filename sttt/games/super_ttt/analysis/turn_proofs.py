"""What the exact solver proves of a position's turns: which win, lose or hold, and what that leaves to choose."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from sttt.games.game import Side
from sttt.games.super_ttt.analysis.deepening import Iteration, classes_behind
from sttt.games.super_ttt.analysis.proofs import Prover
from sttt.games.super_ttt.classes.class_position import engine_position
from sttt.games.super_ttt.classes.tables import ClassTables
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.board import NEVER, NONE
from sttt.games.super_ttt.search.engine import WIN_SCORE
from sttt.games.super_ttt.search.solver import CUT_OFF
from sttt.kernel.limits import NO_NODE_LIMIT

Bounds = dict[int, int]
"""Behind each turn (the engine's): n where the attacker then wins with its n-th turn, -n where it cannot within n."""


@dataclass(frozen=True)
class TurnProofs:
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

    def firmest(self, turn: int) -> int:
        """Return a turn behind which the opponent is denied a win for longest; the one given, if it is such a turn."""
        return min((turn, *self.bounds), key=lambda one: self.bounds.get(one, 0))

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

    def seek_hold(self, position: Position, proofs: TurnProofs, most_turns: int) -> TurnProofs:
        """Look further ahead for one turn that denies the opponent a win, until one does for good or a limit comes.

        One such turn is found far sooner than a bound behind each.
        """
        self._solver.set_position(*engine_position(position, self._tables))
        other, turns = list(Side).index(position.side.other), 1 - min(proofs.bounds.values(), default=0)
        while turns <= most_turns:
            bound = self._bound(other, turns)
            if bound == CUT_OFF:
                break
            if bound > 0:
                bounds, is_whole = self._root_bounds(other, turns)
                return replace(proofs, bounds=proofs.bounds | bounds, is_whole=is_whole)
            if self._solver.best() != NONE:
                proofs = replace(proofs, bounds=proofs.bounds | {self._solver.best(): bound})
            turns = 1 - bound
        return proofs

    def look_behind(self, position: Position, proofs: TurnProofs, turn: int, most_turns: int) -> TurnProofs:
        """Look further ahead for both sides, for the opponent behind that turn alone, until a win or a limit comes."""
        classes, side, left = engine_position(position, self._tables)
        for turns in range(1 + min(proofs.denied, -proofs.bounds.get(turn, 0)), most_turns + 1):
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
                bound = self._bound(1 - side, turns)
                if bound == CUT_OFF:
                    break
                proofs = replace(proofs, bounds=proofs.bounds | {turn: bound})
            if turn in proofs.losing or (turn in proofs.safe and proofs.denied == NEVER):
                break
        return proofs

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


@dataclass(frozen=True)
class Choice:
    """The turns (the engine's) that proofs leave to choose from; none if they say nothing about any."""

    turns: frozenset[int]
    why: str = ""
    """What was proven, in words; empty if nothing decisive was."""
    score: int | None = None
    """The outcome that is proven, in the engine's unit."""
    excluded: frozenset[int] = frozenset()
    """The turns that proofs speak against, as long as no outcome is settled by one turn."""

    def only(self) -> Iteration | None:
        """Return the turn as a search's result, if the outcome is proven and nothing is left to choose."""
        if self.score is None or len(self.turns) != 1:
            return None
        return Iteration(WIN_SCORE - abs(self.score) if self.score else 1, self.score, min(self.turns))


def proven_choice(position: Position, proofs: TurnProofs, prover: TurnProver, most_turns: int) -> Choice:
    """Narrow the turns down to the best ones by proof; counting replies goes on until the prover's limits."""
    if proofs.wins_in:
        score = WIN_SCORE + 1 - 2 * proofs.wins_in
        return Choice(frozenset([proofs.winning]), f"wins with its turn {proofs.wins_in}", score)
    if proofs.is_lost:
        return _longest_resistance(position, proofs, prover)
    if proofs.is_drawn:
        return _best_trap(position, proofs, prover, most_turns)
    return Choice(frozenset(proofs.bounds) - proofs.losing, excluded=proofs.losing)


def _longest_resistance(position: Position, proofs: TurnProofs, prover: TurnProver) -> Choice:
    """Return the turns of a lost position that last longest and leave the opponent the fewest ways to win in time."""
    within = proofs.longest
    turns = frozenset(turn for turn, bound in proofs.bounds.items() if bound == within)
    why = f"loses to turn {within} from now"
    if len(turns) > 1:
        turns, ways = _fewest(turns, prover.replies(position, turns, position.side.other, within), _winning)
        why += f", to {ways} replies" if ways else ""
    return Choice(turns, why, 2 * within - WIN_SCORE, frozenset(proofs.bounds) - turns)


def _best_trap(position: Position, proofs: TurnProofs, prover: TurnProver, most_turns: int) -> Choice:
    """Return the holding turns of a draw that leave the opponent the fewest replies that hold as well."""
    turns, why = proofs.safe, "a draw"
    for within in range(2, most_turns + 1):
        replies = prover.replies(position, proofs.safe, position.side, within)
        if len(replies) < len(proofs.safe):
            break
        turns, left = _fewest(proofs.safe, replies, _holding)
        why = f"a draw, {left} replies hold {within} turns"
        if all(_is_settled(bounds) for bounds in replies.values()):
            break
    return Choice(turns, why, 0, frozenset(proofs.bounds) - turns)


def _fewest(
    turns: frozenset[int], replies: dict[int, Bounds], count: Callable[[Bounds], int]
) -> tuple[frozenset[int], int]:
    """Return the turns with the fewest replies of a kind, of those counted, and how many; all turns if none are."""
    counts = {turn: count(bounds) for turn, bounds in replies.items()}
    fewest = min(counts.values(), default=0)
    return frozenset(turn for turn, many in counts.items() if many == fewest) or turns, fewest


def _winning(bounds: Bounds) -> int:
    return sum(bound > 0 for bound in bounds.values())


def _holding(bounds: Bounds) -> int:
    return sum(bound < 0 for bound in bounds.values())


def _is_settled(bounds: Bounds) -> bool:
    return all(bound > 0 or bound == -NEVER for bound in bounds.values())
