"""A confined program: what it can still do, and what it cannot."""

import subprocess
import sys
from pathlib import Path

import pytest

from sttt.execution import confined
from sttt.execution.confined import confining, describe_confinement

pytestmark = pytest.mark.skipif(not confined._abi(), reason="this system has no Landlock")


def run(folder: Path, code: str, *others: Path) -> str:
    command = [*confining(folder, others), "python3", "-S", "-c", f"import os, socket\n{code}"]
    environment = {"PATH": "/usr/bin:/bin", "SECRET": "token", "LANG": "C.UTF-8"}
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=100, check=False, cwd=folder, env=environment
    )
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    for name in ("own", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    return tmp_path / "own", tmp_path / "other"


def test_a_program_has_its_own_folder(folders: tuple[Path, Path]) -> None:
    assert run(folders[0], "open('new', 'w').write('x'); print(open('file').read(), os.listdir())") in (
        "own ['file', 'new']",
        "own ['new', 'file']",
    )


@pytest.mark.parametrize(
    "code",
    [
        "open('../other/file').read()",
        "os.listdir('..')",
        "open('../other/new', 'w')",
        "os.kill(os.getppid(), 0)",
        "open(f'/proc/{os.getppid()}/environ').read()",
        "socket.create_connection(('127.0.0.1', 9), 1)",
    ],
)
def test_what_is_not_its_own_is_denied(folders: tuple[Path, Path], code: str) -> None:
    assert run(folders[0], code).startswith(("PermissionError", "OSError: [Errno 101]"))


def test_folders_that_are_named_can_be_read_and_not_written(folders: tuple[Path, Path]) -> None:
    own, other = folders
    assert run(own, "print(open('../other/file').read())", other) == "other"
    assert run(own, "open('../other/file', 'w')", other).startswith("PermissionError")


def test_the_environment_is_not_handed_on(folders: tuple[Path, Path]) -> None:
    assert run(folders[0], "print(os.environ.get('SECRET'), os.environ['HOME'])") == f"None {folders[0]}"


def test_a_file_cannot_grow_without_end(folders: tuple[Path, Path]) -> None:
    assert "File too large" in run(folders[0], f"open('big', 'wb').truncate({confined.LARGEST_FILE + 1})")


def test_a_program_that_is_not_there_is_told(folders: tuple[Path, Path]) -> None:
    done = subprocess.run([*confining(folders[0]), "./absent"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (127, "./absent: No such file or directory\n")


def test_how_far_it_goes_is_said() -> None:
    assert describe_confinement().startswith("a program is kept from files outside of its own folder")
    assert sys.platform == "linux"
