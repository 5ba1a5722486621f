"""The one question about a position of any game: all that is known, and what an engine finds within some limits."""

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace

from sttt.errors import ContradictionError
from sttt.games.game import Game, P, Result, Side
from sttt.games.knowledge import Knowledge, knowledge_of
from sttt.games.verdict import Ground, Guess, Proven, Verdict
from sttt.players import registry
from sttt.players.player import Decision, Limits, Player

CLEAR_ADVANTAGE = 400
"""A score, in the unit of all engines here, with which a side's chance is three quarters."""

MOST_FORCED = 6
"""Turns that are followed where a player plays without a score because it has no choice."""

PROOF_PARTS = 2
"""Of so many equal parts of the time the first is the exact solver's."""


def assess(
    game: Game[P], position: P, limits: Limits, knowledge: Knowledge[P], player: Player[P] | None = None
) -> Verdict:
    """Return what is known of a position; where no value is, the solver and the strongest player are asked for more.

    Whatever they prove goes into the knowledge. `player` is the strongest, made already; with limits on nodes alone
    the solver, which counts none, is left out. Raises `ContradictionError` where a proof cannot be right.
    """
    known = _without_player(game, position, limits, knowledge)
    if known.value:
        return known
    with _strongest(game, player) as chooser:
        return _by_player(game, position, limits, knowledge, chooser)[0]


def advise(
    game: Game[P], position: P, limits: Limits, knowledge: Knowledge[P], player: Player[P]
) -> tuple[Verdict, Decision]:
    """Return what `assess` does of an unfinished position, and a turn that goes with it."""
    known = _without_player(game, position, limits, knowledge)
    if known.value and known.turn(position.side):
        turn = known.turn(position.side)
        return known, Decision(turn, "", pv=tuple(one for one in turn if one is not None))
    return _by_player(game, position, limits, knowledge, player)


def advise_by_proof(
    game: Game[P], position: P, limits: Limits, knowledge: Knowledge[P], player: Player[P]
) -> tuple[Verdict, Decision]:
    """Return what `advise` does, with all of the time for the exact solver, where the game has one."""
    if game.prove is None or limits.deadline is None:
        return advise(game, position, limits, knowledge, player)
    known = knowledge.learn(position, game.prove(position, limits.deadline, knowledge.of(position)))
    turn = known.turn(position.side)
    return known, Decision(
        turn or position.legal_placements()[: position.left], "", pv=tuple(one for one in turn if one is not None)
    )


class Adviser(Player[P]):
    """The strongest player of a game, asked as `advise` asks it, and looked up first; closing is left to its maker."""

    def __init__(self, game: Game[P], player: Player[P]) -> None:
        self._game = game
        self._player = player

    def choose(self, position: P, limits: Limits) -> Decision:
        """Choose a turn that keeps what is known of the position; what is proven on the way is known from then on."""
        return advise(self._game, position, limits, knowledge_of(self._game), self._player)[1]

    def close(self) -> None:
        """Nothing to let go of."""


def _without_player(game: Game[P], position: P, limits: Limits, knowledge: Knowledge[P]) -> Verdict:
    """Return what is known, or else what the solver finds in its part of the time."""
    known = knowledge.of(position)
    if known.value or game.prove is None or limits.deadline is None:
        return known
    return knowledge.learn(position, game.prove(position, limits.moment_of_first(PROOF_PARTS), known))


def _by_player(
    game: Game[P], position: P, limits: Limits, knowledge: Knowledge[P], player: Player[P]
) -> tuple[Verdict, Decision]:
    decision = player.choose(position, limits)
    found = verdict_of(position, decision)
    if not found.value and not found.estimate:
        found = replace(found, estimate=_forced_estimate(game, position, decision, limits, player))
    return knowledge.learn(position, found), decision


def _forced_estimate(game: Game[P], position: P, decision: Decision, limits: Limits, player: Player[P]) -> Guess | None:
    """Follow turns that a player makes without a score, having no choice, and return its guess behind them."""
    for _ in range(MOST_FORCED):
        position, _turn = game.enter_turn(position, decision.turn)
        value = position.result
        if not value:
            decision = player.choose(position, limits)
            value = decision.value
        if value:
            return Guess({Result.X_WINS: 1.0, Result.O_WINS: 0.0}.get(value, 0.5))
        if decision.score is not None:
            return verdict_of(position, decision).estimate
    return None


def verdict_of(position: P, decision: Decision) -> Verdict:
    """Say what a decision of the game's strongest player proves, and its guess."""
    estimate = None
    if decision.score is not None:
        chance = chance_of(position.side, decision.score)
        estimate = Guess(chance, decision.depth or 0, decision.seconds or 0.0, decision.reason)
    return Verdict.of(*(Proven(claim, Ground.PROOF, decision.turn) for claim in decision.claims), estimate=estimate)


def with_decision(known: Verdict, position: P, decision: Decision) -> Verdict:
    """Return what is known of a position together with what a decision says of it, unless that contradicts it."""
    with suppress(ContradictionError):  # a stranger's player is wrong
        return known.merge(verdict_of(position, decision))
    return known


def chance_of(side: Side, score: int) -> float:
    """Return X's chance, from 0 to 1, by a score for a side."""
    own = 1 / (1 + 3 ** (-max(-20.0, min(20.0, score / CLEAR_ADVANTAGE))))
    return own if side is Side.X else 1 - own


@contextmanager
def _strongest(game: Game[P], player: Player[P] | None) -> Iterator[Player[P]]:
    """Lend the player, or make one for as long as it is needed."""
    if player:
        yield player
        return
    with closing(registry.levels(game)[-1].make(None)) as made:
        yield made
