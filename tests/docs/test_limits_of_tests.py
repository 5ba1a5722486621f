"""The limits that the suite sets for each of its own tests."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.ids import WHOLE
from support.memory import no_memory_limit

ROOT = Path(__file__).parents[2]

UNINTERRUPTED = """
import signal, time

def test_that_cannot_be_interrupted():
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
    time.sleep(600)
"""

GREEDY = """
import time
import conftest, pytest

conftest.MEMORY = 32 << 20

@pytest.mark.timeout(60)
def test_that_eats_memory_at_one_go():
    eaten = bytearray(64 << 20)

@pytest.mark.timeout(60)
def test_that_eats_memory_to_the_last_piece():
    eaten = []
    while True:
        eaten.append([None] * 100)

@pytest.mark.timeout(2)
def test_that_hangs_after_one_that_ate_memory():
    while True:
        time.sleep(0.01)

@pytest.mark.timeout(2)
def test_that_hangs_where_the_code_has_no_line():
    while True:
        for i in range(1000):  # what leads back to here has no line in Python 3.11, and it is there that time is up
            if i:
                i += 1

def test_of_32_mib_is_well():
    assert bytearray(30 << 20)
"""


def run(folder: Path, tests: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run tests under the suite's own configuration."""
    file = folder / "test_given.py"
    file.write_text(tests, encoding="ascii")
    command = [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", "-p", "conftest", "-n", "0"]
    environment = {"PYTHONPATH": str(ROOT / "tests")}
    with no_memory_limit():
        return subprocess.run(
            [*command, *options, "--rootdir", folder, file],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )


def test_a_test_that_cannot_be_interrupted_ends_its_process_and_says_where_it_stood(tmp_path: Path) -> None:
    done = run(tmp_path, UNINTERRUPTED, "--timeout", "1", "-o", "faulthandler_timeout=2")
    assert done.returncode == 1
    assert "in test_that_cannot_be_interrupted" in done.stderr


def test_what_eats_memory_or_hangs_fails_and_the_tests_behind_it_run(tmp_path: Path) -> None:
    done = run(tmp_path, GREEDY, "-rA")
    assert done.returncode == 1
    outcomes = re.findall(r"^(PASSED|FAILED) \S+::(\w+)(?: - (\w+))?", done.stdout, re.MULTILINE)
    assert outcomes == [
        ("PASSED", "test_of_32_mib_is_well", ""),
        ("FAILED", "test_that_eats_memory_at_one_go", "MemoryError"),
        ("FAILED", "test_that_eats_memory_to_the_last_piece", "MemoryError"),
        ("FAILED", "test_that_hangs_after_one_that_ate_memory", "Failed"),
        ("FAILED", "test_that_hangs_where_the_code_has_no_line", "Failed"),
    ]
    assert "Timeout (>2.0s)" in done.stdout


def test_pytest_by_its_own_name_finds_the_players() -> None:
    command = [Path(sys.executable).parent / "pytest", "-n", "0", "tests/strategies/super_ttt/test_random_player.py"]
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONSAFEPATH"}}
    with no_memory_limit():
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_person_can_read_what_a_test_is_named_by_its_values(request: pytest.FixtureRequest) -> None:
    names = [str(item.nodeid).partition("[")[2].removesuffix("]") for item in request.session.items]
    assert [one for one in names if len(one) > WHOLE or re.search(" at 0x", one)] == []
