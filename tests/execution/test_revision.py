"""Builds of other revisions: made once for a commit, whoever asks, and not taken for whole before they are."""

import subprocess
import sys
from pathlib import Path

import pytest
from support.command import sttt_here

from sttt.errors import ExecutionError
from sttt.execution import provenance, revision
from sttt.execution.revision import RevisionBuild, build_of


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

    def make(build: RevisionBuild) -> None:
        built.append(build.commit)
        build.python.parent.mkdir(parents=True)
        build.python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        build.python.chmod(0o755)

    monkeypatch.setattr(provenance, "_ROOT", repository)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("STTT_BUILD", raising=False)
    monkeypatch.setattr(revision, "_make", make)
    return built


def test_a_commit_is_built_once_under_all_its_names(made: list[str], tmp_path: Path) -> None:
    said: list[str] = []
    first = build_of("HEAD", said.append)
    assert build_of("v1", said.append) == first == build_of(first.commit, said.append)
    assert made == [first.commit]
    assert first.folder == tmp_path / "cache" / "sttt" / "builds" / first.commit[:12]
    assert said == [f"building HEAD ({first.commit[:7]}) in {first.folder}, once"]


def test_a_build_that_failed_is_made_again(made: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_build: RevisionBuild) -> None:
        raise ExecutionError("no compiler")

    with monkeypatch.context() as failing:
        failing.setattr(revision, "_make", fail)
        with pytest.raises(ExecutionError, match="no compiler"):
            build_of("HEAD", print)
    assert build_of("HEAD", print).commit in made


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
    assert (done.returncode, "three-by-four-three-by-four-easy.toml" in done.stdout) == (0, True), done.stderr
    assert "against three-by-four-perfect\n" in verdict.read_text()
    assert verdict.read_text().startswith("three-by-four, nodes 5, ")


@pytest.mark.usefixtures("made")
def test_a_program_has_no_builds() -> None:
    done = sttt_here("match", "cmd:./bot", "random", "--build-a", "HEAD", "--games", "2")
    assert (done.returncode, "cmd:./bot is a program; expected a player of ours" in done.stderr) == (2, True)
