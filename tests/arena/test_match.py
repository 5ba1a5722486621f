"""A match in one call: by names, with a player of one's own, and what its summary says when it is printed."""

import json

import pytest
from support.command import sttt

from sttt.arena.match import play_match
from sttt.errors import NumberError, PlayerError, UnknownNameError
from sttt.games.game import Position
from sttt.players.player import Decision, Limits


class Last:
    """A player of one's own: the last squares."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def choose(self, position: Position, limits: Limits) -> Decision:
        assert limits.deadline is not None
        return Decision(position.legal_placements()[-position.left :], "the last")

    def close(self) -> None:
        pass


def test_a_match_is_what_the_command_plays() -> None:
    said = sttt("match", "rules", "random", "--games", "4", "--seed", "1", "--json").stdout
    summary = play_match("rules", "random", games=4, seed=1)
    assert summary.comparison.to_json() == json.loads(said)["comparison"]


def test_a_printed_summary_says_what_the_command_says() -> None:
    printed = str(play_match("rules", "random", games=4, seed=1)).splitlines()
    told = sttt("match", "rules", "random", "--games", "4", "--seed", "1").stdout
    assert printed[0] == "rules against random"
    for line in printed:
        if line.startswith(("Elo", "likelihood", "mirrored")) or line.endswith("on average"):
            assert line in told
    assert [line.split()[:5] for line in printed[2:5]] == [
        ["x", "2", "2", "0", "0"],
        ["o", "2", "2", "0", "0"],
        ["both", "4", "4", "0", "0"],
    ]


def test_a_player_of_ones_own_plays_by_its_class() -> None:
    summary = play_match(Last, "rules", games=2, limits=Limits(seconds=5))
    assert summary.players[0].name == "Last"
    assert (summary.players[0].both.lost, summary.players[0].failures) == (2, {})


def test_other_games_are_played_by_name() -> None:
    assert play_match("uniform", "mcts-100", 2, Limits(nodes=5), game="connect-four").comparison.games.trials == 2


def test_what_is_no_match_is_refused() -> None:
    with pytest.raises(UnknownNameError):
        play_match("rules", "nobody")
    with pytest.raises(PlayerError, match="both players are called rules"):
        play_match("rules", type("rules", (Last,), {}))
    with pytest.raises(NumberError, match="expected seconds for each decision"):
        play_match("rules", "random", limits=Limits.within(1))
    with pytest.raises(NumberError, match="games"):
        play_match("rules", "random", games=-1)
