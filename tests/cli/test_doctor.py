"""The installed `sttt doctor`."""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from support import mock_players as mock
from support import strangers
from support.command import fails_as_wrong_input, sttt, sttt_here

from sttt.arena.play.answer import GameClock
from sttt.cli.commands import doctor
from sttt.distribution import version
from sttt.execution.installation import describe
from sttt.execution.supervised import describe_containment
from sttt.kernel.builds import build_name
from sttt.players import registry


@pytest.fixture
def ours_are_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take it that our own players make their first turns, which one test here waits for."""
    try_player = doctor._try_player
    monkeypatch.setattr(
        doctor, "_try_player", lambda name, is_a_strangers: try_player(name, True) if is_a_strangers else None
    )


def problems(document: dict[str, Any]) -> dict[str, str | None]:
    return {part["name"]: part["problem"] for part in document["parts"]}


def test_a_sound_installation_is_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scheme interpreters are those on the path."""
    for name in ("guile", "snow"):
        program = tmp_path / name
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    done = sttt("doctor", "--json")
    document = json.loads(done.stdout)
    assert (done.returncode, done.stderr, document["healthy"]) == (0, "", True)
    assert set(problems(document).values()) == {None}
    assert {"super-ttt", "random", "offensive"} <= set(problems(document))
    assert document["sttt"] == version()
    assert document["python"].endswith(platform.python_version())
    assert document["build"] == build_name()
    assert document["cores"] >= 1
    assert document["programs"] == describe_containment()
    assert {name: path for name, path in document["schemes"].items() if path} == {
        "Guile": os.fspath(tmp_path / "guile"),
        "STk": os.fspath(tmp_path / "snow"),
    }


WITHOUT_EXTRAS = """
import sys
for name in ("distributed", "gymnasium", "matplotlib", "numpy", "pettingzoo", "scipy"):
    sys.modules[name] = None
from sttt.cli import main
sys.argv = ["sttt", "doctor", *sys.argv[1:]]
main()
"""


def test_an_installation_without_extras_is_well_and_says_what_each_part_needs() -> None:
    wide = os.environ | {"COLUMNS": "200"}
    done = [
        subprocess.run(
            [sys.executable, "-c", WITHOUT_EXTRAS, *form], capture_output=True, text=True, check=True, env=wide
        )
        for form in (["--json"], [])
    ]
    document = json.loads(done[0].stdout)
    assert (document["healthy"], set(problems(document).values())) == (True, {None})
    lacking = {part["name"] for part in document["parts"] if part["lacks"] == "learn"}
    assert lacking == set(registry.TUNINGS.names())
    assert done[1].stdout.count("needs the extra") == len(lacking)
    assert "all well" in done[1].stdout
    assert [one.stderr for one in done] == ["", ""]


@pytest.mark.slow
@pytest.mark.usefixtures("ours_are_sound")
def test_the_report_for_people_says_the_same() -> None:
    done = sttt_here("doctor")
    assert (done.returncode, done.stderr) == (0, "")
    for fact in (version(), platform.python_version(), build_name(), "random", "works", "Guile", "all well"):
        assert fact in done.stdout
    assert "nothing keeps one from signalling other processes of this user" in done.stdout


@pytest.mark.slow
@pytest.mark.usefixtures("ours_are_sound")
def test_players_that_do_not_load_or_fail_their_first_turn_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["first", "crash", "junk", "same", "idle", "unstartable"]
    lines = [*map(mock.entry_point, names), "mock-absent = no_such_module:STRATEGY"]
    mock.use(tmp_path, monkeypatch, lines)
    done = sttt_here("doctor", "--json")
    found = problems(json.loads(done.stdout))
    assert done.returncode == 1
    assert found["mock-first"] is None
    assert found["mock-crash"] == "crash: ValueError: no idea"
    assert found["mock-junk"] == "malformed: '55+51' is not a decision; expected a Decision"
    assert found["mock-same"] == (
        "its first turn is (40, 40), of which only (40, None) counts; expected 2 legal placements"
    )
    assert str(found["mock-idle"]).startswith("its first turn is (None, None)")
    assert found["mock-unstartable"] == "PlayerError: no such program"
    assert str(found["mock-absent"]).startswith("ModuleNotFoundError: ")


REVERSED = """from dataclasses import replace
from sttt.games.grid.three_by_three import GAME as SOUND

GAME = replace(SOUND, name="reversed", levels=(), format_position=lambda one: SOUND.format_position(one)[::-1])
"""


