"""A class from submissions to grades by the installed command: killed, resumed, and graded as each program deserves."""

import csv
import json
import os
import re
import shutil
import signal
import subprocess
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from support.command import STTT, fails_as_wrong_input, sttt
from support.missing import require_program
from support.synthetic_class import PROGRAMS, write_class

from sttt.arena.play.answer import Terms
from sttt.arena.tournaments.experiment import BEST_GRADE, grade_schedule
from sttt.course.settings import preset_text, read_settings
from sttt.course.tasks import benchmark_games

GROUPS = ("bee", "ant", "spy", "illegal", "third", "unbuilt", "absent", "empty")
FEW_GAMES = """\
replays = 0
scaled = false
[benchmark]
games = { random = 2 }
[tournament]
least = 1
final_games = 2
"""
PATIENCE = 250.0
"""Seconds until the test gives up."""


def killed_when(folder: Path, is_time: Callable[[], bool]) -> None:
    """Run the class, and end it as no program can notice as soon as it is time."""
    with subprocess.Popen([STTT, "class", "run", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        until = time.monotonic() + PATIENCE
        while not is_time() and run.poll() is None and time.monotonic() < until:
            time.sleep(0.02)
        run.send_signal(signal.SIGKILL)
        assert run.wait() == -signal.SIGKILL


def lines(folder: Path, journal: str) -> int:
    path = folder / "work" / f"{journal}.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def running_in(folder: Path) -> list[list[str]]:
    """Return the commands of processes that belong to a class."""
    found = []
    for process in psutil.process_iter(["cmdline", "cwd"]):
        words = process.info["cmdline"] or []
        if process.pid != os.getpid() and any(str(folder) in word for word in [*words, process.info["cwd"] or ""]):
            found.append(words)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Run the class to its end, having killed it in two stages."""
    require_program("make")
    require_program("cc")
    own = write_class(tmp_path_factory.mktemp("class") / "class", GROUPS, start=60.0, seconds=20.0, more=FEW_GAMES)
    killed_when(own, lambda: lines(own, "legal") > 2)
    killed_when(own, lambda: lines(own, "benchmark") > 1)
    done = sttt("class", "run", str(own), "--json")
    assert done.returncode == 0, done.stderr
    (own / "run.json").write_text(done.stdout)
    return own


def test_all_stages_are_over_and_nothing_is_left_running(folder: Path) -> None:
    stages = json.loads((folder / "run.json").read_text())["stages"]
    assert [(one["stage"], one["done"] == one["of"]) for one in stages] == [
        ("build", True),
        ("check", True),
        ("grade", True),
        ("tournament", True),
    ]
    until = time.monotonic() + 60
    while (left := running_in(folder)) and time.monotonic() < until:
        time.sleep(0.2)
    assert left == []


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_gets_what_its_program_deserves(folder: Path, group: str) -> None:
    program = PROGRAMS[group]
    told = next(one for one in json.loads((folder / "run.json").read_text())["groups"] if one["group"] == group)
    assert (told["problem"] or "").startswith(program.trouble or "")
    assert bool(told["problem"]) == bool(program.trouble)
    assert told["legal"] == (15 if program.enters or group == "gnu" else 0)
    assert (told["benchmark"] > 0) != bool(program.trouble)
    assert (told["bonus"] > 0) == program.enters
    page = (folder / "results" / "groups" / group / "index.html").read_text()
    assert program.ending in (None, "fault") or f"({program.ending})" in page
    assert program.note is None or program.note in (folder / "results" / "staff.html").read_text()


def test_a_group_learns_why_it_lost_and_nothing_of_the_staffs(folder: Path) -> None:
    page = (folder / "results" / "groups" / "third" / "index.html").read_text()
    assert re.search(r"turn \d, crash: .*no plan for turn 3", page)
    assert "<svg" in page
    assert "names the files of" not in (folder / "results" / "groups" / "spy" / "index.html").read_text()
    lost = [path.read_text() for path in (folder / "results" / "groups").glob("*/index.html")]
    assert any("did not block" in one and "Proven: " in one for one in lost)
    assert not any(str(folder) in one for one in lost)


def test_the_grade_book_has_a_line_for_each_student(folder: Path) -> None:
    with (folder / "results" / "grades.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["group"] for row in rows] == list(GROUPS)
    assert all(float(row["total"]) == sum(float(row[part]) for part in ("legal", "benchmark", "bonus")) for row in rows)


def test_gradescopes_results_have_score_tests_and_leaderboard(folder: Path) -> None:
    found = json.loads((folder / "results" / "groups" / "bee" / "results.json").read_text())
    assert found["score"] == pytest.approx(sum(test.get("score", 0) for test in found["tests"]), abs=41)
    assert {test["visibility"] for test in found["tests"]} == {"visible"}
    assert [one["name"] for one in found["leaderboard"]] == ["Points", "Won", "Drawn", "Lost"]
    assert found["tests"][0]["output"].startswith("builds\n$ make")


def outputs(folder: Path) -> dict[str, bytes]:
    results = folder / "results"
    return {path.relative_to(results).as_posix(): path.read_bytes() for path in results.rglob("*") if path.is_file()}


def test_a_second_run_finds_nothing_to_do_and_writes_the_same(folder: Path) -> None:
    before, journals = outputs(folder), {path: path.read_bytes() for path in (folder / "work").glob("*.jsonl")}
    assert sttt("class", "run", str(folder)).returncode == 0
    assert outputs(folder) == before
    assert {path: path.read_bytes() for path in journals} == journals


def test_a_blind_page_names_no_group(folder: Path, tmp_path: Path) -> None:
    own = tmp_path / "blind"
    shutil.copytree(folder, own)
    shutil.rmtree(own / "results")
    assert sttt("class", "run", str(own), "--blind").returncode == 0
    for page in ("index.html", "games.html"):
        text = (own / "results" / page).read_text()
        assert "group 0" in text
        told = re.sub(r"<(style|script(?! type))[^>]*>.*?</\1[^>]*>", "", text, flags=re.DOTALL)
        assert not [group for group in GROUPS if group != "empty" and re.search(rf"\b{group}\b", told)]


def test_a_journal_that_was_torn_loses_its_last_line_alone(folder: Path, tmp_path: Path) -> None:
    own = tmp_path / "torn"
    shutil.copytree(folder, own)
    journal = own / "work" / "build.jsonl"
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-20])
    told = json.loads(sttt("class", "status", str(own), "--json").stdout)
    assert told["stages"][0] == {"stage": "build", "done": len(GROUPS) - 1, "of": len(GROUPS)}
    journal.write_bytes(b"junk\n" + whole)
    assert "build.jsonl is damaged" in fails_as_wrong_input("class", "status", str(own))


def test_one_class_is_run_by_one_process(folder: Path) -> None:
    from sttt.execution.locked import LockFile  # noqa: PLC0415 - for this test alone

    lock = LockFile(folder / "work" / "lock")
    try:
        assert "another process runs the class" in fails_as_wrong_input("class", "run", str(folder))
    finally:
        lock.release()


def test_the_benchmark_is_the_schedule_of_the_courses_grader(tmp_path: Path) -> None:
    (tmp_path / "class.toml").write_text(preset_text("csci1901-2004"))
    settings = read_settings(tmp_path)
    games = benchmark_games("bee", settings, tmp_path, Terms(1.0))
    assert [task.pairing for task in games.values()] == grade_schedule("bee", settings.seed)
    assert settings.benchmark is not None
    assert settings.benchmark.best == settings.points.benchmark == BEST_GRADE


def test_an_autograder_grades_one_submission_by_the_same_code(folder: Path, tmp_path: Path) -> None:
    assert sttt("class", "gradescope", str(folder), "-o", str(tmp_path / "a.zip")).returncode == 0
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        archive.extractall(tmp_path / "source")
        modes = {one.filename: one.external_attr >> 16 & 0o777 for one in archive.infolist()}
    assert modes == {"setup.sh": 0o755, "run_autograder": 0o755, "class.toml": 0o644}
    (tmp_path / "submission").mkdir()
    shutil.copy(folder / "submissions" / "ant.py", tmp_path / "submission" / "whatever.py")
    done = sttt("class", "grade-one", str(tmp_path / "source"), str(tmp_path / "submission"))
    alone = {test["name"]: test.get("score") for test in json.loads(done.stdout)["tests"]}
    own = json.loads((folder / "results" / "groups" / "ant" / "results.json").read_text())
    with_class = {test["name"]: test.get("score") for test in own["tests"]}
    assert {name: alone[name] for name in ("legal", "benchmark")} == {
        name: with_class[name] for name in ("legal", "benchmark")
    }


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("new", "csci1902", "x"), "unknown assignment 'csci1902'; expected one of: cs4341-2001, "),
        (("run", "nowhere"), "there is no folder nowhere; expected that of a class"),
        (("run", ".", "--stage", "grades"), "'grades' is not one of 'build', 'check', 'grade', 'tournament'"),
    ],
)
def test_wrong_input_is_told(
    arguments: tuple[str, ...], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert complaint in fails_as_wrong_input("class", *arguments)


def test_a_new_class_has_examples_and_overwrites_nothing(tmp_path: Path) -> None:
    own = tmp_path / "new"
    assert sttt("class", "new", "csci1901-2004", str(own)).returncode == 0
    assert (own / "roster.csv").read_text().startswith("student,group,section\n")
    assert {path.name for path in (own / "submissions").iterdir()} == {"crane", "fish", "newt.scm"}
    assert "exists, and is left as it is" in fails_as_wrong_input("class", "new", "csci1901-2004", str(own))
