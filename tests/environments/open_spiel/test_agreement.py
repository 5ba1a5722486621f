"""Our rules against OpenSpiel's own, where both have a game: `benchmarks/open_spiel_agreement.py`."""

import re
import runpy
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `openspiel`")
pytest.importorskip("sttt.environments.open_spiel")

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "open_spiel_agreement.py"


def compare(*arguments: str) -> list[str]:
    """Run the script here, and return what it prints behind its first line; raises `SystemExit` as it does."""
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()) as printed:
        patch.setattr(sys, "argv", [str(SCRIPT), *arguments])
        runpy.run_path(str(SCRIPT), run_name="__main__")
    return printed.getvalue().splitlines()[1:]


@pytest.mark.slow
def test_random_games_have_the_same_actions_ends_and_returns_at_every_ply() -> None:
    lines = compare("--games", "60", "--seed", "2")
    found = [re.fullmatch(r"(.+): 60 games, [\d,]+ plies, \d+ s: no difference", line) for line in lines]
    assert [match and match[1] for match in found] == [
        "sttt_qubic and gomoku(size=4,dims=3,connect=4)",
        "sttt_connect_four and connect_four",
        "sttt_four_by_four and mnk(m=4,n=4,k=4)",
        "sttt_four_by_four and gomoku(size=4,dims=2,connect=4)",
        "three-by-three and tic_tac_toe",
    ]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("sttt_qubic", "gomoku(size=4,dims=3,connect=4,anti=true)"),
        ("sttt_qubic", "gomoku(size=4,dims=3,connect=4,wrap=true)"),
        ("sttt_connect_four", "connect_four(x_in_row=5)"),
        ("sttt_four_by_four", "mnk(m=4,n=4,k=3)"),
    ],
)
def test_games_that_differ_are_told_apart(ours: str, theirs: str) -> None:
    _, difference = runpy.run_path(str(SCRIPT))["compare"](pyspiel.load_game(ours), pyspiel.load_game(theirs), 50, 2)
    said = r"after \[[\d, ]+\]: (current_player|legal_actions|is_terminal|returns) is .+ here, .+ there"
    assert re.fullmatch(said, difference)


def test_a_difference_ends_the_script_with_status_1() -> None:
    with pytest.raises(SystemExit, match="1"):
        compare("--games", "5", "--pair", "sttt_qubic", "gomoku(size=4,dims=3,connect=3)")


def test_a_square_of_4x4x4_has_the_same_number_and_its_coordinates_backwards() -> None:
    ours, theirs = (pyspiel.load_game(name).new_initial_state() for name in ("sttt_qubic", "gomoku(size=4,dims=3)"))
    for action in range(64):
        assert ours.action_to_string(action).split(",") == theirs.action_to_string(action).split(",")[::-1]
