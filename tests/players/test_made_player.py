"""Players as they are handed out by name: limits in seconds serve a whole game, and `with` closes them."""

import math
import time
from dataclasses import replace
from typing import cast

import pytest
from support.command import sttt

from sttt.errors import NumberError
from sttt.games.game import Position
from sttt.games.super_ttt.position import Position as SuperPosition
from sttt.players import registry
from sttt.players.player import Decision, Limits, MadePlayer


class Remembering:
    """A player that remembers its limits and whether it was closed."""

    def __init__(self) -> None:
        self.asked: list[Limits] = []
        self.closed = 0

    def choose(self, position: Position, limits: Limits) -> Decision:
        self.asked.append(limits)
        return Decision(position.legal_placements()[: position.left], "the first")

    def close(self) -> None:
        self.closed += 1


def test_seconds_are_counted_from_the_start_of_each_decision() -> None:
    player, limits = Remembering(), Limits(seconds=0.5, nodes=7)
    made = MadePlayer(player)
    for pause in (0.0, 0.05):
        time.sleep(pause)
        before = time.monotonic()
        made.choose(SuperPosition(), limits)
        assert before + 0.5 <= (player.asked[-1].deadline or 0) <= time.monotonic() + 0.5
    assert replace(player.asked[-1], deadline=None) == Limits(nodes=7)


def test_a_deadline_that_comes_first_stands() -> None:
    soon = time.monotonic() + 1
    assert Limits(soon, seconds=60.0).begun() == Limits(soon)
    assert Limits(math.inf, seconds=1.0).begun().bounds[0] < math.inf


def test_a_search_that_is_begun_with_seconds_has_a_deadline() -> None:
    assert Limits(seconds=60.0).bounds[0] < math.inf
    assert Limits().bounds[0] == math.inf


@pytest.mark.parametrize("seconds", [0, -1, math.nan, math.inf, True, "1"])
def test_seconds_that_are_none_are_refused(seconds: float) -> None:
    with pytest.raises(NumberError, match="seconds"):
        Limits(seconds=seconds)


@pytest.mark.slow
def test_the_same_limits_leave_the_last_turn_of_a_game_as_much_time_as_the_first() -> None:
    limits, position = Limits(seconds=0.3), SuperPosition()
    with registry.make_player("alpha-beta-no-book", 1) as player:
        for _ in range(3):
            decision = player.choose(position, limits)
            assert (decision.nodes or 0) > 0
            assert (decision.seconds or 0) > 0.1  # a deadline made once would be over by now
            position = position.play_all([square for square in decision.turn if square is not None])


def test_a_player_is_asked_without_limits_and_closed_behind_a_with() -> None:
    player = Remembering()
    with MadePlayer(player) as made:
        made.choose(SuperPosition())
    assert (player.asked, player.closed) == ([Limits()], 1)


@pytest.mark.parametrize("name", ["random", "offensive", "rules", "greedy", "depth-2"])
def test_players_choose_without_limits(name: str) -> None:
    with registry.make_player(name, 1) as player:
        assert len(player.choose(SuperPosition()).turn) == 2


def test_a_printed_decision_says_what_the_command_says() -> None:
    with registry.make_player("rules", 1) as player:
        decision = player.choose(SuperPosition().play_turn("11+12"), Limits(nodes=10))
    told = sttt("analyze", f"{SuperPosition().play_turn('11+12')}", "--player", "rules", "--seed", "1", "--nodes", "10")
    assert str(decision).splitlines()[0].startswith("turn     13")
    assert all(line in told.stdout for line in str(decision).splitlines() if not line.startswith("seconds"))


def test_a_decision_without_a_position_or_a_game_says_squares_by_number() -> None:
    decision = Decision((40, None), "a whim")
    assert str(decision) == "turn     40 -\nreason   a whim"
    assert str(replace(decision, position=cast("Position", object()))) == str(decision)
