"""``.ci/release`` refuses what is no release: each check in a scratch clone."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from contextlib import nullcontext
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest
from support.browser import BROWSERS

ROOT = Path(__file__).parents[2]
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")

needs_pip = pytest.mark.skipif(
    find_spec("pip") is None, reason="the script installs with pip; uv makes environments without"
)


def git(clone: Path, *words: str) -> None:
    own = ["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", clone, *own, *words], check=True, capture_output=True)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Make a clone of a repository whose newest entry of the change log is 9.8.7."""
    origin = tmp_path / "origin"
    (origin / ".ci").mkdir(parents=True)
    (origin / ".ci" / "release").write_bytes((ROOT / ".ci" / "release").read_bytes())
    (origin / "pyproject.toml").write_text('[project]\nname = "sttt"\nversion = "9.8.7"\n')
    heading = "## [Unreleased]"
    assert CHANGES.count(heading) == 1
    entry = f"{heading}\n\n## [9.8.7] - 2026-11-22"
    (origin / "CHANGELOG.md").write_text(CHANGES.replace(heading, entry), encoding="utf-8")
    git(tmp_path, "init", "--quiet", "origin")
    git(origin, "add", ".")
    git(origin, "commit", "--quiet", "--message", "A release")
    git(tmp_path, "clone", "--quiet", "origin", "clone")
    return tmp_path / "clone"


def script(clone: Path) -> ModuleType:
    """Load a clone's script, which then looks at that clone."""
    loader = SourceFileLoader("release", str(clone / ".ci" / "release"))
    spec = spec_from_loader("release", loader)
    assert spec
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def _leave_nothing_beside_the_script(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # or the tree would have changes


def test_a_version_with_an_entry_in_the_form_of_the_change_log_is_one(clone: Path) -> None:
    script(clone).refuse_what_is_no_release("9.8.7")


@pytest.mark.parametrize("version", ["9.8.8", "9.8", "9.8.7.1", "9x8.7", "Unreleased"])
def test_a_version_without_an_entry_is_refused(clone: Path, version: str) -> None:
    with pytest.raises(SystemExit, match=re.escape(f"a heading '## [{version}] - YYYY-MM-DD'")):
        script(clone).refuse_what_is_no_release(version)


@pytest.mark.parametrize("name", ["CHANGELOG.md", "new.py"])
def test_a_tree_with_changes_is_refused(clone: Path, name: str) -> None:
    with (clone / name).open("a") as file:
        file.write("more\n")
    done = subprocess.run([sys.executable, clone / ".ci" / "release"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "the tree has changes" in done.stderr
    assert name in done.stderr


def test_a_version_that_was_tagged_is_refused(clone: Path) -> None:
    git(clone, "tag", "v9.8.7")
    with pytest.raises(SystemExit, match=r"v9\.8\.7 is tagged already"):
        script(clone).refuse_what_is_no_release("9.8.7")


def test_what_is_tagged_already_has_the_tag_of_its_version(clone: Path) -> None:
    git(clone, "tag", "v9.8.7")
    script(clone).refuse_what_is_no_release("9.8.7", "v9.8.7")
    with pytest.raises(SystemExit, match=r"the tag is v9\.8\.8; expected v9\.8\.7"):
        script(clone).refuse_what_is_no_release("9.8.7", "v9.8.8")


def test_what_is_published_was_tested_and_has_run_compiled() -> None:
    workflow = (ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8")
    publish = workflow.partition("\n  publish:\n")[2]
    assert "needs: [wheels, sdist, tests, release]" in publish
    assert "uses: $/.github/workflows/tests.yml" in workflow
    assert '.ci/release --tagged "$GITHUB_REF_NAME"' in workflow


def test_every_action_is_pinned_by_its_commit() -> None:
    files = [path.read_text(encoding="utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml")]
    used = [line for text in files for line in re.findall(r"uses: (.*)", text)]
    assert len(used) > 15
    assert [one for one in used if not re.fullmatch(r"\$/.*|[\w./-]+@[0-9a-f]{40} # v[\d.]+", one)] == []


def test_the_gate_takes_each_browser_that_the_tests_take() -> None:
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert f'"chromium-headless-shell {" ".join(BROWSERS)}"' in gate


def test_the_gate_asks_for_what_is_missing_where_it_may_not_install(tmp_path: Path) -> None:
    gate = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    part = "set -euo pipefail\n" + gate[gate.index("needed=(") : gate.index("# The tests start")]
    for name, text in {"id": "echo 1000", "csi": "", "chromium": "", "cc": ""}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    bash, environment = shutil.which("bash"), {"PATH": str(tmp_path)}
    assert bash
    done = subprocess.run([bash, "-c", part], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("missing: guile-3.0 gambc chezscheme mit-scheme npm openssl; expected ")


@pytest.mark.parametrize(("host", "refused"), [("sttt.example", True), ("sttt.invalid", False)])
def test_an_address_that_nobody_can_have_is_refused(clone: Path, host: str, *, refused: bool) -> None:
    with pytest.raises(SystemExit, match="the project's public address") if refused else nullcontext():
        script(clone).refuse_addresses_of_nobody({"Repository": f"https://{host}/sttt"})


def wheel_whose_doctor_says(build: str, folder: Path) -> Path:
    """Write a wheel that holds nothing but a command `sttt`, which says how it was built."""
    about = "sttt-9.8.7.dist-info"
    contents = {
        "doctor.py": f"def main():\n    print({json.dumps({'build': build})!r})\n",
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: sttt\nVersion: 9.8.7\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": "[console_scripts]\nsttt = doctor:main\n",
    }
    record = "".join(f"{name},,\n" for name in (*contents, f"{about}/RECORD"))
    wheel = folder / "sttt-9.8.7-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, content in (*contents.items(), (f"{about}/RECORD", record)):
            archive.writestr(name, content)
    return wheel


@needs_pip
def test_a_wheel_that_runs_interpreted_is_refused(clone: Path, tmp_path: Path) -> None:
    wheel = wheel_whose_doctor_says("interpreted", tmp_path)
    with pytest.raises(SystemExit, match="runs interpreted; expected compiled"):
        script(clone).doctor_of(wheel, tmp_path)


@needs_pip
def test_a_compiled_wheel_is_one(clone: Path, tmp_path: Path) -> None:
    assert script(clone).doctor_of(wheel_whose_doctor_says("compiled", tmp_path), tmp_path) == "compiled"


def test_what_the_script_needs_is_installed_for_development() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    needed = re.findall(r'sys\.executable, "-m", "(\w+)"', (ROOT / ".ci" / "release").read_text(encoding="utf-8"))
    installed = {re.split(r"[^\w-]", requirement)[0] for requirement in extras["dev"]} | {"pip"}
    assert "build" in needed
    assert set(needed) <= installed
