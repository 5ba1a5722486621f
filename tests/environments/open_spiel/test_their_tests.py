"""OpenSpiel's own test programs on our games, unchanged from its wheel."""

import subprocess
import sys
from pathlib import Path

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `openspiel`")
spiel = pytest.importorskip("sttt.environments.open_spiel")

GAMES = spiel.registered()
PLAYTHROUGHS = Path(__file__).parents[2] / "data" / "open_spiel"
PROGRAMS = {
    "open_spiel.integration_tests.api_test": ["--test_only_games=sttt_"],
    "open_spiel.python.tests.games_sim_test": [f"GamesSimTest.test_game_sim_{name}" for name in GAMES],
}


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS)
def test_their_test_program_passes(program: str) -> None:
    start = "import runpy, sys, sttt.environments.open_spiel; runpy.run_module(sys.argv.pop(1), None, '__main__', True)"
    command = [sys.executable, "-P", "-c", start, program, *PROGRAMS[program]]
    done = subprocess.run(command, capture_output=True, timeout=250, check=False)
    ran = [name for name in GAMES if f"_{name}".encode() in done.stderr]
    assert (done.returncode, ran) == (0, GAMES), done.stderr.decode()
    assert b"\nOK\n" in done.stderr


@pytest.mark.parametrize("name", GAMES)
def test_their_random_simulation_passes(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), 1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_what_it_was(name: str) -> None:
    """`generate_playthrough.update_path` of OpenSpiel writes the files in tests/data anew."""
    from absl import flags  # noqa: PLC0415
    from open_spiel.python.algorithms import generate_playthrough  # noqa: PLC0415 - loads all of OpenSpiel's games

    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    stored, new = generate_playthrough.replay(str(PLAYTHROUGHS / f"{name}.txt"))
    assert new == stored
