"""A decision together with the position that it was made in: what it says, in the words of its game."""

from dataclasses import dataclass
from typing import Generic

from sttt import markup
from sttt.board.shape import changed_cells
from sttt.games.drawn import game_of
from sttt.games.game import Game, P
from sttt.games.knowledge import knowledge_of
from sttt.games.variation import format_line
from sttt.games.wording import say_at
from sttt.players.assessing import with_decision
from sttt.players.player import Decision


def facts_at(position: P, decision: Decision) -> dict[str, str]:
    """Return what a decision says in the words of the position's game; raises `PositionError` where it has none."""
    return DecisionAt(game_of(position), position, decision).facts()


@dataclass(frozen=True)
class DecisionAt(Generic[P]):
    """A player's decision and its position; in a notebook it is shown as the board with the turn played."""

    game: Game[P]
    position: P
    decision: Decision

    def facts(self) -> dict[str, str]:
        """Return what is known in words: the turn, the verdict, the score, the line to come, and what it took."""
        turn = self.game.format_turn(self.decision.turn)
        line = format_line(self.position, self.decision.pv, self.game)
        return self.decision.facts(turn, line, self.position.side, self.verdict)

    @property
    def verdict(self) -> str:
        """The verdict of the position in a line: what is known of it, and what the decision adds."""
        known = knowledge_of(self.game).of(self.position)
        return say_at(self.game, self.position, with_decision(known, self.position, self.decision)).line

    def _repr_html_(self) -> str:
        """Return the board behind the turn, whose marks are ringed, and the facts beside it."""
        from sttt.board.picture import picture  # noqa: PLC0415 - few records and decisions are drawn

        shape = self.game.shape
        after, _ = self.game.enter_turn(self.position, self.decision.turn)
        drawn = picture(self.game, after, changed_cells(shape, self.position, after)) if shape else ""
        return markup.beside(drawn, markup.facts(self.facts()))
