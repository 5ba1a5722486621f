"""``sttt settle``: a run that is killed goes on, Ctrl-C leaves nothing behind, first turns go by any of their names."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.cluster import cluster
from support.command import STTT

from sttt.workshop.settle.findings import read_findings
from sttt.workshop.settle.first_turn import digest

COMMAND = [str(STTT), "settle", "--table-mb", "1", "--warm-turns", "4"]
REPLIES = ["--replies", "--from-scratch"]
"""Work that soon finds something, however little of what ships is open and however hard that is."""

SECONDS = 200


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=SECONDS, check=False)


def report(folder: Path, *arguments: str) -> list[dict[str, Any]]:
    done = run("--folder", str(folder), "--json", *arguments)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Two first turns under way, each in a process of its own where there are two cores."""
    yield from at_work(tmp_path, 2_000)


@pytest.fixture
def replies_begun(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The replies to two first turns under way, in two threads where there are two cores."""
    yield from at_work(tmp_path, 500, *REPLIES)


def at_work(folder: Path, size: int, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Settling under way, with a work file of more than that many bytes."""
    command = [*COMMAND, "--folder", str(folder), "--first", "12+15", "--first", "51+53", "--jobs", "2", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        deadline = time.monotonic() + SECONDS
        while not any(path.stat().st_size > size for path in folder.glob("*.journal")):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        yield process
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)


def group_is_gone(group: int) -> bool:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


def test_a_run_that_is_killed_loses_nothing_that_it_had_written(tmp_path: Path, begun: subprocess.Popen[str]) -> None:
    os.killpg(begun.pid, signal.SIGKILL)
    begun.wait(SECONDS)
    assert group_is_gone(begun.pid)
    before = {path: read_findings(path, digest()) for path in tmp_path.glob("*.journal")}
    names = [path.name.removesuffix(".journal") for path in before]
    found = report(tmp_path, *(word for name in names for word in ("--first", name)), "--nodes", "20000")
    assert sorted(one["first"] for one in found) == sorted(names)
    for path, known in before.items():  # the file itself may be written anew, with one record a position
        after = read_findings(path, digest())
        assert after != known
        for key, finding in known.items():
            assert after[key].claim is finding.claim or not finding.claim
            assert after[key].claim or after[key].budget >= finding.budget


def interrupt(process: subprocess.Popen[str], times: int) -> None:
    """Press Ctrl-C, as often as an impatient person does before anything can have ended."""
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_ctrl_c_ends_every_process(begun: subprocess.Popen[str], times: int) -> None:
    interrupt(begun, times)
    assert begun.wait(SECONDS) in ((130,) if times == 1 else (130, -signal.SIGINT))
    assert group_is_gone(begun.pid)


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 2, 3])
def test_ctrl_c_ends_every_search_for_replies(replies_begun: subprocess.Popen[str], times: int) -> None:
    interrupt(replies_begun, times)
    assert replies_begun.wait(SECONDS) in ((130,) if times == 1 else (130, -signal.SIGINT))
    assert group_is_gone(replies_begun.pid)


def test_a_first_turn_goes_by_any_squares_that_are_the_same(tmp_path: Path) -> None:
    found = report(tmp_path, "--first", "98+95", "--nodes", "1000")
    assert [one["first"] for one in found] == ["12+15"]


def test_a_dominated_first_turn_is_refused_with_those_that_are_not(tmp_path: Path) -> None:
    done = run("--folder", str(tmp_path), "--first", "12+32")
    assert done.returncode == 2
    assert "dominated" in done.stderr
    assert "51+55" in done.stderr


def test_first_turns_have_nothing_to_begin_without(tmp_path: Path) -> None:
    done = run("--folder", str(tmp_path / "none"), "--from-scratch")
    assert done.returncode == 2
    assert "expected --replies" in done.stderr
    assert not (tmp_path / "none").exists()


@pytest.mark.slow
def test_workers_of_a_cluster_bring_back_what_they_find_and_go_on_from_it(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="needs the extra `dask`")
    names = ("12+15", "51+53")
    folder = tmp_path / "work"
    with cluster(tmp_path, workers=2) as found:
        where = ["--scheduler", found.address, *(word for name in names for word in ("--first", name))]
        first = report(folder, *where, "--nodes", "20000")
        before = {name: read_findings(folder / f"{name}.journal", digest()) for name in names}
        second = report(folder, *where, "--nodes", "100000")
    assert sorted(path.name for path in folder.iterdir() if path.suffix == ".journal") == [
        f"{n}.journal" for n in names
    ]
    for name, one, other in zip(names, first, second, strict=True):
        after = read_findings(folder / f"{name}.journal", digest())
        assert 20_000 <= one["nodes"] <= other["nodes"] - 20_000
        assert before[name]
        assert after != before[name]  # more positions, or the same ones with larger budgets
        assert all(after[key].budget >= finding.budget for key, finding in before[name].items() if not after[key].claim)


def test_work_on_a_cluster_without_an_end_is_refused(tmp_path: Path) -> None:
    done = run("--folder", str(tmp_path), "--scheduler", "tcp://127.0.0.1:1")
    assert done.returncode == 2
    assert "expected --nodes" in done.stderr


@pytest.mark.slow
def test_replies_whose_run_is_killed_keep_what_was_found_and_go_on(tmp_path: Path) -> None:
    work = [*REPLIES, "--first", "21+23", "--first", "21+25", "--jobs", "2"]
    command = [*COMMAND, "--folder", str(tmp_path), *work]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True) as process:
        deadline = time.monotonic() + SECONDS
        while not any(path.stat().st_size > 500 for path in tmp_path.glob("*.journal")):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(SECONDS)
        assert group_is_gone(process.pid)
    before = {path: read_findings(path, digest()) for path in tmp_path.glob("replies.journal")}
    assert before
    found = report(tmp_path, *work, "--nodes", "400000")
    assert [one["first"] for one in found] == ["21+23", "21+25"]
    assert all(one["replies"] == one["held"] + one["open"] + sum(one["won"].values()) == 87 for one in found)
    for path, known in before.items():
        after = read_findings(path, digest())
        assert known
        assert {key: after[key] for key in known if known[key].claim} == {
            key: finding for key, finding in known.items() if finding.claim
        }
    assert any(read_findings(path, digest()) != known for path, known in before.items())


@pytest.mark.slow
def test_workers_of_a_cluster_bring_back_what_they_find_of_replies(tmp_path: Path) -> None:
    pytest.importorskip("distributed", reason="needs the extra `dask`")
    folder = tmp_path / "work"
    with cluster(tmp_path, workers=2) as found:
        where = ["--scheduler", found.address, *REPLIES, "--first", "12+15", "--first", "51+53"]
        told = [report(folder, *where, "--nodes", "200000") for _ in range(2)]
    assert sorted(path.name for path in folder.glob("*.journal")) == [
        "replies-12+15.journal",
        "replies-51+53.journal",
    ]
    for one, other in zip(*told, strict=True):
        assert one["nodes"] < other["nodes"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit on a file's size")
def test_a_work_file_without_room_is_named_in_one_line(tmp_path: Path) -> None:
    command = [*COMMAND, "--folder", str(tmp_path), "--first", "51+55", "--nodes", "20000"]
    done = subprocess.run(
        ["sh", "-c", 'ulimit -f 1 && exec "$@"', "sh", *command],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 2
    assert (done.stderr.count("\n"), done.stderr.startswith(f"sttt: {tmp_path}/")) == (1, True), done.stderr
    assert "File too large; expected room for it" in done.stderr
