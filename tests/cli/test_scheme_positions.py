"""Positions as Scheme referees write them, given to every command that takes one."""

import json

import pytest
from support.command import fails_as_wrong_input, sttt

EMPTY = "(little () () () () () () () () ())"
BOARD = f"(big (little x () () () () () () () ()) {' '.join([EMPTY] * 8)})"
COMPACT = "x......../" + "/".join(["........."] * 8) + ":o2"


@pytest.mark.parametrize("given", [f"({BOARD} o)", f"'({BOARD}\n  'O)", f"; a comment\n('{BOARD} o)\n"])
def test_move_answers_a_scheme_position_with_the_same_turn_in_scheme(given: str) -> None:
    turn = sttt("move", "--player", "rules", given=COMPACT).stdout.strip()
    first, second = (f"({square[0]} . {square[1]})" for square in turn.split("+"))
    assert sttt("move", "--player", "rules", given=given).stdout == f"({first} {second})\n"


def test_perft_analyze_and_play_take_a_scheme_position_as_their_argument() -> None:
    position = f"({BOARD} o)"
    assert sttt("perft", "2", position).stdout == "6320\n"
    assert json.loads(sttt("analyze", position, "--player", "rules", "--json").stdout)["position"] == COMPACT
    assert "o to move, 2 placements left" in sttt("play", position, "--player", "rules", "--side", "o").stdout


@pytest.mark.parametrize("position", ["(big)", f"({BOARD} z)", f"({BOARD})", "((((", "()", "'"])
def test_a_bad_scheme_position_is_one_line_and_exit_status_2(position: str) -> None:
    assert "offset" in fails_as_wrong_input("perft", "1", position)
