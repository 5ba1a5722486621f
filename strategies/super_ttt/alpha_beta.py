"""The default player: its book, else what the exact solver proves, else the alpha-beta value search.

- As X it begins with a turn that is hard to answer, drawn from the nearly best of those, and goes on with the turn that
  leaves O the fewest replies that hold where they are counted.
- A proven win is played the shortest way, a proven loss such that it lasts longest and leaves the fewest ways to win.
- A turn that is proven to lose is not made while another one exists.
- In a proven draw only turns that hold are made, and of these the one with the fewest replies that hold too.
- Where that leaves a choice, the value search makes it. What the opponent can do after the chosen turn is then proven
  further ahead; if the turn loses, the value search chooses again. A turn that looks no better than even gives way to
  one that is proven to hold for longer.
- A second thread looks all the time for one turn that wins or holds for good. Each finds what the other has proven.
"""

import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from strategies.human import strength_of
from sttt.games.claim import EVER, Claim
from sttt.games.game import Result
from sttt.games.super_ttt.analysis.deepening import MAX_TURNS, Deepening, Iteration
from sttt.games.super_ttt.analysis.finding import Choice, TurnFinding, finding_of, proven_choice
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.analysis.second_search import SecondSearch
from sttt.games.super_ttt.analysis.turn_proofs import TurnProofs
from sttt.games.super_ttt.book.answers import holding_answer
from sttt.games.super_ttt.book.book import Book, shipped_book
from sttt.games.super_ttt.book.openings import second_turn_trap, winning_move
from sttt.games.super_ttt.book.traps import draw_trap
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView, changes
from sttt.games.super_ttt.position import Position, whole_turn
from sttt.kernel.limits import COMPILED, NO_NODE_LIMIT
from sttt.players.player import Decision, Limits, Strategy

DEFAULT_SECONDS = 0.9
"""Time per turn when no limit says otherwise."""

PROOF_SHARE = 0.15
"""The share of time and nodes: what the solver may use to prove the outcome of every turn."""

HOLD_SHARE = 0.5
"""The share of time and nodes: when looking for one turn that holds has to end."""

TRAP_SHARE = 0.6
"""The share of time and nodes: when counting the opponent's replies has to end."""

DRAW_SHARE = 0.7
"""The share of time and nodes: when a proven draw is played, all of whose best turns are good."""

SEARCH_SHARE = 0.35
"""The share that the value search has of the time and nodes left where no outcome is proven."""

LOOK_SHARE = 0.94
"""The share of time and nodes: when looking past the chosen turn has to end, so that another can be chosen."""

VARIATION_SECONDS = 0.01
"""Kept of the time to follow the principal variation; what is not followed by the deadline is left out."""


