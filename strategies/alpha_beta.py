"""The default player: its book, else what the exact solver proves, else the alpha-beta value search.

- A proven win is played the shortest way, a proven loss such that it lasts longest and leaves the fewest ways to win.
- A turn that is proven to lose is not made while another one exists.
- In a proven draw only turns that hold are made, and of these the one with the fewest replies that hold too.
- Where that leaves a choice, the value search makes it.
"""

import time
from dataclasses import dataclass

from strategies import rules
from strategies.choice import Choice, proven_choice
from strategies.class_turns import completed, played, turn_squares
from strategies.deepening import MAX_TURNS, Deepening, Iteration
from strategies.outlook import Outlook, TurnProver
from strategies.turns import whole_turn
from sttt.book.book import Book, shipped_book
from sttt.games.game import Result
from sttt.games.super_ttt import Position
from sttt.kernel.board import NONE
from sttt.kernel.class_tables import load
from sttt.kernel.engine import WIN_SCORE
from sttt.kernel.solver import NEVER
from sttt.players import Decision, Limits, Strategy

DEFAULT_SECONDS = 0.9
"""Time per turn when no limit says otherwise."""

PROOF_SHARE = 0.4
"""Of the time and nodes: what the solver may use to prove the outcome of every turn."""

TRAP_SHARE = 0.6
"""Of the time and nodes: when counting the opponent's replies has to end."""

DRAW_SHARE = 0.7
"""Of the time and nodes: when a proven draw is played, all of whose best turns are good."""

VARIATION_SECONDS = 0.01
"""Kept of the time to follow the principal variation; what is not followed by the deadline is left out."""


@dataclass(frozen=True)
class Budget:
    """What one decision may use."""

    started: float
    deadline: float
    nodes: int
    most_turns: int
    """Of both sides, this one included."""

    @classmethod
    def of(cls, position: Position, limits: Limits) -> "Budget":
        """Return the budget that limits leave from now on; without any the default time."""
        started = time.monotonic()
        most_turns = MAX_TURNS if limits.depth is None else max(1, 1 + (limits.depth - position.left) // 2)
        return cls(started, *limits.or_within(DEFAULT_SECONDS).bounds, most_turns)

    @property
    def most_own_turns(self) -> int:
        """How many of the turns are one side's at most."""
        return (self.most_turns + 1) // 2

    def deadline_of(self, share: float) -> float:
        """Return the moment when a share of the time is over."""
        return self.started + share * (self.deadline - self.started)

    def nodes_of(self, share: float) -> int:
        """Return a share of the nodes."""
        return int(share * self.nodes)


class AlphaBetaPlayer:
    """Plays what its book knows; else proves what it can of each turn, then deepens turn by turn, within the limits."""

    def __init__(self, book: Book | None = None) -> None:
        self._book = book
        self._tables = load()
        self._prover = TurnProver(self._tables)
        self._deepening = Deepening(self._tables)

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose a turn by proof, or by the value search among those that no proof speaks against.

        The rule layer completes what both leave open: idle placements, a turn when there was no time.
        """
        budget = Budget.of(position, limits)
        known = self._book.lookup(position) if self._book else None
        if known:
            return known.decision(time.monotonic() - budget.started)
        if limits.nodes is not None or limits.depth is not None:
            self._prover.forget()
        self._prover.begin(budget.deadline_of(PROOF_SHARE), budget.nodes_of(PROOF_SHARE))
        outlook = self._prover.outlook(position, budget.most_own_turns)
        self._prover.extend(budget.deadline_of(TRAP_SHARE), budget.nodes_of(TRAP_SHARE))
        choice = proven_choice(position, outlook, self._prover, budget.most_own_turns)
        last = choice.only()
        nodes = self._prover.nodes
        if last is None:
            share = 1.0 if choice.score is None else DRAW_SHARE
            last = self._search(position, frozenset(outlook.bounds) - choice.turns, budget, share)
            nodes += self._deepening.nodes
        pv = self._variation(position, choice, last, budget.deadline)
        return Decision(
            turn=whole_turn(position, pv[: position.left]),
            reason=_reason(position, choice, last, outlook),
            score=last.score if last and choice.score is None else choice.score,
            depth=position.left + 2 * (last.turns - 1) if last and last.turns else 0,
            nodes=nodes,
            seconds=time.monotonic() - budget.started,
            pv=pv,
            value=_value(position, choice, last),
        )

    def close(self) -> None:
        """Nothing to let go of."""

    def _search(self, position: Position, barred: frozenset[int], budget: Budget, share: float) -> Iteration | None:
        """Let the value search choose in what is left of a share of the budget."""
        deadline = budget.deadline_of(share) - VARIATION_SECONDS
        nodes = budget.nodes_of(share) - self._prover.nodes
        return self._deepening.search(position, budget.most_turns, deadline, nodes, barred)

    def _variation(
        self, position: Position, choice: Choice, last: Iteration | None, deadline: float
    ) -> tuple[int, ...]:
        """Return this turn and what the proof or the value search expects behind it."""
        if last is None or not choice.score:
            return self._deepening.variation(position, last, deadline)
        line = completed(position, turn_squares(position, last.turn, self._tables))
        winner = position.side if choice.score > 0 else position.side.other
        return line + self._prover.line(played(position, line), winner, last.turns, deadline)


def _value(position: Position, choice: Choice, last: Iteration | None) -> Result | None:
    """Return the outcome if a proof or a decided search has found it."""
    if choice.score is None and not (last and last.decided):
        return None
    score = choice.score if choice.score is not None or last is None else last.score
    if not score:
        return Result.DRAW
    return Result.win(position.side if score > 0 else position.side.other)


def _reason(position: Position, choice: Choice, last: Iteration | None, outlook: Outlook) -> str:
    """Say what chose: a rule where no turn was searched, a proof where one decided, else the search."""
    if last is None or last.turn == NONE:
        return f"rule: {rules.best_placement(position)[1].name}"
    if choice.why:
        return f"proof: {choice.why}"
    if last.decided:
        turns = (WIN_SCORE - abs(last.score) + 1) // 2
        return f"search: wins with its turn {turns}" if last.score > 0 else f"search: loses to turn {turns} from now"
    return f"search: {last.turns} turns deep{_held(position, outlook.bounds.get(last.turn, 0))}"


def _held(position: Position, bound: int) -> str:
    """Say how far it is proven that the opponent cannot win behind the turn."""
    if bound == -NEVER:
        return f", {position.side.other} can never force a win"
    return f", {position.side.other} cannot win within {-bound}" if bound < 0 else ""


STRATEGY = Strategy(
    "alpha-beta",
    "the default: opening book, exact solver and alpha-beta over turns",
    "super-ttt",
    lambda _seed: AlphaBetaPlayer(shipped_book()),
)

WITHOUT_BOOK = Strategy(
    "alpha-beta-no-book", "the default player without its opening book", "super-ttt", lambda _seed: AlphaBetaPlayer()
)
