"""``sttt analyze`` as a user runs it."""

import json
from typing import Any

import pytest
from click.testing import CliRunner
from support.command import fails_as_wrong_input, sttt

from sttt.cli.commands.analyze import analyze
from sttt.games.game import Side
from sttt.games.super_ttt.classes.costs import line_costs
from sttt.games.super_ttt.game import GAME
from sttt.games.super_ttt.text import draw, parse_position
from sttt.games.variation import format_line
from sttt.players import registry
from sttt.players.player import Limits, Strategy

X_TO_WIN = "xxx....../xxx....../xx......./........./oo......./........./........./........./.........:x1"
DEAD = "xoxxoooxo"
X_HAS_WON = f"xxx....../xxx....../xxx....../{DEAD}/........./........./........./........./.........:o2"


def test_it_shows_the_board_the_turn_and_why() -> None:
    shown = sttt("analyze", X_TO_WIN, "--nodes", "2000").stdout
    assert shown.startswith(draw(parse_position(X_TO_WIN)) + "\n\n")
    facts = dict(line.split(maxsplit=1) for line in shown.splitlines()[13:21])
    assert set(facts) == {"turn", "verdict", "score", "line", "reason", "depth", "nodes", "seconds"}
    assert facts["turn"] == "33"
    assert facts["verdict"] == "Proven: X wins in 1 turn."
    assert facts["score"].endswith(" for x")
    assert facts["line"] == "x 33"


def test_a_player_that_does_not_search_shows_what_it_knows() -> None:
    shown = sttt("analyze", X_TO_WIN, "--player", "random").stdout.splitlines()
    assert [line.split()[0] for line in shown[13:15]] == ["turn", "verdict"]
    assert shown[15].startswith("reason")


COSTS = """\
cost of                           x   o
the top row of boards             1   -
the middle row of boards          9   7
the bottom row of boards          9   9
the left column of boards         6   -
the middle column of boards       6   -
the right column of boards        7   9
the big diagonal from top left    6   -
the big diagonal from top right   7   7
"""


def test_it_shows_what_every_big_line_costs_each_side_and_a_dash_for_never() -> None:
    assert sttt("analyze", X_TO_WIN, "--player", "random").stdout.endswith("\n\n" + COSTS)


def test_json_holds_the_decision_and_the_costs() -> None:
    report = json.loads(sttt("analyze", X_TO_WIN, "--json", "--depth", "2").stdout)
    assert (report["position"], report["result"], report["player"]) == (X_TO_WIN, None, "alpha-beta")
    assert report["decision"]["pv"][0] == "33"
    position = parse_position(X_TO_WIN)
    costs = zip(line_costs(position, Side.X), line_costs(position, Side.O), strict=True)
    assert [(row["x"], row["o"]) for row in report["costs"]] == list(costs)
    assert [row["line"] for row in report["costs"]][:4] == ["1-2-3", "4-5-6", "7-8-9", "1-4-7"]


def test_a_line_is_written_turn_by_turn() -> None:
    position = parse_position(X_TO_WIN)
    assert format_line(position, (80, 79, 78, 77), GAME) == "x 99, o 98+97, x 96"
    assert format_line(position, (), GAME) == ""


def test_a_finished_position_is_reported_as_such() -> None:
    shown = sttt("analyze", X_HAS_WON)
    assert shown.returncode == 0
    assert shown.stdout.splitlines()[11:14] == ["x has won", "", "the game is over"]
    report = json.loads(sttt("analyze", X_HAS_WON, "--json").stdout)
    assert (report["result"], report["decision"]) == ("x", None)


def test_a_dash_reads_the_position_from_standard_input() -> None:
    assert "x has won" in sttt("analyze", "-", given=X_HAS_WON).stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["no"], "'no' is not a position"),
        ([X_TO_WIN, "--player", "nobody"], "unknown player 'nobody'"),
        ([X_TO_WIN, "--depth", "0"], "--depth"),
    ],
)
def test_wrong_input_is_one_line_and_exit_status_2(arguments: list[str], words: str) -> None:
    assert words in fails_as_wrong_input("analyze", *arguments)


def test_without_a_position_it_is_the_start_that_is_analyzed() -> None:
    assert json.loads(sttt("analyze", "--nodes", "500", "--json").stdout)["position"].endswith(":x2")


def test_a_side_to_move_is_added_to_a_position_which_may_need_more() -> None:
    board, _, _ = X_TO_WIN.partition(":")
    words = fails_as_wrong_input("analyze", board, "--to-move", "O")
    assert "it ends in 'o'; expected ':', the side to move and its placements left" in words
    assert "without a POSITION" in fails_as_wrong_input("analyze", "--to-move", "x")


def test_a_players_own_analysis_takes_the_place_of_its_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    def weigh(position: Any, limits: Limits) -> dict[str, Any]:
        return {"score": position.left, "depth": limits.depth}

    strategy = Strategy("mock", "", "super-ttt", pytest.fail, weigh)
    monkeypatch.setattr(registry, "strategy", lambda _name: strategy)
    report = json.loads(CliRunner().invoke(analyze, [X_TO_WIN, "--player", "mock", "--depth", "3", "--json"]).output)
    assert report == {
        "game": "super-ttt",
        "position": X_TO_WIN,
        "result": None,
        "player": "mock",
        "verdict": {
            "value": "x",
            "turns": 1,
            "chance": 1.0,
            "proven": [{"claim": "x wins within 1", "ground": "rules"}],
            "words": "Proven: X wins in 1 turn.",
        },
        "score": 1,
        "depth": 3,
    }
    shown = CliRunner().invoke(analyze, [X_TO_WIN, "--player", "mock", "--depth", "3"]).output
    assert shown.endswith("\n\nProven: X wins in 1 turn.\nscore  1\ndepth  3\n")