@dataclass(frozen=True)
class TurnBudget:
    """The time, nodes and depth of one decision."""

    started: float
    deadline: float
    nodes: int
    depth: int | None
    """Plies, this turn's included; None for any number."""
    tell: Callable[[Decision], None]
    """Is told of what the search has found so far."""

    @classmethod
    def of(cls, limits: Limits) -> "TurnBudget":
        """Return the budget that limits leave from now on; without any the default time."""
        started = time.monotonic()
        return cls(started, *limits.or_within(DEFAULT_SECONDS).bounds, limits.depth, limits.tell)

    @property
    def is_repeatable(self) -> bool:
        """True if the limits must give the same decision every time, whatever has been proven before."""
        return self.nodes < NO_NODE_LIMIT or self.depth is not None

    def most_turns(self, view: ClassView) -> int:
        """Return how many turns of both sides to look ahead at most, this one included."""
        return MAX_TURNS if self.depth is None else max(1, 1 + (self.depth - view.position.left) // 2)

    def most_own_turns(self, view: ClassView) -> int:
        """Return how many of these turns are one side's at most."""
        return (self.most_turns(view) + 1) // 2

    @property
    def seconds(self) -> float:
        """The time that the decision has taken by now."""
        return time.monotonic() - self.started

    def spent(self, nodes: int) -> float:
        """Return the share of the time or, with these nodes visited, of the nodes that is used up: 1 at most."""
        whole = self.deadline - self.started
        return min(1.0, max(self.seconds / whole if whole > 0 else 1.0, nodes / self.nodes))

    def share(self, share: float) -> tuple[float, int]:
        """Return the moment when a share of the time is over, and that share of the nodes."""
        return self.started + share * (self.deadline - self.started), int(share * self.nodes)


class AlphaBetaPlayer:
    """Plays what its book knows; else proves what it can of each turn, then deepens turn by turn, within the limits."""

    def __init__(self, book: Book | None = None, seed: int | None = None) -> None:
        """Play with a book or without; `seed` is for the first turn of X, which a book has several of."""
        self._book = book
        self._random = Random(seed)
        self._prover = Prover()
        self._deepening = Deepening(load())
        self._searched = 0

    @cached_property
    def _second(self) -> SecondSearch:
        """The search beside, made when it is first wanted: without a compiler or a clock it never is."""
        return SecondSearch(self._prover.solver.table)

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose a turn from the book, by proof, or by the value search among those that no proof speaks against.

        The rule layer completes what these leave open: idle placements, a turn when there was no time.
        """
        budget = TurnBudget.of(limits)
        # Step 1. The book.
        known = self._from_book(position, budget)
        if known:
            return known
        # Steps 2 and 3. Proofs, and the value search among the turns that they leave, while a second thread proves.
        view = ClassView(position)
        if budget.is_repeatable:
            self._prover.forget()
        second = None if budget.is_repeatable or not COMPILED else self._second
        with second.beside(view, budget.share(LOOK_SHARE)[0], budget.most_own_turns(view)) if second else nullcontext():
            finding = self._find(view, budget, second)
        # Step 4. The rules complete the turn; what is expected after it is told.
        nodes = self._prover.nodes + self._searched + (second.nodes if second else 0)
        return _decision(finding, self._variation(finding, budget.deadline), nodes, budget)

    def close(self) -> None:
        """Nothing to let go of."""

    def _from_book(self, position: Position, budget: TurnBudget) -> Decision | None:
        """Return what the book says, with the outcome where it is proven; None if it says nothing."""
        if self._book is None:
            return None
        if position == Position():
            trap = draw_trap(self._random)
            reason = f"book: a trap, {trap.lost:.0%} of the replies that searches choose lose"
            return Decision(trap.turn, reason=reason, nodes=0, seconds=budget.seconds, pv=trap.turn)
        if second := second_turn_trap(position):
            turn, opening = second
            reason = f"book: a trap, {opening.lost} of {opening.replies} replies lose"
            value, denied = Result.DRAW, Claim(position.side.other, wins=False)
            return Decision(turn, reason, nodes=0, seconds=budget.seconds, pv=turn, value=value, denied=denied)
        known = winning_move(position) or self._book.lookup(position)
        if known is None:
            return None
        entry = known.entry
        winner = position.side if entry.wins_in else position.side.other if entry.loses_in else None
        return Decision(
            turn=known.turn,
            reason=f"book: {entry.describe()}",
            score=entry.score,
            depth=entry.depth,
            nodes=0,
            seconds=budget.seconds,
            pv=known.turn,
            value=Result.win(winner) if winner else None,
            distance=entry.wins_in or entry.loses_in,
            denied=Claim.of_bound(position.side.other, -entry.proof) if entry.proof > 0 else None,
        )

    def _find(self, view: ClassView, budget: TurnBudget, second: SecondSearch | None) -> TurnFinding:
        """Prove what can be proven of the turns, and search for the best of those that this leaves."""
        # Step 1. Prove how far ahead both sides are safe after every turn.
        self._searched = 0
        self._prover.begin(*budget.share(PROOF_SHARE))
        proofs = self._prover.prove(view, budget.most_own_turns(view)) | self._shipped(view)
        # Step 2. Where no turn is proven to hold for good, look for one that is.
        if not proofs.is_settled and not proofs.safe:
            self._prover.extend(*budget.share(HOLD_SHARE))
            proofs = self._prover.seek(view, proofs, budget.most_own_turns(view))
        if second:
            proofs |= second.proofs
        # Step 3. Choose among the turns that are left.
        self._prover.extend(*budget.share(TRAP_SHARE))
        finding = self._choose(view, proofs, budget)
        # Step 4. Look past the chosen turn, and choose again if it loses.
        while finding.is_open and budget.spent(self._prover.nodes + self._searched) < LOOK_SHARE:
            deadline, nodes = budget.share(LOOK_SHARE)
            self._prover.extend(deadline, nodes - self._searched)
            proofs = self._prover.look_past(view, proofs, finding.turn, budget.most_own_turns(view))
            proofs = self._prover.recalled(view, proofs | second.proofs if second else proofs)
            if not finding.is_changed_by(proofs):
                return replace(finding, proofs=proofs).made_firm()
            finding = self._choose(view, proofs, budget)
        return finding.made_firm()

    def _shipped(self, view: ClassView) -> TurnProofs:
        """Return the proof that one of O's turns holds, if the book has an answer to X's second turn."""
        answer = holding_answer(view.position) if self._book is not None else None
        effect = sorted(view.changes_of(answer)) if answer else None
        turns = (turn for turn in self._prover.stopping_turns(view) if sorted(changes(turn)) == effect)
        return TurnProofs(bounds=dict.fromkeys(turns, -EVER)) if answer else TurnProofs()

    def _choose(self, view: ClassView, proofs: TurnProofs, budget: TurnBudget) -> TurnFinding:
        """Choose by proof, else by the value search."""
        choice = proven_choice(view, proofs, self._prover, budget.most_own_turns(view))

        def tell(last: Iteration) -> None:
            finding = finding_of(view, proofs, choice, last)
            nodes = self._prover.nodes + self._searched + self._deepening.nodes
            budget.tell(_decision(finding, finding.squares, nodes, budget))

        last = choice.only() or self._search(view, choice, budget, tell)
        return finding_of(view, proofs, choice, last)

    def _search(
        self, view: ClassView, choice: Choice, budget: TurnBudget, tell: Callable[[Iteration], None]
    ) -> Iteration | None:
        """Let the value search choose in a share of what is left, or until a moment where the outcome is known."""
        used = self._prover.nodes + self._searched
        spent = budget.spent(used)
        share = spent + SEARCH_SHARE * (1 - spent)
        deadline, nodes = budget.share(share if choice.score is None else max(share, DRAW_SHARE))
        rest = (min(deadline, budget.deadline - VARIATION_SECONDS), nodes - used)
        found = self._deepening.search(view, budget.most_turns(view), rest, choice.excluded, tell)
        self._searched += self._deepening.nodes
        return found

    def _variation(self, finding: TurnFinding, deadline: float) -> tuple[int, ...]:
        """Return this turn and what the proof or the value search expects after it."""
        position, line, last = finding.view.position, finding.squares, finding.last
        if last is None or finding.winner is None:
            return self._deepening.variation(position, line, last.horizon if last else 1, deadline)
        return line + self._prover.line(position.play_all(line), finding.winner, last.turns, deadline)


def _decision(finding: TurnFinding, pv: tuple[int, ...], nodes: int, budget: TurnBudget) -> Decision:
    position = finding.view.position
    return Decision(
        turn=whole_turn(position, pv[: position.left]),
        reason=finding.reason,
        score=finding.score,
        depth=finding.depth,
        nodes=nodes,
        seconds=budget.seconds,
        pv=pv,
        value=finding.value,
        distance=finding.distance,
        denied=finding.denied,
    )


STRATEGY = Strategy(
    "alpha-beta",
    "the default: opening book, exact solver and alpha-beta over turns",
    "super-ttt",
    lambda seed: AlphaBetaPlayer(shipped_book(), seed),
    strength=strength_of("alpha-beta", "super-ttt"),
)

WITHOUT_BOOK = Strategy(
    "alpha-beta-no-book", "the default player without its opening book", "super-ttt", lambda _seed: AlphaBetaPlayer()
)
