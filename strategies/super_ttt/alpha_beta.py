"""The default player: its book, else what the exact solver proves, else the alpha-beta value search.

- As X it begins with a turn that is hard to answer, drawn from the nearly best of those.
- A proven win is played the shortest way, a proven loss such that it lasts longest and leaves the fewest ways to win.
- A turn that is proven to lose is not made while another one exists.
- In a proven draw only turns that hold are made, and of these the one with the fewest replies that hold too.
- Where that leaves a choice, the value search makes it. What the opponent can do behind the chosen turn is then proven
  further ahead; if the turn loses, the value search chooses again. A turn that looks no better than even gives way to
  one that is proven to hold for longer.
- A second thread looks all the time for one turn that wins or holds for good. Each finds what the other has proven.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from sttt.games.game import Result
from sttt.games.super_ttt.analysis.choice import Choice, proven_choice
from sttt.games.super_ttt.analysis.deepening import MAX_TURNS, Deepening, Iteration, completed, played, whole_turn
from sttt.games.super_ttt.analysis.second_search import SecondSearch
from sttt.games.super_ttt.analysis.turn_finding import TurnFinding
from sttt.games.super_ttt.analysis.turn_proofs import TurnProofs
from sttt.games.super_ttt.analysis.turn_prover import TurnProver
from sttt.games.super_ttt.book.book import Book, BookMove
from sttt.games.super_ttt.book.traps import book_with_traps, draw_trap
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.board import NEVER
from sttt.kernel.limits import COMPILED
from sttt.players.player import Decision, Known, Limits, Strategy

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
"""The share of time and nodes: when looking behind the chosen turn has to end, so that another can be chosen."""

VARIATION_SECONDS = 0.01
"""Kept of the time to follow the principal variation; what is not followed by the deadline is left out."""


@dataclass(frozen=True)
class TurnBudget:
    """What one decision may use."""

    started: float
    deadline: float
    nodes: int
    most_turns: int
    """Turns of both sides, this one included."""
    tell: Callable[[Decision], None]
    """Is told of what the search has found so far."""

    @classmethod
    def of(cls, position: Position, limits: Limits) -> "TurnBudget":
        """Return the budget that limits leave from now on; without any the default time."""
        started = time.monotonic()
        most_turns = MAX_TURNS if limits.depth is None else max(1, 1 + (limits.depth - position.left) // 2)
        return cls(started, *limits.or_within(DEFAULT_SECONDS).bounds, most_turns, limits.tell)

    @property
    def most_own_turns(self) -> int:
        """How many of the turns are one side's at most."""
        return (self.most_turns + 1) // 2

    @property
    def seconds(self) -> float:
        """How long the decision has taken by now."""
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
        self._prover = TurnProver(load())
        self._deepening = Deepening(load())
        self._searched = 0

    @cached_property
    def _second(self) -> SecondSearch:
        """The search beside, made when it is first wanted: without a compiler or a clock it never is."""
        return SecondSearch(load(), self._prover.table)

    def choose(self, position: Position, limits: Limits) -> Decision:
        """Choose a turn from the book, by proof, or by the value search among those that no proof speaks against.

        The rule layer completes what these leave open: idle placements, a turn when there was no time.
        """
        budget = TurnBudget.of(position, limits)
        known = self._from_book(position, budget)
        if known:
            return known
        second = 0
        is_repeatable = limits.nodes is not None or limits.depth is not None
        if is_repeatable:
            self._prover.forget()
        if is_repeatable or not COMPILED:
            finding = self._find(position, budget)
        else:
            with self._second.beside(position, budget.share(LOOK_SHARE)[0], budget.most_own_turns):
                finding = self._find(position, budget, self._second)
            second = self._second.nodes
        pv = self._variation(finding, budget.deadline)
        return _decision(finding, pv, self._prover.nodes + self._searched + second, budget)

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
        known = self._book.lookup(position)
        if known is None:
            return None
        entry = known.entry
        outcome = _known(position, known)
        return Decision(
            turn=known.turn,
            reason=f"book: {entry.describe()}",
            score=entry.score,
            depth=entry.depth,
            nodes=0,
            seconds=budget.seconds,
            pv=known.turn,
            value=outcome.value,
            distance=outcome.distance,
            opponent_cannot_win_within=max(0, entry.proof) or None,
        )

    def _find(self, position: Position, budget: TurnBudget, second: SecondSearch | None = None) -> TurnFinding:
        """Prove what can be proven of the turns, and search for the best of those that this leaves."""
        self._searched = 0
        self._prover.begin(*budget.share(PROOF_SHARE))
        proofs = self._prover.prove(position, budget.most_own_turns)
        if not proofs.is_settled and not proofs.safe:
            self._prover.extend(*budget.share(HOLD_SHARE))
            proofs = self._prover.seek(position, proofs, budget.most_own_turns)
        if second:
            proofs |= second.proofs
        self._prover.extend(*budget.share(TRAP_SHARE))
        finding = self._choose(position, proofs, budget)
        while finding.is_open and budget.spent(self._prover.nodes + self._searched) < LOOK_SHARE:
            deadline, nodes = budget.share(LOOK_SHARE)
            self._prover.extend(deadline, nodes - self._searched)
            proofs = self._prover.look_behind(position, proofs, finding.turn, budget.most_own_turns)
            proofs = self._prover.recalled(position, proofs | second.proofs if second else proofs)
            if not finding.is_changed_by(proofs):
                return replace(finding, proofs=proofs).made_firm()
            finding = self._choose(position, proofs, budget)
        return finding.made_firm()

    def _choose(self, position: Position, proofs: TurnProofs, budget: TurnBudget) -> TurnFinding:
        """Choose by proof, else by the value search."""
        choice = proven_choice(position, proofs, self._prover, budget.most_own_turns)

        def tell(last: Iteration) -> None:
            pv = completed(position, self._deepening.squares(position, last))
            nodes = self._prover.nodes + self._searched + self._deepening.nodes
            budget.tell(_decision(TurnFinding(position, proofs, choice, last), pv, nodes, budget))

        last = choice.only() or self._search(position, choice, budget, tell)
        return TurnFinding(position, proofs, choice, last)

    def _search(
        self, position: Position, choice: Choice, budget: TurnBudget, tell: Callable[[Iteration], None]
    ) -> Iteration | None:
        """Let the value search choose in a share of what is left, or until a moment where the outcome is known."""
        used = self._prover.nodes + self._searched
        spent = budget.spent(used)
        deadline, nodes = budget.share(spent + SEARCH_SHARE * (1 - spent) if choice.score is None else DRAW_SHARE)
        rest = (min(deadline, budget.deadline - VARIATION_SECONDS), nodes - used)
        found = self._deepening.search(position, budget.most_turns, rest, choice.excluded, tell)
        self._searched += self._deepening.nodes
        return found

    def _variation(self, finding: TurnFinding, deadline: float) -> tuple[int, ...]:
        """Return this turn and what the proof or the value search expects behind it."""
        position, last = finding.position, finding.last
        if last is None or finding.winner is None:
            return self._deepening.variation(position, last, deadline)
        line = completed(position, self._deepening.squares(position, last))
        return line + self._prover.line(played(position, line), finding.winner, last.turns, deadline)


