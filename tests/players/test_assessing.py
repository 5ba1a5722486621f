"""The question about a position of any game: what is known comes first, and what is found goes in."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from sttt.games.claim import EVER, Claim
from sttt.games.game import GAMES, Game, Result, Side
from sttt.games.knowledge import Knowledge
from sttt.games.verdict import NOTHING, Ground, Guess, Verdict, exactly
from sttt.players import registry
from sttt.players.assessing import assess, chance_of, verdict_of
from sttt.players.player import Decision, Limits

GAME_NAMES = ("super-ttt", "connect-four", "qubic", "four-by-four", "three-by-four")
SECONDS = 0.04


def position_of(game: Game[Any], random: Random) -> Any:
    """Return an unfinished position some random placements from the start."""
    before = position = game.start()
    for _ in range(random.randrange(40)):
        before = position
        position = position.play(random.choice(position.legal_placements()))
        if position.result:
            return before
    return position


def ask_proof(game: Game[Any], position: Any, knowledge: Knowledge[Any]) -> Verdict:
    assert game.prove
    return knowledge.learn(position, game.prove(position, Limits.within(SECONDS / 4).bounds[0], NOTHING))


def ask_assess(game: Game[Any], position: Any, knowledge: Knowledge[Any]) -> Verdict:
    return assess(game, position, Limits.within(SECONDS), knowledge)


def ask_player(game: Game[Any], position: Any, knowledge: Knowledge[Any]) -> Verdict:
    decision = registry.levels(game)[-1].make(1).choose(position, Limits.within(SECONDS, nodes=2000))
    return knowledge.learn(position, verdict_of(position, decision))


def ask_behind(game: Game[Any], position: Any, knowledge: Knowledge[Any]) -> Verdict:
    """Look behind the best turn known, or any, as somebody does who walks on."""
    turn = knowledge.of(position).turn(position.side) or position.legal_placements()[:1]
    after, _ = game.enter_turn(position, turn)
    if not after.result:
        knowledge.learn_behind(position, turn, assess(game, after, Limits.within(SECONDS), knowledge))
    return knowledge.of(position)


Asking = Callable[[Game[Any], Any, Knowledge[Any]], Verdict]
ASKINGS: tuple[Asking, ...] = (ask_proof, ask_assess, ask_player, ask_behind)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAME_NAMES)
def test_whoever_is_asked_in_whatever_order_nothing_is_contradicted_or_forgotten(name: str) -> None:
    game, random = GAMES.find(name), Random(name)
    for _ in range(30):
        position, knowledge = position_of(game, random), Knowledge(game)
        before = knowledge.of(position)
        for ask in random.sample(ASKINGS, len(ASKINGS)):
            now = ask(game, position, knowledge)
            assert now.merge(before) == now, (game.format_position(position), ask)
            before = now


def test_what_ships_is_answered_without_a_search() -> None:
    game = GAMES.find("super-ttt")
    assert assess(game, game.start(), Limits(nodes=1), Knowledge(game)).value is Result.DRAW


def test_what_an_engine_proves_is_known_from_then_on() -> None:
    game = GAMES.find("connect-four")
    knowledge, position = Knowledge(game), game.parse_position("4416566631522")
    assert knowledge.of(position).value is None
    assert assess(game, position, Limits.within(10), knowledge).value
    assert knowledge.of(position).value


def test_a_decision_is_what_it_proves_and_a_guess() -> None:
    start = GAMES.find("super-ttt").start()
    holds = Claim(Side.O, wins=False, turns=3)
    said = verdict_of(start, Decision((40, 36), "search", score=400, depth=6, denied=holds))
    assert said.find(Side.O, wins=False).claim == holds  # type: ignore[union-attr]
    assert said.estimate == Guess(0.75, 6, 0.0, "search")
    assert verdict_of(start, Decision((40, 36), "proof", value=Result.DRAW)).value is Result.DRAW
    won = verdict_of(start, Decision((40, 36), "proof", value=Result.O_WINS, distance=4))
    assert (won.value, won.turns, won.turn(Side.X)) == (Result.O_WINS, 2, (40, 36))
    assert verdict_of(start, Decision((40, 36), "proof", value=Result.X_WINS)).turns is None
    assert won.bound(Side.O) != EVER


def test_a_chance_is_the_same_from_either_side() -> None:
    assert (chance_of(Side.X, 400), chance_of(Side.O, 400), chance_of(Side.O, 0)) == (0.75, 0.25, 0.5)


@pytest.mark.parametrize(
    "verdict",
    [
        NOTHING,
        exactly(Result.X_WINS, Ground.BOOK, 20, (3,)),
        Verdict.settled(Result.DRAW, Ground.CERTIFICATE),
        Verdict(estimate=Guess(0.25, 6, 0.5, "search")),
    ],
)
def test_a_verdict_passes_as_json_from_process_to_process(verdict: Verdict) -> None:
    assert Verdict.of_json(json.loads(json.dumps(verdict.to_json()))) == verdict
