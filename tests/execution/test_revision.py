"""Builds of other revisions: made once for a commit, whoever asks, and not taken for whole before they are."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.command import sttt_here

from sttt.errors import ExecutionError
from sttt.execution import provenance, revision
from sttt.execution.revision import RevisionBuild, build_named, build_of, builds_of, install


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A checkout of one commit, and which have been built: our own interpreter stands for each environment."""
    repository = tmp_path / "checkout"
    repository.mkdir()
    identity = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for arguments in (
        ["init", "--quiet"],
        [*identity, "commit", "--quiet", "--allow-empty", "-m", "one"],
        ["tag", "v1"],
    ):
        subprocess.run(["git", "-C", repository, *arguments], check=True)
    built: list[str] = []

    def make_wheel(commit: str, folder: Path) -> None:
        built.append(commit)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "code.whl").touch()

    def make_environment(build: RevisionBuild) -> None:
        build.python.parent.mkdir(parents=True)
        build.python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        build.python.chmod(0o755)
        (build.folder / revision.INSTALLED).touch()

    monkeypatch.setattr(provenance, "_ROOT", repository)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("STTT_BUILD", raising=False)
    monkeypatch.setattr(revision, "_make_wheel", make_wheel)
    monkeypatch.setattr(revision, "_make_environment", make_environment)
    return built


def test_a_commit_is_built_once_under_all_its_names(made: list[str], tmp_path: Path) -> None:
    said: list[str] = []
    first = build_of("HEAD", said.append)
    (commit,) = made
    assert build_of("v1", said.append) == first == build_of(commit, said.append)
    assert made == [commit]
    assert first.folder == tmp_path / "cache" / "sttt" / "builds" / commit[:12]
    assert said == [f"building HEAD ({commit[:7]}) in {first.folder}, once"]


def test_a_build_that_failed_is_made_again(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise ExecutionError("no compiler")

    for part in ("_make_wheel", "_make_environment"):
        with monkeypatch.context() as failing:
            failing.setattr(revision, part, fail)
            with pytest.raises(ExecutionError, match="no compiler"):
                build_of("HEAD", print)
    assert build_of("HEAD", print).is_there
    assert len(set(made)) == 1


def test_a_wheel_that_was_sent_is_installed_once(made: list[str]) -> None:
    name = "0123456789ab-quick"
    for _ in range(2):
        install(name, "../sent.whl", b"content")
    (build,) = builds_of(["random", build_named(name).player("greedy"), build_named(name).player("random")])
    assert (build.is_there, build.name, build.wheel().read_bytes(), made) == (True, name, b"content", [])


@pytest.mark.parametrize("name", ["0123", "../../../etc", "0123456789ab-", ""])
def test_what_is_no_build_is_refused(name: str) -> None:
    with pytest.raises(ExecutionError, match="is no build; expected the name of a folder in"):
        builds_of([f"build:{name}:random"])


def test_a_player_of_a_build_that_is_not_there_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    done = sttt_here("match", "build:0123456789ab:greedy", "random", "--games", "2", "--nodes", "5")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(
        r"sttt: there is no build 0123456789ab in .*; expected `sttt match --build-a` .*\n", done.stderr
    )


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize("name", ["nobody", "--output=x", ""])
def test_what_is_no_revision_is_refused(name: str) -> None:
    with pytest.raises(ExecutionError, match="is no revision here; expected a commit, branch or tag"):
        build_of(name, print)


@pytest.mark.slow
@pytest.mark.usefixtures("made")
def test_a_match_of_two_builds_plays_each_in_its_own_environment(tmp_path: Path) -> None:
    verdict = tmp_path / "verdict.txt"
    options = ["--game", "three-by-four", "--build-a", "v1", "--games", "2", "--nodes", "5", "--jobs", "1"]
    players = ["three-by-four-easy", "three-by-four-perfect"]
    done = sttt_here("match", *players, *options, "--verdict", str(verdict))
    assert done.returncode == 0, done.stderr
    assert re.search(r"^build:[0-9a-f]{12}:three-by-four-easy against ", done.stdout, re.MULTILINE)
    assert "against three-by-four-perfect\n" in verdict.read_text()
    assert verdict.read_text().startswith("three-by-four, nodes 5, ")


@pytest.mark.usefixtures("made")
def test_a_program_has_no_builds() -> None:
    done = sttt_here("match", "cmd:./bot", "random", "--build-a", "HEAD", "--games", "2")
    assert (done.returncode, "cmd:./bot is a program; expected a player of ours" in done.stderr) == (2, True)
