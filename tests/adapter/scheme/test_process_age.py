"""The age of a process, asked by the process itself."""

import subprocess
import sys
import time

import pytest

from adapter.programs import streams as module


def test_a_process_knows_how_long_ago_it_was_started() -> None:
    script = "import time; time.sleep(0.5); from adapter.programs.streams import process_age; print(process_age())"
    before = time.monotonic()
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=200)
    elapsed = time.monotonic() - before
    assert 0.4 < float(done.stdout) < elapsed + 0.1


def test_where_the_system_does_not_tell_it_is_the_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_STAT", module.Path("/nonexistent"))
    assert 0 < module.process_age() <= time.process_time()