@pytest.mark.slow
@pytest.mark.usefixtures("ours_are_sound")
def test_a_game_of_another_package_that_breaks_its_contract_is_named_with_the_clause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = {"sttt.games": {"reversed": "reversed_game:GAME"}}
    strangers.write(tmp_path, "backwards", points, {"reversed_game.py": REVERSED})
    strangers.use(tmp_path, monkeypatch)
    done = sttt_here("doctor", "--json")
    found = {name: problem for name, problem in problems(json.loads(done.stdout)).items() if problem}
    assert done.returncode == 1
    assert list(found) == ["reversed"]
    assert str(found["reversed"]).startswith("reads the positions that it writes: ")


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--contracts"], []])
def test_contracts_of_our_own_parts_are_tried_where_asked_for(
    options: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []
    monkeypatch.setattr(doctor, "faults_of_game", lambda game: tried.append(game.name) or [])
    monkeypatch.setattr(doctor, "faults_of_player", lambda player, _game: tried.append(player.name) or [])
    monkeypatch.setattr(doctor, "_try_first_turn", lambda *_: None)
    assert sttt_here("doctor", *options).returncode == 0
    ours = {"super-ttt", "qubic", "random", "alpha-beta"}
    assert ours & set(tried) == (ours if options else set())


@pytest.mark.slow
@pytest.mark.usefixtures("ours_are_sound")
def test_a_first_turn_that_comes_late_is_no_fault_and_one_that_does_not_come_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mock.use(tmp_path, monkeypatch, map(mock.entry_point, ["slow", "late"]))
    monkeypatch.setattr(doctor, "CLOCK", GameClock(0.1))
    document = json.loads(CliRunner().invoke(doctor.doctor, ["--json"], standalone_mode=False).stdout)
    assert problems(document)["mock-slow"] is None
    assert problems(document)["mock-late"] == "timeout: no answer within the limit"


@pytest.mark.slow
@pytest.mark.usefixtures("ours_are_sound")
def test_the_report_for_people_says_that_something_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mock.use(tmp_path, monkeypatch, [mock.entry_point("crash")])
    report = sttt_here("doctor")
    assert report.returncode == 1
    assert report.stdout.rstrip().endswith("something is broken")


@pytest.mark.slow
def test_the_bot_is_started_as_the_shims_do_from_the_present_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "adapter").mkdir()
    (tmp_path / "adapter" / "__init__.py").write_text("raise ImportError('the package of the present folder')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STTT_BOT", sys.executable)
    monkeypatch.setattr(doctor, "_check_parts", lambda **_: [])
    assert json.loads(sttt_here("doctor", "--json").stdout)["bots"] == [
        {
            "protocol": "scheme",
            "command": f"{sys.executable} -P -m adapter.scheme --keep-on-interrupt",
            "runs": describe(),
            "problem": None,
        }
    ]


@pytest.mark.parametrize(
    ("script", "runs", "problem"),
    [
        ("echo other 1.0 interpreted", "other 1.0 interpreted", "it runs other 1.0 interpreted"),
        ("echo >&2 'no such\nmodule'; exit 1", None, "module"),
        ("case $* in *--version) exec {python} $*;; *) echo '(error)';; esac", describe(), "it answers '(error)'"),
        (None, None, "[Errno 2] No such file or directory"),
    ],
)
def test_a_bot_that_is_not_this_installation_is_told_and_is_no_fault_of_it(
    script: str | None, runs: str | None, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "python"
    if script:
        program.write_text(f"#!/bin/sh\n{script.format(python=sys.executable)}\n")
        program.chmod(0o755)
    monkeypatch.setenv("STTT_BOT", str(program))
    monkeypatch.setattr(doctor, "_check_parts", lambda **_: [])  # other tests try all players
    done = sttt_here("doctor", "--json")
    (bot,) = json.loads(done.stdout)["bots"]
    assert (done.returncode, bot["runs"]) == (0, runs)
    said, _, advised = bot["problem"].partition("; expected this installation: set STTT_BOT=")
    assert said.startswith(problem)
    command = [advised, "-P", "-m", "adapter.scheme", "--version"]  # another name, perhaps, of the same Python
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == f"{describe()}\n"
    told = sttt_here("doctor").stdout
    assert bot["problem"] in told
    assert "all well, but" in told


def test_wrong_input_is_one_line_and_status_2() -> None:
    assert "--fix" in fails_as_wrong_input("doctor", "--fix")
