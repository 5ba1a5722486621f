"""Tournaments on a real Dask scheduler with three workers, of which one is killed in the middle of a game."""

import json
import re
import shutil
import socket
import subprocess
import time
import zipfile
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from support import mock_players as mock
from support.cluster import PATIENCE, cluster
from support.command import STTT, sttt, sttt_here

from sttt.arena.archive.archive import Archive
from sttt.errors import ExecutionError
from sttt.execution.executor import Again
from sttt.execution.revision import build_named, install
from sttt.games.records.record import GameRecord

pytest.importorskip("distributed", reason="needs the extra `dask`")
dask_cluster = pytest.importorskip("sttt.execution.dask_cluster")

GAMES = 24
TOURNAMENT = ["tournament", "mock-held", "random", "offensive", "--total", str(GAMES), "--nodes", "5", "--seed", "3"]


def games(file: Path) -> dict[int, GameRecord]:
    with Archive(file) as archive:
        kept = {one.number: one.record for one in archive.games()}
        assert sum(one.games for one in archive.tournaments()) == len(kept) == GAMES
    return {number: _timeless(record) for number, record in kept.items()}


def _timeless(record: GameRecord) -> GameRecord:
    return replace(record, turns=tuple(replace(turn, seconds=None) for turn in record.turns))


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Where the mock players note the processes that they play in, and the file that holds their games up."""
    mock.use(tmp_path, monkeypatch)
    journal, hold = tmp_path / "journal", tmp_path / "hold"
    monkeypatch.setenv(mock.JOURNAL, str(journal))
    monkeypatch.setenv(mock.HOLD, str(hold))
    return journal, hold


@pytest.mark.slow
def test_a_run_that_loses_a_worker_plays_exactly_the_games_of_a_local_run(
    tmp_path: Path, held: tuple[Path, Path]
) -> None:
    journal, hold = held
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


def test_a_scheduler_that_goes_away_is_one_line_and_what_was_played_is_kept(
    tmp_path: Path, held: tuple[Path, Path]
) -> None:
    journal, hold = held
    hold.touch()
    with cluster(tmp_path, workers=1) as found:
        where = ["--archive", str(tmp_path / "a.db"), "--executor", "dask", "--scheduler", found.address]
        command = [STTT, *TOURNAMENT, *where, "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as driver:
            try:
                wait_until_all_play(journal, {str(worker.pid) for worker in found.workers}, driver)
                found.scheduler.kill()
                out, err = driver.communicate(timeout=PATIENCE)
            finally:
                driver.kill()
    assert (driver.returncode, out) == (2, "")
    said = [line for line in err.splitlines() if not line.startswith("to go on with it")]
    assert len(said) == 1, err
    assert re.match(rf"sttt: {re.escape(found.address)}: .*; expected a scheduler that stays", said[0])
    with Archive(tmp_path / "a.db") as archive:
        assert len(list(archive.tournaments())) == 1


def test_a_scheduler_without_workers_says_what_it_waits_for(tmp_path: Path) -> None:
    with cluster(tmp_path, workers=0) as found:
        where = ["--executor", "dask", "--scheduler", found.address]
        command = [STTT, "tournament", "random", "offensive", "--nodes", "5", *where]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as driver:
            try:
                assert driver.stderr
                said = driver.stderr.readline()
            finally:
                driver.kill()
    assert said.startswith(
        f"{found.address} has no workers; waiting for the first, such as `dask worker {found.address}"
    )


def test_after_a_wrong_address_the_right_command_is_accepted(tmp_path: Path) -> None:
    command = ["tournament", "random", "offensive", "--nodes", "5", "--archive", str(tmp_path / "a.db")]
    wrong = sttt_here(*command, "--executor", "dask", "--scheduler", "tcp://127.0.0.1:1")
    assert (wrong.returncode, "no Dask scheduler answers" in wrong.stderr) == (2, True)
    right = sttt_here(*command, "--jobs", "1")
    assert right.returncode == 0, right.stderr
    with Archive(tmp_path / "a.db") as archive:
        assert [one.games for one in archive.tournaments()] == [2]


def wait_until_all_play(journal: Path, workers: set[str], driver: subprocess.Popen[str]) -> None:
    """Wait until every worker is in the middle of a game that cannot end."""
    deadline = time.monotonic() + PATIENCE
    while not (journal.exists() and workers <= set(journal.read_text().split())):
        assert driver.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)


def copy_of_the_code(folder: Path) -> Path:
    for package in ("sttt", "adapter", "strategies"):
        shutil.copytree(
            Path(str(find_spec(package).origin)).parent,
            folder / package,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    return folder


def test_a_worker_with_other_code_is_refused_by_name_before_its_first_game(tmp_path: Path) -> None:
    tampered = copy_of_the_code(tmp_path / "code") / "strategies" / "super_ttt" / "yardsticks.py"
    tampered.write_text(f"{tampered.read_text()}\n# plays as before, but who knows\n")
    with cluster(tmp_path, workers=1, code=tmp_path / "code") as found:
        where = ["--archive", str(tmp_path / "a.db"), "--executor", "dask", "--scheduler", found.address]
        done = sttt("tournament", "greedy", "random", "--total", "4", "--nodes", "5", *where)
    assert done.returncode == 2
    assert re.fullmatch(r"Each two games, .*\n", done.stdout)  # how games begin, and nothing of any game
    complaint = (
        r"sttt: \S+ the worker tcp://\S+ has other code: strategies/super_ttt/yardsticks\.py differs; "
        r"expected what is installed"
    )
    assert re.search(complaint, done.stderr), done.stderr
    with Archive(tmp_path / "a.db") as archive:
        assert not list(archive.games())


def as_wheel(code: Path, file: Path) -> bytes:
    """Pack the code of this machine as a wheel."""
    about = {
        "METADATA": "Metadata-Version: 2.1\nName: super-tic-tac-toe\nVersion: 0.0.1\n",
        "WHEEL": "Wheel-Version: 1.0\nGenerator: a test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    with zipfile.ZipFile(file, "w") as packed:
        for path in filter(Path.is_file, code.rglob("*")):
            packed.write(path, path.relative_to(code))
        for name, text in about.items():
            packed.writestr(f"super_tic_tac_toe-0.0.1.dist-info/{name}", text)
    return file.read_bytes()


@pytest.mark.slow
def test_workers_play_a_build_from_the_wheel_that_they_are_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = copy_of_the_code(tmp_path / "code")
    for file in (code / "sttt" / "parts.txt", code / "strategies" / "three_by_four.py"):
        file.write_text(file.read_text().replace("three-by-four-easy", "three-by-four-as-it-was"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    build, wheel = build_named("0123456789ab"), "super_tic_tac_toe-0.0.1-py3-none-any.whl"
    install(build.name, wheel, as_wheel(code, tmp_path / wheel))
    with cluster(tmp_path, workers=2) as found:
        where = ["--archive", str(tmp_path / "a.db"), "--executor", "dask", "--scheduler", found.address]
        players = [build.player("three-by-four-as-it-was"), "three-by-four-easy"]
        done = sttt("match", *players, "--game", "three-by-four", "--games", "4", "--nodes", "5", *where, "--json")
    assert done.returncode == 0, done.stderr
    assert sum(worker["games"] for worker in json.loads(done.stdout)["workers"]) == 4
    with Archive(tmp_path / "a.db") as archive:
        assert not any(kept.record.ending.is_failure for kept in archive.games())
    for number in range(2):
        assert (tmp_path / f"worker-{number}" / "cache" / "sttt" / "builds" / build.name / "installed").exists()


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


class Client:
    """A client of a scheduler that has these workers."""

    def __init__(self, *workers: str) -> None:
        self.workers = workers

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.workers, 1)


@pytest.mark.parametrize("key", [None, "gone.pem"], ids=["none", "none there"])
def test_a_scheduler_that_asks_for_a_key_is_not_knocked_at_without_one(key: str | None) -> None:
    with (
        dask_cluster.config.set({"distributed.comm.tls.client.key": key}),
        socket.create_server(("127.0.0.1", 0)) as server,
    ):
        address = f"tls://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ExecutionError, match="no key for TLS; expected DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY"):
            dask_cluster.knock(address)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "tcp://localhost:1", "tcp://[::1]:1", "tls://10.0.0.1:1"])
def test_a_scheduler_that_nobody_else_reaches_or_that_asks_for_a_key_is_not_open(address: str) -> None:
    assert not dask_cluster._is_open(address)
    assert dask_cluster._is_open("tcp://10.0.0.1:1")


def test_where_encryption_is_required_an_address_without_it_is_one_line() -> None:
    with (
        dask_cluster.config.set({"distributed.comm.require-encryption": True}),
        socket.create_server(("127.0.0.1", 0)) as server,
    ):
        where = ["--executor", "dask", "--scheduler", f"tcp://127.0.0.1:{server.getsockname()[1]}"]
        done = sttt_here("match", "random", "offensive", "--games", "2", "--nodes", "5", *where)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert "encryption required" in done.stderr


class Future:
    """A result that is there, or never comes."""

    def __init__(self, result: object) -> None:
        self._result, self.cancelled = result, False

    def result(self, timeout: float | None) -> object:
        if isinstance(self._result, Exception) or self.cancelled:
            raise self._result if isinstance(self._result, Exception) else TimeoutError(timeout)
        return self._result

    def cancel(self) -> None:
        self.cancelled = True


@pytest.mark.parametrize("result", [TimeoutError(), dask_cluster.CancelledError()], ids=lambda one: type(one).__name__)
def test_a_stand_in_for_a_worker_answers_or_says_why_there_is_no_answer(result: Exception) -> None:
    futures = [Future(("tcp://w", b"yes")), Future(result)]
    client = Client("w")
    client.submit = lambda *_given, **_options: futures[0]
    worker = dask_cluster.RemoteWorker(client, bytes)
    assert worker.do(3) == b"yes"
    worker.give_up(4)
    assert not futures[0].cancelled
    del futures[0]
    with pytest.raises(ExecutionError, match=f"no worker of the cluster has answered: {type(result).__name__}"):
        worker.do(5, 0.1)
    assert futures[0].cancelled


def test_what_a_worker_gives_back_goes_to_others_and_an_unfit_one_is_named_once() -> None:
    said: list[str] = []
    unfit = dask_cluster._Unfit("tcp://s", Client("a", "b", "c"), said.append)
    assert unfit.others("a", Again(1, "was held up")) == ["b", "c"]
    for _ in range(2):
        assert unfit.others("b", Again(1, "is too slow", unfit=True)) == ["a", "c"]
    assert unfit.others("a", Again(1, "was held up")) == ["c"]
    assert said == ["tcp://s: the worker b is too slow; it gets no work"]
    with pytest.raises(ExecutionError, match=r"^tcp://s: the worker b is too slow$"):
        dask_cluster._Unfit("tcp://s", Client("b"), said.append).others("b", Again(1, "is too slow", unfit=True))
