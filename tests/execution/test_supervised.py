"""Programs under their supervisors: whatever they do to these or to their own orphans, nothing of them is left."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.processes import ends

from sttt.errors import ExecutionError
from sttt.execution import supervisor
from sttt.execution.supervised import Supervised

PATIENCE = 150.0
ORPHAN = """
import os
def leave():
    '''Leave an orphan with a session and without an environment, and return its number.'''
    told, tell = os.pipe()
    if not os.fork():
        os.setsid()
        orphan = os.fork()
        if not orphan:
            os.execve('/bin/sleep', ['sleep', '600'], {})
        os.write(tell, str(orphan).encode())
        os._exit(0)
    os.wait()
    return int(os.read(told, 20))
"""


def python(source: str) -> list[str]:
    return [sys.executable, "-c", f"import os, signal, sys, time\n{source}"]


def read_number(supervised: Supervised) -> int:
    pipe = supervised.pipes[1]
    assert pipe
    return int(pipe.readline())


def close(supervised: Supervised) -> None:
    supervised.end()
    supervised.end()
    for pipe in supervised.pipes:
        if pipe:
            pipe.close()


needs_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc, needs child subreapers")


def test_how_a_program_ends_is_known() -> None:
    for source, status in (("sys.exit(7)", 7), ("os.kill(os.getpid(), signal.SIGKILL)", -9)):
        supervised = Supervised(python(source))
        assert supervised.wait(PATIENCE) == status
        close(supervised)


def test_a_program_that_does_not_start_is_named() -> None:
    with pytest.raises(ExecutionError, match=r"^No such file or directory: \./nothing$"):
        Supervised(["./nothing"])


def test_a_stopped_program_is_noticed_and_so_is_that_it_goes_on() -> None:
    supervised = Supervised(python("print(os.getpid(), flush=True)\ntime.sleep(600)"), stdout=subprocess.PIPE)
    program = read_number(supervised)
    for sent, stopped in ((signal.SIGSTOP, True), (signal.SIGCONT, False)):
        os.kill(program, sent)
        deadline = time.monotonic() + PATIENCE
        while supervised.stopped is not stopped:
            assert time.monotonic() < deadline
            supervised.look(1.0)
    close(supervised)


@needs_linux
def test_orphans_are_adopted_and_ended_without_any_cgroup() -> None:
    source = (
        f"{ORPHAN}\nfrom sttt.execution import supervisor\n"
        "assert supervisor.become_subreaper()\norphan = leave()\nprint(orphan, supervisor.end_children(), flush=True)"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    orphan, ended = done.stdout.split()
    assert ended == "True"
    assert not Path(f"/proc/{orphan}").exists()


def test_a_cgroup_ends_all_that_is_in_it_and_below() -> None:
    folder = supervisor.make_cgroup()
    if folder is None:
        pytest.skip("no cgroup can be made here")
    below = Path(folder, "a", "b")
    below.mkdir(parents=True)
    with subprocess.Popen(["sleep", "600"]) as process:
        (below / "cgroup.procs").write_text(str(process.pid))
        assert supervisor.end_cgroup(folder)
        assert process.wait(PATIENCE) == -signal.SIGKILL
    assert not Path(folder).exists()


@needs_linux
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSTOP])
def test_a_program_that_ends_or_stops_its_supervisor_is_ended_all_the_same(sent: signal.Signals) -> None:
    source = f"os.kill(os.getppid(), {sent.value})\nprint(os.getpid(), flush=True)\ntime.sleep(600)"
    supervised = Supervised(python(source), stdout=subprocess.PIPE)
    program = read_number(supervised)
    if sent is signal.SIGKILL:
        supervised.wait(PATIENCE)
        assert supervised.lost
    close(supervised)
    assert ends(program)


@needs_linux
def test_everything_ends_when_the_one_that_started_it_is_killed() -> None:
    program = f"{ORPHAN}\nprint(os.getpid(), leave(), flush=True)\ntime.sleep(600)"
    start = "from sttt.execution.supervised import Supervised"
    owner = f"{start}\nSupervised([sys.executable, '-c', {'import os, time' + program!r}])\ntime.sleep(600)"
    with subprocess.Popen(python(owner), stdout=subprocess.PIPE) as process:
        assert process.stdout
        started = process.stdout.readline().split()
        process.kill()
    assert len(started) == 2
    assert all(ends(int(one)) for one in started)
