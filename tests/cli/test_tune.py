"""Learning from the command line, in small."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import fails_as_wrong_input, sttt_here

from strategies.connect_four import tuning
from sttt.distribution import install_command

SMALL = {"qubic": "6", "four-by-four": "40", "connect-four": "12"}


def learned(game: str, out: Path, seed: str = "4") -> dict[str, object]:
    """Learn in this process, as the libraries take seconds to load."""
    done = sttt_here("tune", game, "--games", SMALL[game], "--seed", seed, "--out", str(out), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told: dict[str, object] = json.loads(done.stdout)
    return told


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
def test_equal_seeds_learn_equal_weights(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "HELD_OUT", 10)  # to solve 200 positions takes seconds
    first, second = (learned(game, tmp_path / f"{name}.json") for name in ("first", "second"))
    assert first["origin"] == second["origin"]
    assert json.loads((tmp_path / "first.json").read_text())["origin"] == first["origin"]
    assert json.loads((tmp_path / "first.curve.json").read_text()) == first["curve"]
    assert (tmp_path / "first.json").read_text() == (tmp_path / "second.json").read_text()
    assert (tmp_path / "first.svg").read_text() == (tmp_path / "second.svg").read_text()
    assert (tmp_path / "first.svg").read_text().startswith("<?xml")


@pytest.mark.slow
def test_a_run_goes_on_where_an_earlier_one_ended(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    learned("qubic", whole)
    work = whole.with_suffix(".work").read_text().splitlines(keepends=True)
    parts.with_suffix(".work").write_text("".join(work[:4]) + work[4][:20])
    learned("qubic", parts)
    assert parts.read_text() == whole.read_text()
    other = sttt_here("tune", "qubic", "--games", "6", "--seed", "2", "--out", str(parts))
    assert (other.returncode, "--seed 4" in other.stderr) == (2, True)


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    assert "did you mean four-by-four" in fails_as_wrong_input("tune", "four-by-fou")
    few = fails_as_wrong_input("tune", "qubic", "--games", "1", "--out", str(tmp_path / "few.json"))
    assert "too few" in few
    assert not (tmp_path / "few.json").exists()


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ModuleNotFoundError(\"No module named 'numpy'\")")
    script = "import sys; sys.argv = ['sttt', 'tune', 'qubic']; from sttt.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False, cwd=tmp_path
    )
    assert done.returncode == 2
    assert f"expected the extra `learn`: {install_command('learn')}" in done.stderr
