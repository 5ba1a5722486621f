"""Tournaments on a real Dask scheduler with three workers, of which one is killed in the middle of a game."""

import json
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest
from support import mock_players as mock
from support.cluster import PATIENCE, cluster
from support.command import STTT, sttt, sttt_here

from sttt.arena.archive.archive import Archive
from sttt.games.record import GameRecord

pytest.importorskip("distributed", reason="needs the extra `dask`")

GAMES = 24
TOURNAMENT = ["tournament", "mock-held", "random", "offensive", "--total", str(GAMES), "--nodes", "5", "--seed", "3"]


def games(file: Path) -> dict[int, GameRecord]:
    with Archive(file) as archive:
        kept = {one.number: one.record for one in archive.games()}
        assert sum(one.games for one in archive.tournaments()) == len(kept) == GAMES
    return {number: _timeless(record) for number, record in kept.items()}


def _timeless(record: GameRecord) -> GameRecord:
    return replace(record, turns=tuple(replace(turn, seconds=None) for turn in record.turns))


def test_a_run_that_loses_a_worker_plays_exactly_the_games_of_a_local_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mock.use(tmp_path, monkeypatch)
    journal, hold = tmp_path / "journal", tmp_path / "hold"
    monkeypatch.setenv(mock.JOURNAL, str(journal))
    monkeypatch.setenv(mock.HOLD, str(hold))
    local, spread = tmp_path / "local.db", tmp_path / "spread.db"
    assert sttt(*TOURNAMENT, "--archive", str(local), "--jobs", "1").returncode == 0
    journal.unlink()
    hold.touch()
    with cluster(tmp_path, workers=3) as found:
        where = ["--archive", spread, "--executor", "dask", "--scheduler", found.address]
        command = [STTT, *TOURNAMENT, *where, "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as driver:
            try:
                wait_until_all_play(journal, {str(worker.pid) for worker in found.workers}, driver)
                found.workers[0].kill()
                hold.unlink()
                out, err = driver.communicate(timeout=PATIENCE)
            finally:
                driver.kill()
    assert driver.returncode == 0, err
    assert json.loads(out)["games"] == GAMES
    assert games(spread) == games(local)


def wait_until_all_play(journal: Path, workers: set[str], driver: subprocess.Popen[str]) -> None:
    """Wait until every worker is in the middle of a game that cannot end."""
    deadline = time.monotonic() + PATIENCE
    while not (journal.exists() and workers <= set(journal.read_text().split())):
        assert driver.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--executor", "dask"], "expected --scheduler and no --jobs"),
        (["--scheduler", "tcp://127.0.0.1:1"], "--scheduler needs --executor dask"),
        (["--executor", "dask", "--scheduler", "nowhere"], "no Dask scheduler answers at 'nowhere'"),
        (["--executor", "dask", "--scheduler", "tcp://127.0.0.1:1"], "answers at 'tcp://127.0.0.1:1': [Errno"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_wrong_executor_options_are_one_line_and_status_2(options: list[str], message: str) -> None:
    done = sttt_here("tournament", "random", "offensive", *options)
    assert (done.returncode, done.stdout, message in done.stderr) == (2, "", True)
