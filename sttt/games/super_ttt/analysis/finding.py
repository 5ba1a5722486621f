"""The turn that proofs and the value search choose, why, and what that says of the outcome."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from sttt.games.claim import EVER, Claim
from sttt.games.game import Result, Side
from sttt.games.super_ttt.analysis import rules
from sttt.games.super_ttt.analysis.deepening import Iteration
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.analysis.turn_proofs import Bounds, TurnProofs
from sttt.games.super_ttt.classes.view import NONE, ClassView
from sttt.games.super_ttt.search.engine import DECIDED_SCORE, WIN_SCORE

GOOD_SCORE = 400
"""Points beyond which a turn that is not proven to hold goes before one that is; a line of cost 3 is worth 260."""


@dataclass(frozen=True)
class Choice:
    """The turns (the engine's) that proofs leave to choose from; none if they say nothing about any."""

    turns: frozenset[int]
    why: str = ""
    """The proof in words; empty if it decides nothing."""
    score: int | None = None
    """The outcome that is proven, in the engine's unit."""
    excluded: frozenset[int] = frozenset()
    """The turns that must not be made."""

    def only(self) -> Iteration | None:
        """Return the turn as a search's result, if the outcome is proven and nothing is left to choose."""
        return None if self.score is None or len(self.turns) != 1 else self.unsearched({})

    def unsearched(self, bounds: Bounds) -> Iteration | None:
        """Return one of the turns as a search's result: that after which the opponent is denied a win for longest."""
        if not self.turns:
            return None
        turn = min(self.turns, key=lambda one: (bounds.get(one, 0), one))
        if self.score is None:
            return Iteration(0, 0, turn)
        return Iteration(WIN_SCORE - abs(self.score) if self.score else 1, self.score, turn)


def proven_choice(view: ClassView, proofs: TurnProofs, prover: Prover, most_turns: int) -> Choice:
    """Narrow the turns down to the best ones by proof; counting replies goes on until the prover's limits."""
    if proofs.wins_in:
        score = WIN_SCORE + 1 - 2 * proofs.wins_in
        return Choice(frozenset([proofs.winning]), f"wins with its turn {proofs.wins_in}", score)
    all_turns = prover.stopping_turns(view)
    proofs = proofs.of_turns(all_turns)
    if proofs.is_lost or proofs.is_drawn:
        lost = proofs.is_lost
        choice = _longest_resistance(view, proofs, prover) if lost else _best_trap(view, proofs, prover, most_turns)
        return replace(choice, excluded=all_turns - choice.turns)  # also turns of which nothing is proven
    return Choice(frozenset(proofs.bounds) - proofs.losing, excluded=proofs.losing)


def _longest_resistance(view: ClassView, proofs: TurnProofs, prover: Prover) -> Choice:
    """Return the turns of a lost position that last longest and leave the opponent the fewest ways to win in time."""
    within = proofs.longest
    turns = frozenset(turn for turn, bound in proofs.bounds.items() if bound == within)
    why = f"loses to turn {within} from now"
    if len(turns) > 1:
        turns, ways = _fewest(
            turns,
            prover.replies(view, turns, 1 - view.side, within),
            lambda bounds: sum(bound > 0 for bound in bounds.values()),
        )
        why += f", to {ways} replies" if ways else ""
    return Choice(turns, why, 2 * within - WIN_SCORE)


def _best_trap(view: ClassView, proofs: TurnProofs, prover: Prover, most_turns: int) -> Choice:
    """Return the holding turns of a draw that leave the opponent the fewest replies that hold as well."""
    turns, why = proofs.safe, "a draw"
    for within in range(2, most_turns + 1):
        replies = prover.replies(view, proofs.safe, view.side, within)
        if len(replies) < len(proofs.safe):
            break
        turns, left = _fewest(proofs.safe, replies, lambda bounds: sum(bound < 0 for bound in bounds.values()))
        why = f"a draw, {left} replies hold {within} turns"
        if all(bound > 0 or bound == -EVER for bounds in replies.values() for bound in bounds.values()):
            break
    return Choice(turns, why, 0)


def _fewest(
    turns: frozenset[int], replies: dict[int, Bounds], count: Callable[[Bounds], int]
) -> tuple[frozenset[int], int]:
    """Return the turns with the fewest replies of a kind, of those counted, and how many; all turns if none are."""
    counts = {turn: count(bounds) for turn, bounds in replies.items()}
    fewest = min(counts.values(), default=0)
    return frozenset(turn for turn, many in counts.items() if many == fewest) or turns, fewest


@dataclass(frozen=True)
class TurnFinding:
    """The turn chosen and why."""

    view: ClassView
    proofs: TurnProofs
    choice: Choice
    last: Iteration | None
    """The proof's only turn, or what the value search found; None if that is nothing."""

    @property
    def turn(self) -> int:
        """The turn (the engine's), `NONE` if none was found."""
        return self.last.turn if self.last else NONE

    @property
    def squares(self) -> tuple[int, ...]:
        """The turn's squares, those that nothing was found for by the rules."""
        return rules.completed(self.view.position, self.view.squares(self.turn))

    @property
    def is_open(self) -> bool:
        """Return whether the value search has chosen and knows no outcome."""
        return self.choice.score is None and self.turn != NONE and not (self.last and self.last.is_decided)

    def is_changed_by(self, proofs: TurnProofs) -> bool:
        """Return whether further proofs ask for another turn, or tell the outcome."""
        return bool(proofs.wins_in) or proofs.is_drawn or self.turn in proofs.losing

    def made_firm(self) -> "TurnFinding":
        """Put the turn that is proven to hold for longest in place of one that does not look good enough."""
        firm = self.proofs.firmest(self.turn)
        enough = GOOD_SCORE if firm in self.proofs.safe else 0
        if self.last is None or not self.is_open or self.last.score > enough or firm == self.turn:
            return self
        found = replace(self, last=replace(self.last, turn=firm))
        return replace(found, choice=replace(self.choice, why=str(found.denied or "")))

    @property
    def score(self) -> int | None:
        """The score that is proven, else the one that was searched, for the side to move."""
        return self.last.score if self.last and self.choice.score is None else self.choice.score

    @property
    def depth(self) -> int:
        """Plies of the last whole step of the search."""
        return self.view.position.left + 2 * (self.last.turns - 1) if self.last and self.last.turns else 0

    @property
    def is_proven(self) -> bool:
        """Return whether a proof or a decided search has found the outcome."""
        return self.choice.score is not None or bool(self.last and self.last.is_decided)

    @property
    def value(self) -> Result | None:
        """The outcome if a proof or a decided search has found it."""
        if not self.is_proven:
            return None
        winner = self._ahead
        return Result.win(winner) if winner else Result.DRAW

    @property
    def distance(self) -> int | None:
        """The turns of both sides to a win that a proof or a decided search has found, None if there is none."""
        return WIN_SCORE - abs(self.score) if self.score and abs(self.score) > DECIDED_SCORE else None

    @property
    def winner(self) -> Side | None:
        """The side that wins by proof, None if neither does or nothing is proven."""
        return self._ahead if self.choice.score else None

    @property
    def reason(self) -> str:
        """The ground of the choice: a rule where no turn was searched, a proof where one decided, else the search."""
        if self.last is None or self.last.turn == NONE:
            return f"rule: {rules.best_placement(self.view.position)[1].name}"
        if self.choice.why:
            return f"proof: {self.choice.why}"
        if self.last.is_decided:
            turns = (WIN_SCORE - abs(self.last.score) + 1) // 2
            wins = self.last.score > 0
            return f"search: wins with its turn {turns}" if wins else f"search: loses to turn {turns} from now"
        return f"search: {self.last.turns} turns deep" + (f", {self.denied}" if self.denied else "")

    @property
    def denied(self) -> Claim | None:
        """The claim that the opponent does not win after the turn, as far as proven; None if nothing is."""
        bound = self.proofs.bounds.get(self.last.turn, 0) if self.last else 0
        return Claim.of_bound(self.view.position.side.other, bound) if bound < 0 else None

    @property
    def _ahead(self) -> Side | None:
        """The side that the score speaks for."""
        side = self.view.position.side
        return side if self.score and self.score > 0 else side.other if self.score else None


def finding_of(view: ClassView, proofs: TurnProofs, choice: Choice, last: Iteration | None) -> TurnFinding:
    """Return what was found; where the turns that were searched lose sooner than one left out, that one is chosen."""
    if last is None or last.turn == NONE:  # nothing was left of the time, so that only proofs speak
        last = choice.unsearched(proofs.bounds) or last
    if choice.score is None and last and last.is_decided and last.score < 0 and proofs.losing:
        slowest = max(proofs.losing, key=lambda turn: proofs.bounds[turn])
        denied = replace(last, score=2 * proofs.bounds[slowest] - WIN_SCORE, turn=slowest)
        last = max(last, denied, key=lambda one: one.score)
    return TurnFinding(view, proofs, choice, last)
