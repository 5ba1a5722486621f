"""``sttt move`` as a user runs it."""

import json

import pytest
from support.command import fails_as_wrong_input, sttt

from sttt.games.super_ttt.position import enter_turn
from sttt.games.super_ttt.text import parse_position, parse_square, parse_turn

START = "/".join(["........."] * 9) + ":x2"
X_TO_WIN = "xxx....../xxx....../xx......./........./oo......./........./........./........./.........:x2"
TWO_LEFT = "xoxxooox./" + "/".join(["xoxxoooxo"] * 7) + "/oxooxxxo.:x2"


@pytest.mark.parametrize("player", ["random", "rules", "alpha-beta"])
@pytest.mark.parametrize("position", [START, X_TO_WIN, TWO_LEFT, X_TO_WIN.replace("x2", "o1")])
def test_the_turn_comes_in_compact_form_and_counts_whole(player: str, position: str) -> None:
    done = sttt("move", "--player", player, "--time", "0.2", given=position + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    turn = parse_turn(done.stdout.removesuffix("\n"))
    assert len(turn) == int(position[-1])
    assert enter_turn(parse_position(position), turn)[1] == turn


def test_the_default_player_wins_when_it_can() -> None:
    turn = parse_turn(sttt("move", "--nodes", "2000", given=X_TO_WIN).stdout.strip())
    assert enter_turn(parse_position(X_TO_WIN), turn)[0].result == "x"


def test_equal_seeds_give_equal_turns() -> None:
    turns = [sttt("move", "--player", "random", "--seed", seed, given=START).stdout for seed in ("7", "7", "8")]
    assert turns[0] == turns[1] != turns[2]


def test_json_holds_the_whole_decision() -> None:
    decision = json.loads(sttt("move", "--depth", "2", "--json", given=X_TO_WIN).stdout)
    known = {"turn", "reason", "score", "value", "distance", "depth", "nodes", "seconds", "pv", "verdict"}
    assert set(decision) == known
    assert decision["verdict"]["words"] == "Proven: X wins in 1 turn."
    assert parse_square(decision["pv"][0]) == parse_turn(decision["turn"])[0]
    assert isinstance(decision["score"], int)
    random = json.loads(sttt("move", "--player", "random", "--json", given=START).stdout)
    assert (random["reason"], random["score"], random["pv"]) == ("random", None, [])


@pytest.mark.parametrize(
    ("arguments", "given", "words"),
    [
        ([], "", "the position is empty; expected its compact form or (BOARD WHO)"),
        ([], "55", "it has 1 little board; expected 9"),
        ([], START.replace("x2", "z2"), "it ends in 'z2'"),
        ([], START + "\n" + START, "it ends in 'x2"),
        ([], "xxx....../" * 3 + START[30:], "the game is over, x has won"),
        (["--player", "nobody"], START, "unknown player 'nobody'; expected one of: alpha-beta"),
        (["--time", "-1"], START, "--time"),
        (["--seed", "x"], START, "--seed"),
        (["extra"], START, "extra"),
    ],
)
def test_wrong_input_is_one_line_and_exit_status_2(arguments: list[str], given: str, words: str) -> None:
    assert words in fails_as_wrong_input("move", *arguments, given=given)
