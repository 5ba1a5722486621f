"""Questions to engine processes about a position, what their answers teach, and what a tab is told of it."""

from sttt.games.game import Game, Position
from sttt.games.knowledge import Knowledge
from sttt.games.verdict import Verdict
from sttt.players import registry
from sttt.web.engine_process import JsonObject
from sttt.web.messages import SaidOut, TurnOut
from sttt.web.socket_messages import ThinkIn, ThoughtOut
from sttt.web.table import Table, own_turn
from sttt.web.verdicts import VerdictOut


def question_of(game: Game, position: Position, player: str | None = None) -> JsonObject:
    """Return what a process is asked: a player's turn, or an assessment by the strongest player."""
    name = player or registry.levels(game)[-1].name
    return {"game": game.name, "position": game.format_position(position), "player": name, "assess": player is None}


def read_answer(answer: JsonObject) -> Verdict:
    """Return the verdict of an answer; raises a `StttError` where there is none."""
    if "refusal" in answer:
        raise SaidOut.model_validate(answer["refusal"]).error()
    return Verdict.of_json(answer["verdict"])


class Thoughts:
    """A question of a tab on its way: the best answer so far, and all that is known of the position."""

    def __init__(self, asked: ThinkIn, table: Table, knowledge: Knowledge[Position]) -> None:
        self._asked = asked
        self._table = table
        self._knowledge = knowledge
        self.known = knowledge.of(table.now)
        self.best: JsonObject = {}

    @property
    def is_over(self) -> bool:
        """True if no process could tell more: the value is proven, and a turn is known if one is wanted."""
        if self._asked.seconds == 0:
            return True
        known_turn = self.known.turn(self._table.now.side) or self.best
        return self._asked.player is None and self.known.value is not None and bool(known_turn)

    def take(self, answer: JsonObject) -> None:
        """Learn from an answer; raises a `StttError` where there is none.

        Proofs come from processes that assess and from the strongest player alone; the guess of another is only shown.
        """
        found = read_answer(answer)
        if found.proven or self._asked.player is None:
            self.known = self._knowledge.learn(self._table.now, found)
        else:
            self.known = self._knowledge.alone(self._table.now).merge(self.known).merge(found)
        self.best = max(self.best or answer, answer, key=lambda thought: float(thought["seconds"]))

    def told(self, *, final: bool) -> ThoughtOut:
        """Return what the tab is told."""
        line = self._line()
        own = line[0] if line else TurnOut(side=self._table.now.side, text="", cells=[])
        return ThoughtOut(
            id=self._asked.id,
            final=final,
            turn=list(self._turn),
            text=own.text,
            cells=own.cells,
            verdict=VerdictOut.of(self._table.game, self._table.now, self.known),
            seconds=self.best.get("seconds", 0.0),
            line=line,
        )

    @property
    def _turn(self) -> tuple[int | None, ...]:
        """The turn that a proof rests on where the best is wanted; else what was answered."""
        proven = self.known.turn(self._table.now.side) if self._asked.player is None and self.known.value else ()
        return proven or tuple(self.best.get("turn", ()))

    def _line(self) -> list[TurnOut]:
        if not self._turn:
            return []
        if self.best and self._turn == tuple(self.best["turn"]) and self.best["line"]:
            return [TurnOut(**turn) for turn in self.best["line"]]
        return [own_turn(self._table, self._turn, self._table.now)]
