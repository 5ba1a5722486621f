"""Ctrl-C at any moment of work in processes: it comes out, and everything ends."""

import subprocess
import sys

import pytest

from tests.support import interrupted_work


@pytest.mark.parametrize("part", ["handing-over", "ending"])
def test_ctrl_c_in_the_midst_leaves_no_lock_taken_no_thread_waiting_and_no_process_at_work(part: str) -> None:
    command = [sys.executable, str(interrupted_work.__file__), part]
    done = subprocess.run(command, capture_output=True, text=True, timeout=250, check=False)
    assert (done.stderr, done.stdout) == ("", str(interrupted_work.TRIALS))
