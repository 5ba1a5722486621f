"""Dealing games: how many at once, on machines of other speed, and again where a loss may be the machine's fault."""

from dataclasses import replace
from itertools import count
from types import SimpleNamespace

import pytest

from sttt.arena.play.answer import GameClock, Terms
from sttt.arena.play.match import Pairing, schedule
from sttt.arena.tournaments import dealing
from sttt.arena.tournaments.dealing import Deal, Dealer, FinishedGame, play_deal
from sttt.execution import load
from sttt.execution.executor import Again
from sttt.execution.load import HoldUps
from sttt.games.game import Result
from sttt.games.records.record import Ending, Failure, GameRecord
from sttt.games.super_ttt.game import GAME

GAMES = dict(enumerate(schedule(GAME.name, ("a", "b"), 1000, seed=1)))
DEAL = Deal(list(GAMES.items())[:2])


def lost(pairing: Pairing, _terms: Terms) -> GameRecord:
    """A game that b loses on time at once, or that a loses otherwise."""
    ending = Ending.CRASH if pairing.x == "a" else Ending.TIMEOUT
    start, failure = GAME.format_position(GAME.start()), Failure("gone", 0.0)
    return GameRecord(GAME.name, pairing.x, pairing.o, start, (), Result.O_WINS, ending, pairing.seed, failure)


def finished(numbers: range, seconds: float) -> list[FinishedGame]:
    return [FinishedGame(number, lost(GAMES[number], Terms()), "build", seconds=seconds) for number in numbers]


@pytest.mark.parametrize(
    ("seconds", "sizes"), [(0.001, [1, 2, 6, 18, 54, 162, 256, 256]), (0.1, [1, 2, 5, 5]), (9, [1, 1])], ids=str
)
def test_as_many_games_are_dealt_as_take_half_a_second(seconds: float, sizes: list[int]) -> None:
    dealer, dealt, found = Dealer(GAMES), 0, []
    for _ in sizes:
        games = next(dealer).games
        assert [number for number, _ in games] == list(range(dealt, dealt + len(games)))
        dealer.learn(finished(range(dealt, dealt + len(games)), seconds))
        dealt += len(games)
        found.append(len(games))
    assert found == sizes


def test_a_deal_that_takes_long_is_played_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count()  # a second passes between two looks at it
    monkeypatch.setattr(dealing, "time", SimpleNamespace(monotonic=lambda: float(next(clock))))
    parts, left = [], Deal(list(GAMES.items())[:5])
    while isinstance(answer := play_deal(left, lost, Terms(5.0)), Again):
        parts.append([game.number for game in answer.done or ()])
        assert (answer.unfit, answer.left.tries) == (False, 1)
        left = answer.left
    assert [*parts, [game.number for game in answer]] == [[0], [1], [2], [3], [4]]


def test_what_is_no_longer_due_is_not_dealt() -> None:
    due = dict(GAMES)

    class Due(dict):
        def __iter__(self) -> object:
            return iter(GAMES)

    for number in range(0, 1000, 2):
        del due[number]
    assert [deal.games[0][0] for deal in Dealer(Due(due))] == list(range(1, 1000, 2))


class HeldUp(HoldUps):
    """A machine that stands still for a second in every game."""

    longest = property(lambda _self: 1.0, lambda _self, _seconds: None)


def test_a_loss_on_time_is_doubted_where_the_machine_was_held_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dealing, "HoldUps", HeldUp)
    answer = play_deal(DEAL, lost, Terms(5.0))
    assert isinstance(answer, Again)
    assert ([game.number for game in answer.done or ()], answer.unfit) == ([0], False)
    again = play_deal(answer.left, lost, Terms(5.0))
    assert isinstance(again, Again)
    assert [game.number for game in play_deal(again.left, lost, Terms(5.0))] == [1]  # the third result stands
    patient = play_deal(DEAL, lost, Terms(50.0))  # of which a second is no tenth
    assert [game.record.ending for game in patient] == [Ending.CRASH, Ending.TIMEOUT]


@pytest.mark.parametrize(("speed", "seconds"), [(100.0, 1.0), (50.0, 2.0), (200.0, 0.5), (49.0, None), (210.0, None)])
def test_limits_of_time_are_scaled_by_the_speed_of_the_machine(
    monkeypatch: pytest.MonkeyPatch, speed: float, seconds: float | None
) -> None:
    told: list[Terms] = []
    monkeypatch.setattr(dealing, "speed", lambda: speed)
    answer = play_deal(DEAL, lambda pairing, terms: told.append(terms) or lost(pairing, terms), Terms(1.0), 100.0)
    if seconds is None:
        assert isinstance(answer, Again)
        assert (answer.unfit, answer.left, told) == (True, DEAL, [])
        assert answer.reason.endswith("times as fast as this machine; expected 0.5 to 2 times")
    else:
        assert [terms.seconds for terms in told] == [seconds] * 2


def test_a_worker_without_a_players_manifest_is_unfit() -> None:
    pairing = replace(GAMES[0], x="nowhere/bot.toml")
    answer = play_deal(Deal([(0, pairing)]), lost, Terms(1.0))
    assert isinstance(answer, Again)
    assert (answer.unfit, answer.reason) == (True, "has no nowhere/bot.toml; expected the same files there")


def test_scaled_terms_keep_all_but_the_times() -> None:
    assert Terms(nodes=5, clock=GameClock(60, 2)).scaled(0.5) == Terms(nodes=5, clock=GameClock(30, 1))
    assert Terms(nodes=5).scaled(3) == Terms(nodes=5)
    assert [Terms(nodes=5).timed, Terms(1.0).timed, Terms(clock=GameClock(1)).timed] == [False, True, True]


def test_a_hold_up_is_the_time_by_which_a_tick_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 0.02, 5.04, 5.06])
    ticks = iter([False, False, False, True])
    held_up = HoldUps()
    monkeypatch.setattr(load.time, "monotonic", lambda: next(times))
    monkeypatch.setattr(held_up._over, "wait", lambda _seconds: next(ticks))
    held_up._watch()
    assert held_up.longest == pytest.approx(5.0)
