"""What proofs and the value search have found out about a position, and what that says of its outcome."""

from dataclasses import dataclass, replace

from sttt.games.game import Result, Side
from sttt.games.super_ttt.analysis.choice import Choice
from sttt.games.super_ttt.analysis.deepening import Iteration
from sttt.games.super_ttt.analysis.rules import best_placement
from sttt.games.super_ttt.analysis.turn_proofs import TurnProofs
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.board import NEVER, NONE
from sttt.games.super_ttt.search.engine import DECIDED_SCORE, WIN_SCORE

GOOD_SCORE = 400
"""Points beyond which a turn that is not proven to hold goes before one that is; a line of cost 3 is worth 260."""


@dataclass(frozen=True)
class TurnFinding:
    """The turn chosen and why."""

    position: Position
    proofs: TurnProofs
    choice: Choice
    last: Iteration | None
    """The proof's only turn, or what the value search found; None if that is nothing."""

    @property
    def turn(self) -> int:
        """The turn (the engine's), `NONE` if none was found."""
        return self.last.turn if self.last else NONE

    @property
    def is_open(self) -> bool:
        """Whether the value search has chosen and knows no outcome."""
        return self.choice.score is None and self.turn != NONE and not (self.last and self.last.is_decided)

    def is_changed_by(self, proofs: TurnProofs) -> bool:
        """Whether further proofs ask for another turn, or tell the outcome."""
        return bool(proofs.wins_in) or proofs.is_drawn or self.turn in proofs.losing

    def made_firm(self) -> "TurnFinding":
        """Put the turn that is proven to hold for longest in place of one that does not look good enough."""
        firm = self.proofs.firmest(self.turn)
        enough = GOOD_SCORE if firm in self.proofs.safe else 0
        if self.last is None or not self.is_open or self.last.score > enough or firm == self.turn:
            return self
        found = replace(self, last=replace(self.last, turn=firm))
        return replace(found, choice=replace(self.choice, why=found._held()))

    @property
    def score(self) -> int | None:
        """The score that is proven, else the one that was searched, for the side to move."""
        return self.last.score if self.last and self.choice.score is None else self.choice.score

    @property
    def depth(self) -> int:
        """Plies of the last whole step of the search."""
        return self.position.left + 2 * (self.last.turns - 1) if self.last and self.last.turns else 0

    @property
    def value(self) -> Result | None:
        """The outcome if a proof or a decided search has found it."""
        if self.choice.score is None and not (self.last and self.last.is_decided):
            return None
        if not self.score:
            return Result.DRAW
        return Result.win(self.position.side if self.score > 0 else self.position.side.other)

    @property
    def distance(self) -> int | None:
        """The turns of both sides to a win that a proof or a decided search has found, None if there is none."""
        return WIN_SCORE - abs(self.score) if self.score and abs(self.score) > DECIDED_SCORE else None

    @property
    def winner(self) -> Side | None:
        """Who wins by proof, None if that is nobody or not proven."""
        if not self.choice.score:
            return None
        return self.position.side if self.choice.score > 0 else self.position.side.other

    @property
    def reason(self) -> str:
        """What chose: a rule where no turn was searched, a proof where one decided, else the search."""
        if self.last is None or self.last.turn == NONE:
            return f"rule: {best_placement(self.position)[1].name}"
        if self.choice.why:
            return f"proof: {self.choice.why}"
        if self.last.is_decided:
            turns = (WIN_SCORE - abs(self.last.score) + 1) // 2
            wins = self.last.score > 0
            return f"search: wins with its turn {turns}" if wins else f"search: loses to turn {turns} from now"
        return ", ".join(filter(None, (f"search: {self.last.turns} turns deep", self._held())))

    @property
    def opponent_cannot_win_within(self) -> int | None:
        """The opponent's turns within which it is proven not to win behind the turn; None if nothing is proven."""
        return max(0, -self.proofs.bounds.get(self.last.turn, 0)) or None if self.last else None

    def _held(self) -> str:
        """Say how far it is proven that the opponent cannot win behind the turn."""
        other, turns = self.position.side.other, self.opponent_cannot_win_within
        if turns == NEVER:
            return f"{other} can never force a win"
        return f"{other} cannot win within {turns}" if turns else ""
