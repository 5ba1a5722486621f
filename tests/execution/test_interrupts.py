"""Ctrl-C at any moment of work in processes: it comes out, and everything ends."""

import subprocess
import sys

from tests.support import interrupted_work


def test_ctrl_c_in_the_midst_of_handing_work_over_leaves_no_lock_taken_and_no_thread_waiting() -> None:
    command = [sys.executable, str(interrupted_work.__file__)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=250, check=False)
    assert (done.stderr, done.stdout) == ("", str(interrupted_work.TRIALS))
