"""The clusters that the documents describe, as processes of this machine: with a live page, and with keys."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.cluster import PATIENCE, cluster
from support.command import STTT
from support.web_client import send

ROOT = Path(__file__).parents[2]
MATCH = ["match", "random", "offensive", "--games", "4", "--nodes", "5"]

pytestmark = pytest.mark.slow


def test_a_scheduler_two_workers_and_a_live_page_run_as_processes_until_ctrl_c() -> None:
    command = [sys.executable, ROOT / "benchmarks" / "cluster_of_processes.py", "--workers", "2", *MATCH, "--live"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        try:
            assert running.stderr
            (address,) = re.findall(r"http://[^#]+", next(line for line in running.stderr if "are shown at" in line))
            told = progress(address)
            deadline = time.monotonic() + PATIENCE
            while not told["over"] and time.monotonic() < deadline:
                time.sleep(0.2)
                told = progress(address)
        finally:
            os.killpg(running.pid, signal.SIGINT)  # the command ends by that, and the cluster after it
            out, _ = running.communicate(timeout=PATIENCE)
    assert (told["played"], told["over"], running.returncode) == (4, True, 0)
    workers = [one["worker"] for one in told["workers"]]
    assert workers
    assert all(worker in out for worker in workers)


def progress(address: str) -> dict[str, object]:
    return send(address, "/api/live").json()


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs openssl to make a key")
def test_a_match_is_played_with_the_keys_of_the_documented_commands_and_not_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in documented_variables(tmp_path).items():
        monkeypatch.setenv(name, value)
    with cluster(tmp_path, workers=2, protocol="tls") as found:
        assert found.address.startswith("tls://")
        with_key = played(found.address)
        assert (with_key.returncode, "Workers" in with_key.stdout) == (0, True), with_key.stderr
        for name in [name for name in os.environ if name.startswith("DASK_DISTRIBUTED__COMM")]:
            monkeypatch.delenv(name)
        without = played(found.address)
        assert (without.returncode, without.stderr.count("\n")) == (2, 1), without.stderr
        plain = played(found.address.replace("tls:", "tcp:"))
        assert (plain.returncode, plain.stderr.count("\n")) == (2, 1), plain.stderr


def documented_variables(folder: Path) -> dict[str, str]:
    """Follow the documented commands up to the start of a scheduler; return the variables that they set."""
    text = (ROOT / "docs" / "cluster.md").read_text()
    (block,) = (found for found in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) if "openssl" in found)
    commands, scheduler, rest = block.partition("dask scheduler --protocol tls\n")
    assert (bool(scheduler), rest) == (True, "")
    done = subprocess.run(
        ["sh", "-ec", f"{commands} env"], cwd=folder, capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    assert (folder / "key.pem").exists()
    pairs = (line.partition("=") for line in done.stdout.splitlines())
    return {name: value for name, _, value in pairs if name.startswith("DASK_DISTRIBUTED__COMM")}


def played(address: str) -> subprocess.CompletedProcess[str]:
    command = [STTT, *MATCH, "--executor", "dask", "--scheduler", address]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
