"""`sttt check-player` as a user runs it: what passes, and how each step fails."""

import json
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from support.command import fails_as_wrong_input, sttt
from support.processes import assert_none_is_left

from adapter.command import check as compliance
from adapter.programs import compliance as shared
from adapter.programs.program import Program
from sttt.players.player import ProgramTerms

PROGRAM = Path(__file__).parents[1] / "support" / "mock_program.py"
BOT = shlex.join([sys.executable, "-m", "adapter.scheme", "--player", "random"])


@pytest.fixture(autouse=True)
def nobody_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CHECK_PLAYER_TEST", str(tmp_path))
    yield
    assert_none_is_left(str(tmp_path))


def command(folder: Path, kind: str) -> str:
    return shlex.join([sys.executable, "-I", "-S", str(PROGRAM), str(folder / "counter"), kind])


def test_our_own_bot_keeps_its_protocol() -> None:
    done = sttt("check-player", BOT)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert [line[:9] for line in lines[:-1]] == [" OK      "] * 17
    assert lines[-1] == " all 17 steps passed"


def test_a_failed_step_says_what_was_wrong_and_shows_the_conversation(tmp_path: Path) -> None:
    manifest = tmp_path / "bot.toml"
    manifest.write_text(f"name = 'mock'\ncommand = {json.dumps(command(tmp_path, 'sends garbage'))}\n")
    done = sttt("check-player", str(manifest))
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    failed = lines.index(" FAILED  plays O as well")
    assert lines[failed + 1] == "         unexpected character ']'; expected a list, symbol or number (at offset 4)"
    assert lines[failed + 2].startswith("         > ((big (little () ")
    assert lines[failed + 3] == "         < %&$ ]"


def test_a_program_that_reads_one_spelling_alone_is_told_which_it_does_not_read(tmp_path: Path) -> None:
    done = sttt("check-player", command(tmp_path, "plays"), "--json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert (report["passed"], len(report["steps"])) == (False, 17)
    failed = [step["step"] for step in report["steps"] if step["problem"]]
    assert {step.removeprefix("reads a request ").removesuffix(" (other referees only)") for step in failed} == {
        "in capitals",
        "with quotes within",
        "with nil for ()",
        "with #f for ()",
        "over several lines, with comments",
    }


def test_answers_to_each_line_of_a_request_spoil_no_other_step(tmp_path: Path) -> None:
    program = tmp_path / "lines.py"
    program.write_text(
        "import re, sys\n"
        "for line in sys.stdin:\n"
        "    squares = re.findall(r'[xo]|\\(\\)', line)[:81]\n"
        "    squares += ['()'] * (81 - len(squares))\n"
        "    boards = [squares[9 * b : 9 * b + 9] for b in range(9)]\n"
        "    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]\n"
        "    own = [any(b[i] == b[j] == b[k] != '()' for i, j, k in lines) for b in boards]\n"
        "    free = [(b + 1, s + 1) for s in range(9) for b in range(9) if not own[b] and boards[b][s] == '()'][:2]\n"
        "    turn = ['(%d . %d)' % one for one in free]\n"
        "    print('(' + ' '.join([*turn, '()'][:2]) + ')', flush=True)\n"
    )
    with closing(compliance.check(f"{sys.executable} {program}", ProgramTerms(), 5.0)) as steps:
        failed = [step.name for step in steps if step.problem]
    assert failed == []


@pytest.mark.parametrize(
    ("kind", "name", "problem"),
    [
        (
            "dies at start",
            "starts, and",
            "the program ended with exit status 1; expected an answer; its last words: no",
        ),
        ("hangs at start", "starts, and", "the program did not answer in time; expected a line"),
        ("does not flush", "starts, and", "comes only at the end of its input; expected it flushed at once"),
        ("greets", "starts, and", "the turn is 'hello!'; expected two placements"),
        ("sends half a line", "plays O as well", "but not a newline in time; expected a whole answer"),
        ("says too much", "answers two requests", "it wrote 'well' unasked; expected one line for each request and"),
        ("answers twice", "plays O as well", "unexpected '(' after the datum; expected nothing more"),
        ("is illegal", "plays O as well", "an index is '99'; expected an integer 1 to 9"),
        ("passes", "plays O as well", "its turn is --+--; expected two open squares"),
        ("never ends", "ends with status 0", "it still ran 0.3 s after the end of its input; expected it to end"),
    ],
)
def test_each_way_to_break_the_protocol_is_named(
    kind: str, name: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared, "END_SECONDS", 0.3)
    steps = [step for step in compliance.STEPS if not step[0].startswith(("reads a request", "plays two games"))]
    monkeypatch.setattr(compliance, "STEPS", steps)
    terms = ProgramTerms(start_seconds=0.7)
    with closing(compliance.check(command(tmp_path, kind), terms, 0.4)) as steps:
        found = next(step for step in steps if step.name.startswith(name))
    assert found.problem is not None
    assert problem in found.problem


def test_a_greeting_is_named_alike_if_it_comes_before_the_first_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fresh(trial: shared.Trial[Program]) -> Program:
        program = started(trial)
        assert program.is_waiting(time.monotonic() + 60)
        return program

    started = shared.Trial.fresh
    monkeypatch.setattr(shared.Trial, "fresh", fresh)
    with closing(compliance.check(command(tmp_path, "greets"), ProgramTerms(start_seconds=60.0), 60.0)) as steps:
        assert "the turn is 'hello!'; expected two placements" in (next(steps).problem or "")


def test_a_program_that_is_slow_is_not_told_to_flush(tmp_path: Path) -> None:
    program = tmp_path / "slow.py"
    program.write_text(
        "import sys, time\n"
        "for count, line in enumerate(sys.stdin):\n"
        "    time.sleep(0.8 * count)\n"
        "    print('((1 . 8) (1 . 9))' if count == 0 else '((1 . 1) (1 . 2))', flush=True)\n"
    )
    with closing(compliance.check(f"{sys.executable} {program}", ProgramTerms(start_seconds=5.0), 0.4)) as steps:
        found = [step.problem or "" for step in steps]
    assert "in time; a new process answers the same request while its input is open" in found[1]


def test_what_cannot_be_checked_is_wrong_input() -> None:
    assert "no compliance run for kaggle; expected a player of the protocols: cmd" in fails_as_wrong_input(
        "check-player", "kaggle:x.py"
    )
    assert "cannot read the manifest missing.toml" in fails_as_wrong_input("check-player", "missing.toml")
