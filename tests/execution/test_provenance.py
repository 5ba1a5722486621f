"""What a run depends on: a change of any file that plays is noticed and named, and nothing else is."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from sttt.execution import provenance as module
from sttt.execution.provenance import COMMIT_FILE, Provenance, commit, files_of, provenance
from sttt.kernel.builds import build_name


def package(folder: Path, **files: str) -> dict[str, str]:
    """The checksums of a package `p` with these files, in which a dot is written as two underscores."""
    for name, content in files.items():
        path = folder / "p" / name.replace("__", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return dict(files_of(folder / "p"))


def of(files: dict[str, str], kernel: str = "compiled") -> Provenance:
    return Provenance("1", kernel, files)


def test_every_byte_of_code_and_data_counts_and_what_a_machine_builds_does_not(tmp_path: Path) -> None:
    first = of(package(tmp_path, a__py="x = 1", book__txt="d4"))
    for built in ("a.so", "a.c", "a.pyc", "__pycache__/b.py", ".cache/b.py", COMMIT_FILE):
        (tmp_path / "p" / built).parent.mkdir(exist_ok=True)
        (tmp_path / "p" / built).write_text(built)
    assert str(of(package(tmp_path))) == str(first)
    for change in ({"a__py": "x = 2"}, {"book__txt": "d5"}, {"new__json": "{}"}):
        assert str(of(package(tmp_path, **change))) != str(first)
        first = of(package(tmp_path))


def test_what_is_different_elsewhere_is_named() -> None:
    here = of({"p/a.py": "1", "p/b.py": "2"})
    assert here.differences(of({"p/a.py": "3", "p/c.py": "4"}, "interpreted")) == (
        "p/a.py differs, p/b.py is missing, p/c.py is not known here, kernel interpreted instead of compiled"
    )
    many = here.differences(of({f"p/{number}.py": "" for number in range(9)}))
    assert many == "p/0.py is not known here, p/1.py is not known here, p/2.py is not known here, 8 more"


def test_this_process_plays_with_all_packages_that_provide_something() -> None:
    files = provenance().files
    assert {
        "sttt/arena/play/referee.py",
        "strategies/super_ttt/yardsticks.py",
        "adapter/command/remote.py",
        "sttt/games/super_ttt/search/bench.py",
    } <= set(files)
    assert str(provenance()).endswith(f" {build_name()}")


def test_outside_of_a_checkout_the_commit_is_the_one_that_was_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = tmp_path / COMMIT_FILE
    monkeypatch.setattr(module, "_ROOT", tmp_path)
    monkeypatch.setattr(module, "_COMMIT_FILE", noted)
    assert commit() is None
    noted.write_text("0123456789\n")
    assert commit() == "0123456789"


def test_what_is_built_from_a_checkout_notes_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not find_spec("setuptools"):  # imported here, it would meet a distutils that was imported before it
        pytest.skip("builds with setuptools")
    root = Path(__file__).parents[2]
    if not (root / ".git").exists():
        pytest.skip("this is no checkout")
    monkeypatch.setenv("STTT_BUILD", "interpreted")
    checkout = tmp_path / "checkout"
    subprocess.run(["git", "clone", "--quiet", root, checkout], check=True)
    build = [sys.executable, "setup.py", "--quiet", "build_py", "--build-lib", tmp_path / "built"]
    subprocess.run(build, cwd=checkout, check=True, capture_output=True)
    head = ["git", "rev-parse", "--short=10", "HEAD"]
    expected = subprocess.run(head, cwd=checkout, check=True, capture_output=True, text=True).stdout
    assert (tmp_path / "built" / "sttt" / COMMIT_FILE).read_text(encoding="ascii") == expected
