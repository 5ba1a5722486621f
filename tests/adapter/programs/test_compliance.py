"""The compliance runs of the assignments' protocols: our bots pass them, and what breaks a protocol is named."""

import json
import shlex
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest
from support.command import STTT, sttt

from adapter.connect4_files import check as connect4
from adapter.cs540 import check as cs540
from adapter.programs import compliance
from adapter.qubic_stdio import check as qubic
from sttt.players.player import ProgramTerms

MOCK = Path(__file__).parents[2] / "support" / "mock_engine.py"
CS540 = str(STTT.with_name("sttt-cs540"))
SLEEPS = "sh -c 'sleep 60' sh"
CONNECT4 = shlex.join([str(STTT.with_name("sttt-connect4")), "NAME", "--player", "connect-four-shallow"])


def piped(command: str, behind: str) -> str:
    """A command whose output goes through another."""
    return shlex.join(["sh", "-c", f'{command} "$@" | {behind}', "sh"])


def failing(run: ModuleType, command: str, name: str, monkeypatch: pytest.MonkeyPatch, seconds: float) -> str:
    """Take the one step of that name, and return what is wrong."""
    steps: Sequence[compliance.Step[compliance.Trial]] = run.STEPS
    monkeypatch.setattr(run, "STEPS", [step for step in steps if step[0].startswith(name)])
    monkeypatch.setattr(compliance, "END_SECONDS", 0.3)
    terms = ProgramTerms(start_seconds=0.5 if command in (SLEEPS, "sleep 60") else 20.0)
    with closing(run.check(command, terms, seconds)) as taken:
        (found,) = taken
    assert found.problem is not None
    return found.problem


@pytest.mark.parametrize(
    ("player", "steps"),
    [
        (f"cs540:{CS540}", cs540.STEPS),
        ("qubic:sttt-qubic --player qubic-blocks", qubic.STEPS),
        (f"connect4:{CONNECT4}", connect4.STEPS),
    ],
    ids=["cs540", "qubic", "connect4"],
)
def test_our_bots_keep_their_protocols(player: str, steps: Sequence[object]) -> None:
    done = sttt("check-player", player.replace("sttt-qubic", str(STTT.with_name("sttt-qubic"))), "--json")
    assert [step["problem"] for step in json.loads(done.stdout)["steps"]] == [None] * len(steps)


@pytest.mark.parametrize(
    ("command", "name", "problem"),
    [
        ("false", "starts", "it ended with exit status 1; expected 0"),
        (SLEEPS, "starts", "it still runs when its time is over"),
        ("echo hello", "starts", "it prints 'hello O X O X # X X O O O _ _ N' first; expected SOLUTION"),
        (piped(CS540, "sed s/SOLUTION/ANSWER/"), "starts", "it prints 'ANSWER' first; expected SOLUTION"),
        (piped(CS540, "sed s/X/_/"), "prints the board", "is not the one asked about with one X more"),
        (piped(CS540, "cat; echo"), "makes the first", "it prints 5 lines; expected 4"),
        (piped(CS540, "tail -n 4"), "traces the search of the first", "line 1 is 'SOLUTION'; expected 'O X O X'"),
        (piped(CS540, "sed s/:.-2/:-2/"), "traces the search of the second", "line 4 is 'Alpha:-2 Beta: 2'"),
    ],
)
def test_programs_for_cs540(command: str, name: str, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert problem in failing(cs540, command, name, monkeypatch, 0.3 if command in (SLEEPS, "sleep 60") else 20.0)


@pytest.mark.parametrize(
    ("kind", "name", "problem"),
    [
        ("is always at the origin", "starts", "'R,9,0,0' is no move"),
        ("sees errors everywhere", "answers each move", "'ERROR' is no move"),
        ("knows no padding", "takes a move that NUL", "'ERROR' is no move"),
        ("sees no error", "answers ERROR to a move on an occupied", "did not answer in time"),
        ("sees no error", "answers ERROR to what is no move", "did not answer in time"),
        ("sees no end", "sees the end of a game that it should win", "did not answer in time"),
        ("stays", "ends at exit in a game", "it still ran 0.3 s after exit; expected it to end"),
    ],
)
def test_programs_for_the_referee_of_4x4x4(kind: str, name: str, problem: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command = shlex.join([sys.executable, "-P", str(MOCK), "qubic", kind])
    assert problem in failing(qubic, command, name, monkeypatch, 2.0)


HASTY = """
import pathlib, sys, time
name = sys.argv[1]
file = pathlib.Path(f"{name}.in")
while True:
    if file.exists():
        text = file.read_text(); file.unlink()
        if not text.strip().endswith(")") and text.strip() != "B":
            raise SystemExit("what is " + text)
        if text.strip() != "B":
            pathlib.Path(f"{name}.new").write_text("(B A 1)"); pathlib.Path(f"{name}.new").rename(f"{name}.out")
    time.sleep(0.01)
"""


@pytest.mark.parametrize(
    ("command", "name", "problem"),
    [
        ("sleep 60", "starts", "it has not deleted its .in"),
        ("sh -c 'exit 3'", "starts", "ended with exit status 3"),
        ("HASTY", "reads a move again", "ended with exit status 1"),
        ("SILENT", "plays a game as W", "it prints nothing of who has won"),
        ("SILENT", "prints what is wrong with a move out of range", "it prints nothing of the invalid move (W H 1)"),
    ],
)
def test_programs_with_interface_files(
    command: str, name: str, problem: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hasty = tmp_path / "hasty.py"
    hasty.write_text(HASTY)
    silent = shlex.quote(f"{CONNECT4} > /dev/null").replace("NAME", "$0")
    commands = {"HASTY": f"{sys.executable} -I -S {hasty} NAME", "SILENT": f"sh -c {silent} NAME"}
    full = commands.get(command, command)
    monkeypatch.setattr(connect4, "FAREWELL_SECONDS", 0.2)
    assert problem in failing(connect4, full, name, monkeypatch, 5.0)
