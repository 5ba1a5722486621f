"""A worker: a process that does one piece of work after the other, whatever becomes of the one before."""

import os
import threading
import time
from pathlib import Path

import psutil
import pytest
from support.processes import assert_none_is_left
from support.work import print_it, work

from sttt.errors import ExecutionError
from sttt.execution.worker import Worker


@pytest.fixture(autouse=True)
def _mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_MARK", str(tmp_path))


def test_it_keeps_its_process_from_one_piece_to_the_next(tmp_path: Path) -> None:
    worker = Worker(work)
    first, second = worker.do("pid"), worker.do("pid")
    assert first == second != str(os.getpid()).encode()
    worker.close()
    assert_none_is_left(str(tmp_path))
    with pytest.raises(ExecutionError, match="the worker is closed"):
        worker.do("pid")


def test_one_that_ends_at_work_or_between_two_pieces_is_replaced(tmp_path: Path) -> None:
    worker = Worker(work)
    with pytest.raises(ExecutionError, match="ended with exit status 7"):
        worker.do("exit")
    first = int(worker.do("pid"))
    psutil.Process(first).kill()
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)  # its last thread has ended, and nobody has taken note
    assert int(worker.do("pid")) != first
    worker.close()
    assert_none_is_left(str(tmp_path))


def test_what_takes_too_long_is_killed_and_so_is_what_another_thread_gives_up(tmp_path: Path) -> None:
    worker = Worker(work)
    worker.do("pid")
    with pytest.raises(ExecutionError, match=r"took more than 0\.01 s"):
        worker.do("sleep", 0.01)
    what = str(tmp_path / "at work")
    threading.Thread(target=_give_up_when_there, args=(what, worker)).start()
    with pytest.raises(ExecutionError, match="ended with exit status -9"):
        worker.do(what)
    with pytest.raises(ExecutionError, match="the work was given up"):
        worker.do(what)
    assert worker.do("print") == b"printed"
    worker.close()
    assert_none_is_left(str(tmp_path))


def test_the_exit_status_is_known_to_the_one_thread_though_the_other_has_ended_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waitpid = os.waitpid

    def slowly(process: int, options: int) -> tuple[int, int]:
        found = waitpid(process, options)
        time.sleep(0.5 if found[0] else 0)  # the status is taken, and nobody has noted it
        return found

    worker = Worker(work)
    worker.do("pid")
    monkeypatch.setattr(os, "waitpid", slowly)
    what = str(tmp_path / "at work")
    threading.Thread(target=_give_up_when_there, args=(what, worker)).start()
    with pytest.raises(ExecutionError, match="ended with exit status -9"):
        worker.do(what)
    worker.close()


@pytest.mark.parametrize("end", ["\n", ""])
def test_what_work_prints_is_not_lost_when_the_process_is_killed_after_it(
    end: str, capfd: pytest.CaptureFixture[str]
) -> None:
    worker = Worker(print_it)
    worker.do(end)
    worker.close()
    assert capfd.readouterr() == ("", f"thinking aloud{end}")


def _give_up_when_there(what: str, worker: "Worker[str]") -> None:
    while not Path(what).exists():
        time.sleep(0.01)
    worker.give_up(what)