def _decision(finding: TurnFinding, pv: tuple[int, ...], nodes: int, budget: TurnBudget) -> Decision:
    return Decision(
        turn=whole_turn(finding.position, pv[: finding.position.left]),
        reason=finding.reason,
        score=finding.score,
        depth=finding.depth,
        nodes=nodes,
        seconds=budget.seconds,
        pv=pv,
        value=finding.value,
        distance=finding.distance,
        opponent_cannot_win_within=finding.opponent_cannot_win_within,
    )


def _known(position: Position, move: BookMove) -> Known:
    entry = move.entry
    winner = position.side if entry.wins_in else position.side.other if entry.loses_in else None
    value = Result.win(winner) if winner else None
    return Known(move.turn, value, entry.wins_in or entry.loses_in, held=entry.proof == NEVER)


def recall(position: Position) -> Known | None:
    """Say what the shipped book knows."""
    move = book_with_traps().lookup(position)
    return None if move is None else _known(position, move)


STRATEGY = Strategy(
    "alpha-beta",
    "the default: opening book, exact solver and alpha-beta over turns",
    "super-ttt",
    lambda seed: AlphaBetaPlayer(book_with_traps(), seed),
    called="Master: thinks ahead, proves the ending",
    recall=recall,
)

WITHOUT_BOOK = Strategy(
    "alpha-beta-no-book", "the default player without its opening book", "super-ttt", lambda _seed: AlphaBetaPlayer()
)
