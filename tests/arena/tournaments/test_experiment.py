"""Experiments: every opening once, both sides of it, and what the results say."""

import json
from itertools import permutations
from math import isclose

import pytest
from support.command import fails_as_wrong_input, sttt

from sttt.arena.play.openings import every_opening
from sttt.arena.tournaments.experiment import pairings, sign_test
from sttt.games.four_by_four.game import GAME, Position
from sttt.games.game import Side
from sttt.players.registry import EXPERIMENTS


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_every_opening_is_there_once_up_to_symmetry(plies: int) -> None:
    found = every_opening(GAME, plies)
    wanted = set()
    for squares in permutations(range(16), plies):
        position = Position()
        for square in squares:
            position = position.play(square)
        wanted.add(GAME.canonical(position))
    assert [GAME.canonical(position) for position in found] == list(dict.fromkeys(map(GAME.canonical, found)))
    assert {GAME.canonical(position) for position in found} == wanted


def test_each_opening_is_played_by_both_on_both_sides() -> None:
    games = pairings(EXPERIMENTS.find("four-by-four"), GAME, (2, 3), seed=1)
    assert len(games) == 2 * (12 + 66)
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.start == second.start
        assert {first.player(Side.X), first.player(Side.O)} == {second.player(Side.O), second.player(Side.X)}
        assert first.player(Side.X) != second.player(Side.X)


@pytest.mark.parametrize(
    ("better", "worse", "p"), [(0, 0, 1), (1, 0, 1), (5, 0, 0.0625), (0, 5, 0.0625), (8, 2, 0.109375), (3, 3, 1)]
)
def test_the_sign_test_is_exact(better: int, worse: int, p: float) -> None:
    assert isclose(sign_test(better, worse), p)


def test_the_command_counts_games_of_both_sides() -> None:
    arguments = ("--plies", "2", "--depth", "1", "--jobs", "1")
    report = json.loads(sttt("experiment", "four-by-four", *arguments, "--json").stdout)
    (finding,) = report["findings"]
    assert finding["openings"] == sum(finding["as_x"].values()) == sum(finding["as_o"].values()) == 12
    assert finding["failed"] == [0, 0]
    low, high = finding["interval"]
    assert low <= finding["score"] <= high
    assert "depth 1" in sttt("experiment", "four-by-four", *arguments).stdout


def test_an_unknown_experiment_is_one_line() -> None:
    assert "expected one of: four-by-four" in fails_as_wrong_input("experiment", "nothing")
