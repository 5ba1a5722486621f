"""The long fuzz run, in short."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "fuzz_scheme.py"


@pytest.mark.parametrize("options", [[], ["--process"]])
def test_a_short_run_finds_nothing_wrong_and_prints_its_figures(options: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, SCRIPT, "--requests", "400", "--seed", "3", *options],
        capture_output=True,
        text=True,
        timeout=200,
        check=True,
    )
    assert "400 damaged requests, seed 3" in done.stdout
    assert " 0 wrong" in done.stdout
    assert f"CPython {sys.version.split()[0]}" in done.stdout
