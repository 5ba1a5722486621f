"""The contract of a player: every installed player keeps it, and one that breaks a clause is told which."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from sttt.errors import ContractError
from sttt.games.game import Result
from sttt.games.grid.three_by_three import GAME as SMALL
from sttt.games.super_ttt.game import GAME as TWO_MARKS
from sttt.players import contract, registry
from sttt.players.contract import check_player, clauses
from sttt.players.player import Decision, Limits, Strategy


class Sound:
    """Chooses the first legal placements; a mutant overrides what is wrong with it."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def choose(self, position: Any, limits: Limits) -> Any:
        return Decision(self.turn(position, limits), "first")

    def turn(self, position: Any, _limits: Limits) -> Any:
        after, turn = position, []
        while len(turn) < position.left and not after.result:
            turn.append(after.legal_placements()[0])
            after = after.play(turn[-1])
        return (*turn, *(None,) * (position.left - len(turn)))

    def close(self) -> None:
        """Nothing to let go of."""


def strategy(kind: type[Sound] = Sound, **changes: Any) -> Strategy:
    return replace(Strategy("tried", "a player", None, kind), **changes)


class DecidesNothing(Sound):
    def choose(self, _position: Any, _limits: Limits) -> Any:
        raise RuntimeError("no idea")


class AnswersInWords(Sound):
    def choose(self, _position: Any, _limits: Limits) -> Any:
        return "55+51"


class PlaysTakenSquares(Sound):
    def turn(self, position: Any, limits: Limits) -> Any:
        return (0,) * len(super().turn(position, limits))


class PlaysOffTheBoard(Sound):
    def turn(self, position: Any, _limits: Limits) -> Any:
        return (99,) * position.left


class PlaysHalfATurn(Sound):
    def turn(self, position: Any, limits: Limits) -> Any:
        return super().turn(position, limits)[:1]


class Passes(Sound):
    def turn(self, position: Any, limits: Limits) -> Any:
        return (*super().turn(position, limits)[:-1], None)


class Says(Sound):
    """Adds something to its decision."""

    extra: Any = MappingProxyType({})

    def choose(self, position: Any, limits: Limits) -> Any:
        return replace(super().choose(position, limits), **self.extra)


def saying(**extra: Any) -> type[Sound]:
    return type("Saying", (Says,), {"extra": extra})


class Mutates(Sound):
    def choose(self, position: Any, limits: Limits) -> Any:
        decision = super().choose(position, limits)
        object.__setattr__(position, "x", position.play(position.legal_placements()[0]).x)
        return decision


class Alternates(Sound):
    made = 0

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        type(self).made += 1

    def turn(self, position: Any, _limits: Limits) -> Any:
        return (position.legal_placements()[-1 if self.made == 1 else 0],)


class ClosesOnce(Sound):
    open = True

    def close(self) -> None:
        if not self.open:
            raise OSError("closed already")
        self.open = False


BROKEN = {
    "an error": ("decides", strategy(DecidesNothing), SMALL),
    "no player": ("decides", strategy(make=lambda _seed: None), SMALL),
    "a summary that is none": ("describes itself", strategy(summary="one\ntwo"), SMALL),
    "a player of another game": ("describes itself", strategy(game="qubic"), SMALL),
    "a decision that is none": ("chooses legal turns", strategy(AnswersInWords), SMALL),
    "a square twice": ("chooses legal turns", strategy(PlaysTakenSquares), TWO_MARKS),
    "a square off the board": ("chooses legal turns", strategy(PlaysOffTheBoard), SMALL),
    "half a turn": ("chooses legal turns", strategy(PlaysHalfATurn), TWO_MARKS),
    "a placement forfeited": ("chooses legal turns", strategy(Passes), TWO_MARKS),
    "a score that is no number": ("chooses legal turns", strategy(saying(score="much")), SMALL),
    "a reason that is no text": ("chooses legal turns", strategy(saying(reason=7)), SMALL),
    "a value in words": ("says what it found", strategy(saying(value="won")), SMALL),
    "a distance without a value": ("says what it found", strategy(saying(distance=3)), SMALL),
    "a distance below nothing": ("says what it found", strategy(saying(value=Result.X_WINS, distance=-1)), SMALL),
    "a line that cannot be played": ("says what it found", strategy(saying(pv=(4, 4))), SMALL),
    "a line off the board": ("says what it found", strategy(saying(pv=(99,))), SMALL),
    "deeper than asked": ("keeps its limits", strategy(saying(depth=7)), SMALL),
    "a position that is changed": ("leaves the position as it is", strategy(Mutates), SMALL),
    "another turn each time": ("repeats itself", strategy(Alternates), SMALL),
    "a second closing that fails": ("closes", strategy(ClosesOnce), SMALL),
    "an explanation too short": ("answers the page", strategy(explain=lambda _position, _turn: ()), SMALL),
    "an explanation in one text": ("answers the page", strategy(explain=lambda _position, _turn: "good"), SMALL),
    "an explanation that fails": ("answers the page", strategy(explain=lambda _position, turn: turn[9]), SMALL),
    "an analysis that is no JSON": ("answers the page", strategy(analyze=lambda _position, _limits: {"a": {1}}), SMALL),
    "an analysis that is no number": (
        "answers the page",
        strategy(analyze=lambda _position, _limits: {"a": float("nan")}),
        SMALL,
    ),
}


@pytest.mark.parametrize("game", [SMALL, TWO_MARKS], ids=lambda game: game.name)
def test_a_sound_player_keeps_it(game: Any) -> None:
    check_player(strategy(), game)


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_player_is_told_the_clause(what: str) -> None:
    clause, broken, game = BROKEN[what]
    with pytest.raises(ContractError, match="the player tried breaks its contract: ") as told:
        check_player(broken, game)
    assert f" {clause}: " in str(told.value)
    assert str(told.value).isprintable()


def test_a_decision_long_after_its_deadline_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "LATEST", -1.0)
    with pytest.raises(ContractError, match="keeps its limits: asked for a decision within"):
        check_player(strategy(), SMALL)


def test_every_clause_is_broken_by_one_of_these_players() -> None:
    assert {clause for clause, _, _ in BROKEN.values()} == {"decides", *clauses()}


@pytest.mark.slow
@pytest.mark.parametrize("one", registry.strategies(), ids=lambda one: one.name)
def test_our_players_keep_it(one: Strategy) -> None:
    check_player(one, registry.game(one.game or "four-by-four"))
