"""The table that is kept up to date: on a terminal, and what is said where there is none."""

import os
import pty
import subprocess
import time
from types import SimpleNamespace

import pytest
from rich.text import Text
from support.command import STTT
from support.terminal import Terminal

from sttt.cli.output import tables as progress


def test_a_terminal_shows_results_and_statistics_while_games_are_played() -> None:
    terminal, stderr = pty.openpty()
    command = [STTT, "match", "random", "offensive", "--games", "60", "--random-turns", "2", "--jobs", "1", "--json"]
    environment = {**os.environ, "COLUMNS": "110", "LINES": "40", "TERM": "xterm-256color"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, env=environment) as process:
        os.close(stderr)
        shown = b""
        try:
            while chunk := os.read(terminal, 65536):
                shown += chunk
        except OSError:  # Linux: nobody holds the other end any more
            pass
        out = process.communicate(timeout=200)[0]
    os.close(terminal)
    assert process.returncode == 0
    assert out.startswith(b'{"game": "super-ttt"')
    for text in ("random against offensive", "likelihood of superiority", "mirrored pairs by points", "/60"):
        assert text in shown.decode()


def test_elsewhere_a_line_now_and_then_says_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert list(progress.with_live_table("abc", 3, Text)) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""  # too short a while
    monkeypatch.setattr(progress, "_PLAIN_SECONDS", 0.01)
    monkeypatch.setattr(progress, "time", SimpleNamespace(monotonic=lambda: 0.0))  # however busy the machine is
    for total, name, line in ((2, "games", "1 of 2 games after 0 s"), (None, "pairs", "1 pairs after 0 s")):
        said = ""
        for _ in progress.with_live_table("a", total, Text, name):
            while line not in said.splitlines():  # also while nothing is done
                said += capsys.readouterr().err
        assert set(said.splitlines()) <= {line, line.replace("1", "0", 1)}
        assert capsys.readouterr().err.splitlines() in ([], [line])
        time.sleep(0.05)
        assert capsys.readouterr().err == ""


@pytest.mark.parametrize("command", [("match", "--games"), ("tournament", "--total")], ids=lambda command: command[0])
def test_ctrl_c_leaves_the_table_where_it_is(command: tuple[str, str]) -> None:
    name, games = command
    with Terminal(name, "random", "offensive", games, "20000", "--random-turns", "2", columns=110) as terminal:
        terminal.wait_for("/20000")
        terminal.wait_for("won")
        terminal.type("\x03")
        assert terminal.leave() == 130
    shown = "\n".join(terminal.lines)
    assert shown.count("/20000") == 1
    assert "drawn" in shown
    assert "interrupted" in terminal.lines
