"""The installed `sttt doctor`."""

import json
import os
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from support import mock_players as mock
from support.command import fails_as_wrong_input, sttt

from sttt.kernel import build_name


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
    assert document["sttt"] == version("sttt")
    assert document["python"].endswith(platform.python_version())
    assert document["build"] == build_name()
    assert document["cores"] >= 1
    assert {name: path for name, path in document["schemes"].items() if path} == {
        "Guile": os.fspath(tmp_path / "guile"),
        "STk": os.fspath(tmp_path / "snow"),
    }


def test_the_report_for_people_says_the_same() -> None:
    done = sttt("doctor")
    assert (done.returncode, done.stderr) == (0, "")
    for fact in (version("sttt"), platform.python_version(), build_name(), "random", "works", "Guile", "all well"):
        assert fact in done.stdout


def test_players_that_do_not_load_or_fail_their_first_turn_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["first", "crash", "junk", "same", "idle", "unstartable"]
    lines = [*map(mock.entry_point, names), "mock-absent = no_such_module:STRATEGY"]
    mock.use(tmp_path, monkeypatch, lines)
    done = sttt("doctor", "--json")
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


def test_the_report_for_people_says_that_something_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mock.use(tmp_path, monkeypatch, [mock.entry_point("crash")])
    report = sttt("doctor")
    assert report.returncode == 1
    assert report.stdout.rstrip().endswith("something is broken")


def test_wrong_input_is_one_line_and_status_2() -> None:
    assert "--fix" in fails_as_wrong_input("doctor", "--fix")
