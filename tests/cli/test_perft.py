"""``sttt perft`` as a user runs it."""

import json

import pytest
from support.command import fails_as_wrong_input, sttt

TWO_LEFT = "xoxxooox./" + "/".join(["xoxxoooxo"] * 7) + "/oxooxxxo.:x2"


def test_the_start_is_counted_unless_a_position_is_given() -> None:
    assert sttt("perft", "3").stdout == "511920\n"
    assert sttt("perft", "2", TWO_LEFT).stdout == "2\n"
    assert sttt("perft", "0").stdout == "1\n"


def test_a_finished_game_adds_nothing_beyond_its_end() -> None:
    assert sttt("perft", "3", TWO_LEFT).stdout == "0\n"


def test_divide_splits_the_count_by_first_placement() -> None:
    assert sttt("perft", "2", TWO_LEFT, "--divide").stdout == "19: 1\n99: 1\ntotal: 2\n"


def test_json_holds_position_depth_count_and_division() -> None:
    report = {"position": TWO_LEFT, "depth": 2, "count": 2}
    assert json.loads(sttt("perft", "2", TWO_LEFT, "--json").stdout) == report
    divided = json.loads(sttt("perft", "2", TWO_LEFT, "--json", "--divide").stdout)
    assert divided == report | {"divide": {"19": 1, "99": 1}}


def test_a_dash_reads_the_position_from_standard_input() -> None:
    assert sttt("perft", "1", "-", given=f"\n {TWO_LEFT}\n").stdout == "2\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "DEPTH"),
        (["one"], "'one' is not a valid integer"),
        (["1", "........."], "it has 1 little board; expected 9"),
        (["1", ""], "the position is empty"),
        (["1", "-"], "the position is empty"),
        (["1", "(big)"], ""),
        (["1", TWO_LEFT.replace("xoxxooox.", "xxxoooxx.")], "little board 1 holds a line of x and one of o"),
        (["0", "--divide"], "--divide needs a first placement"),
    ],
)
def test_wrong_input_is_one_line_and_exit_status_2(arguments: list[str], words: str) -> None:
    assert words in fails_as_wrong_input("perft", *arguments)
