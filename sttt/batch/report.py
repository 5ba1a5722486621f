"""A player's report of a position: its decision, or an analysis of its own."""

import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field

from sttt.arena.play.answer import Terms
from sttt.games.game import Game, Position
from sttt.games.knowledge import knowledge_of
from sttt.games.verdict import Verdict
from sttt.games.wording import say_at, verdict_data
from sttt.players import registry
from sttt.players.assessing import verdict_of
from sttt.players.player import Decision
from sttt.strict_json import Json, JsonObject


def decide(game: Game, position: Position, player: str, seed: int | None, terms: Terms) -> Decision:
    """Have a newly made player choose a turn for an unfinished position."""
    started = time.monotonic()
    with closing(registry.make_player(player, seed, game.name)) as chooser:
        return chooser.choose(position, terms.limits(started))


def decision_data(decision: Decision, game: Game) -> JsonObject:
    """Return the decision for JSON, its placements in the game's notation."""
    return {
        "turn": game.format_turn(decision.turn),
        "reason": decision.reason,
        "score": decision.score,
        "value": decision.value,
        "distance": decision.distance,
        "depth": decision.depth,
        "nodes": decision.nodes,
        "seconds": decision.seconds,
        "pv": [game.format_turn((placement,)) for placement in decision.pv],
    }


@dataclass(frozen=True)
class PositionReport:
    """The report of a position: a decision, or a player's own analysis."""

    game: Game
    position: Position
    player: str
    decision: Decision | None = None
    """None where the game is over, and where there is an analysis."""
    analysis: Mapping[str, Json] = field(default_factory=dict)

    @property
    def verdict(self) -> Verdict:
        """The verdict of the position; the strongest player's proofs count, and a guess of any."""
        knowledge = knowledge_of(self.game)
        if self.decision is None:
            return knowledge.of(self.position)
        found = verdict_of(self.position, self.decision)
        if self.player == registry.levels(self.game)[-1].name:
            knowledge.learn(self.position, found)
        return knowledge.of(self.position).merge(Verdict(estimate=found.estimate))

    @property
    def words(self) -> str:
        """The verdict in a line."""
        return say_at(self.game, self.position, self.verdict).line

    def to_json(self) -> JsonObject:
        """Return it as plain JSON values."""
        known: JsonObject = {
            "game": self.game.name,
            "position": self.game.format_position(self.position),
            "result": self.position.result,
            "player": self.player,
            "verdict": verdict_data(self.game, self.position, self.verdict),
        }
        if self.analysis:
            return {**known, **self.analysis}
        return {**known, "decision": decision_data(self.decision, self.game) if self.decision else None}


def report(game: Game, position: Position, player: str, seed: int | None, terms: Terms) -> PositionReport:
    """Ask a newly made player; without any limit its own analysis takes what it needs, and a decision the default time.

    Raises as `registry.make_player`, and what the player raises.
    """
    analyze = None if registry.is_external(player) else registry.strategy(player).analyze
    if analyze:
        analysis = analyze(position, terms.limits(time.monotonic()))
        return PositionReport(game, position, player, analysis=analysis)
    over = position.result
    decision = None if over else decide(game, position, player, seed, terms.or_default())
    return PositionReport(game, position, player, decision)
