"""The installed `sttt grade`."""

import json
import re
from typing import Any

import pytest
from support.command import fails_as_wrong_input, sttt


def grades(*arguments: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(sttt("grade", *arguments, "--json").stdout)
    return document


def test_the_grade_counts_the_eighteen_games() -> None:
    document = grades("random")
    assert (document["player"], document["best"]) == ("random", 50)
    (graded,) = document["grades"]
    assert graded["games"] == graded["won"] + graded["drawn"] + graded["lost"] == 18
    assert graded["points"] == 14 + 2 * graded["won"] + graded["drawn"] == document["minimum"] == document["mean"]


def test_the_benchmark_players_score_about_what_they_scored_in_the_course() -> None:
    for player, low, high in (("random", 20, 35), ("offensive", 36, 44)):
        document = grades(player, "--seeds", "5")
        assert low <= document["mean"] <= high


def test_several_seeds_are_graded_one_by_one_and_equal_single_runs() -> None:
    several = json.loads(sttt("grade", "offensive", "--seed", "4", "--seeds", "3", "--json", "--jobs", "2").stdout)
    singles = [
        json.loads(sttt("grade", "offensive", "--seed", str(seed), "--json", "--jobs", "1").stdout)
        for seed in (4, 5, 6)
    ]
    assert several["grades"] == [single["grades"][0] for single in singles]
    points = [graded["points"] for graded in several["grades"]]
    assert several["minimum"] == min(points)
    assert several["mean"] == pytest.approx(sum(points) / 3)


def test_the_table_ends_with_the_grade() -> None:
    done = sttt("grade", "offensive", "--seed", "1")
    points = grades("offensive", "--seed", "1")["minimum"]
    assert (done.returncode, done.stderr) == (0, "")
    assert "random as x" in done.stdout
    assert re.search(rf"^ 1 +\d-\d-\d +\d-\d-\d +\d-\d-\d +\d-\d-\d +{points} $", done.stdout, re.MULTILINE)
    assert done.stdout.rstrip().endswith(f"{points} of 50")


def test_several_seeds_end_with_minimum_and_mean() -> None:
    out = sttt("grade", "random", "--seeds", "2").stdout
    assert re.search(r"minimum \d\d, mean \d\d\.\d of 50$", out.rstrip())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nobody"], "unknown player 'nobody'"),
        (["random", "--seeds", "0"], "'--seeds': 0 is not in the range"),
        (["random", "--time", "-1"], "'--time': -1"),
        ([], "`sttt grade` was given no PLAYER"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(arguments: list[str], message: str) -> None:
    assert message in fails_as_wrong_input("grade", *arguments)
