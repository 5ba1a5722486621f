"""How a submission is built and started, by the files that are in it."""

from pathlib import Path

import pytest

from sttt.course.examples import EXAMPLES
from sttt.course.programs import build_command, how_to_start, suspicious
from sttt.course.settings import ClassSettings, preset_names, preset_text, read_settings
from sttt.course.submissions import Submission, unpack
from sttt.errors import CourseError


def settings_of(folder: Path, preset: str) -> ClassSettings:
    (folder / "class.toml").write_text(preset_text(preset))
    return read_settings(folder)


@pytest.mark.parametrize("preset", preset_names())
def test_each_assignment_has_examples_that_start_or_are_built(tmp_path: Path, preset: str) -> None:
    settings = settings_of(tmp_path, preset)
    examples = list((EXAMPLES / preset).iterdir())
    assert examples
    for path in examples:
        group = path.name.partition(".")[0]
        unpack(Submission(group, path), tmp_path / "own")
        if not build_command(tmp_path / "own", group):
            protocol, start, form = how_to_start(tmp_path / "own", group, settings)
            assert protocol in settings.programs.protocols
            assert group in start
            assert form is None or form.problem is None


@pytest.mark.parametrize(
    ("names", "command"),
    [
        (("Makefile", "fish.c"), "make"),
        (("build", "fish.rs"), "sh ./build"),
        (("a.c", "b.c"), "cc -O2 -o fish a.c b.c -lm"),
        (("a.cpp",), "c++ -O2 -o fish a.cpp -lm"),
        (("A.java", "B.java"), "javac A.java B.java"),
        (("A.java", "A.class"), ""),
        (("fish.py",), ""),
    ],
)
def test_the_files_say_how_a_program_is_built(tmp_path: Path, names: tuple[str, ...], command: str) -> None:
    for name in names:
        (tmp_path / name).touch()
    assert " ".join(build_command(tmp_path, "fish")) == command


@pytest.mark.parametrize(
    ("files", "start"),
    [
        ({"Fish": "#!", "other.py": ""}, ("cmd", "./Fish")),
        ({"whatever": "#!", "notes.txt": ""}, ("cmd", "./whatever")),
        ({"main.py": "", "board.py": ""}, ("cmd", "python3 main.py")),
        ({"only.py": ""}, ("cmd", "python3 only.py")),
        ({"A.java": "void main(", "B.java": ""}, ("cmd", "java -cp . A")),
        ({"fish.scm": "(define (make-ai) 1)"}, ("scheme", "fish.scm,maker=make-ai,interpreter=guile")),
        ({"x.stk": "(define my-ai 1)"}, ("scheme", "x.stk,procedure=my-ai,interpreter=guile")),
    ],
)
def test_the_files_say_how_a_program_is_started(tmp_path: Path, files: dict[str, str], start: tuple[str, str]) -> None:
    settings = settings_of(tmp_path, "csci1901-2004")
    own = tmp_path / "own"
    own.mkdir()
    for name, text in files.items():
        (own / name).write_text(text)
        (own / name).chmod(0o755 if text == "#!" else 0o644)
    assert how_to_start(own, "fish", settings)[:2] == start


def test_what_has_nothing_to_start_is_told(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, "cs540")
    own = tmp_path / "own"
    own.mkdir()
    (own / "readme.txt").touch()
    with pytest.raises(
        CourseError, match="has nothing to start; expected an executable named fish, or files of Python"
    ):
        how_to_start(own, "fish", settings)


def test_what_is_no_business_of_a_players_is_pointed_out(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import socket\nopen('../newt/newt.py')\n")
    (tmp_path / "b.py").write_text("open('/proc/self/maps')\n")
    (tmp_path / "c.py").write_text("print('a good program')\n")
    assert suspicious(tmp_path, ("newt", "owl")) == [
        "a.py uses the network, by its text; it is confined",
        "a.py names the files of newt, by its text; it is confined",
        "b.py looks into /proc, by its text; it is confined",
    ]
