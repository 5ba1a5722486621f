"""What systems other than ours lack, Windows above all, is not needed to play, to analyze and to solve."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.scheme_texts import START
from support.web_client import send, session

WITHOUT = """
import asyncio.base_subprocess, os, runpy, signal, subprocess, sys, types
asyncio.base_subprocess.signal = types.SimpleNamespace(**vars(signal))  # as here it is not the module of Windows
for name in ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None
for name in ("SIGALRM", "SIGBUS", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGSTOP", "SIGXFSZ",
             "pthread_sigmask", "set_wakeup_fd"):
    delattr(signal, name)
for name in ("fork", "killpg", "setsid", "sched_getaffinity", "O_CLOEXEC", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK"):
    delattr(os, name)
subprocess.Popen.kill = lambda process: os.kill(process.pid, 9)  # which needs no signal there
sys.argv = sys.argv[1:]
if sys.argv[0] == "sttt":
    from sttt.cli import main
    main()
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""
"""Runs `sttt`, or another module, where other modules, signals and functions are missing."""

NEARLY_OVER = "ox..x.x../ox..oo.xx/x...x..../..o.x.o.x/x.....x../ox.o.o.x./xo....o../o.oxx.xo./o.o..xoo.:x1"


COMMAND = [sys.executable, "-P", "-c", WITHOUT]


def run(module: str, *arguments: str, given: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*COMMAND, module, *arguments],
        input=given,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "given", "shown"),
    [
        (("adapter.scheme", "--player", "alpha-beta", "--time", "0.5"), f"{START}\n", "(("),
        (("sttt", "players"), "", "alpha-beta"),
        (("sttt", "play", "--player", "rules"), "hint\n55 51\nwhy\nquit\n", "builds a line"),
        (("sttt", "analyze", "--nodes", "2000"), "", "turn"),
        (("sttt", "solve", NEARLY_OVER, "--verify"), "", "wins within"),
        (("sttt", "match", "rules", "random", "--games", "2"), "", "rules against random"),
        (("sttt", "doctor"), "", "none can be run"),
        (("sttt", "--version"), "", "commit"),
    ],
    ids=lambda given: given[1] if isinstance(given, tuple) else "",
)
def test_a_command_runs_without_what_windows_lacks(arguments: tuple[str, ...], given: str, shown: str) -> None:
    done = run(*arguments, given=given)
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout


def test_a_program_of_somebody_else_is_refused_with_the_reason() -> None:
    done = run("sttt", "match", "rules", "cmd:cat", "--games", "2")
    assert "expected Linux or macOS" in done.stdout + done.stderr


def test_games_are_saved_and_read_again(tmp_path: Path) -> None:
    games = f"{tmp_path}/games.jsonl"
    assert run("sttt", "match", "rules", "random", "--games", "2", "--save", games).returncode == 0
    done = run("sttt", "report", games)
    assert done.returncode == 0, done.stderr


def test_the_page_is_served_and_its_engines_answer() -> None:
    command = [*COMMAND, "sttt", "serve", "--port", "0", "--searches", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            address = server.stdout.readline().split()[4]
            assert b"<title>" in send(address, "/").body
            assert send(address, "/api/view", body={"game": "super-ttt"}).status == 200
            with session(address) as tab:
                assert tab.answer(player="rules")["kind"] == "thought"
        finally:
            server.send_signal(signal.SIGINT)
            errors = server.communicate(timeout=60)[1]
    assert "Traceback" not in errors
    assert server.returncode == 0, errors
