"""Submissions as they come: which one counts, what is unpacked and what is refused, and who handed in the same."""

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from sttt.course import submissions
from sttt.course.submissions import Submission, alike, essences, files_of, gather, read_form, unpack
from sttt.errors import CourseError


def test_the_last_submission_of_a_group_counts(tmp_path: Path) -> None:
    for name in ("fish.scm", "fish-10.zip", "fish-2.scm", "newt-late.py", "newt.py", "stranger.py", ".hidden"):
        (tmp_path / name).touch()
    (tmp_path / "Owl").mkdir()
    found, strangers = gather(tmp_path, ["fish", "newt", "owl", "none"])
    assert {name: (one.path.name, one.replaced, one.late) for name, one in found.items()} == {
        "fish": ("fish-10.zip", ("fish.scm", "fish-2.scm"), False),
        "newt": ("newt-late.py", ("newt.py",), True),
        "owl": ("Owl", (), False),
    }
    assert strangers == ["stranger.py"]


def zipped(path: Path, entries: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)


def tarred(path: Path, name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> None:
    with tarfile.open(path, "w:gz") as archive:
        entry = tarfile.TarInfo(name)
        entry.type, entry.linkname, entry.size, entry.mode = kind, link, 0 if link else 2, 0o755
        archive.addfile(entry, io.BytesIO(b"ok"))


def test_an_archive_is_unpacked_without_the_folders_that_hold_everything(tmp_path: Path) -> None:
    zipped(tmp_path / "a.zip", {"a/src/bot.py": b"1", "a/src/sub/x.txt": b"2", "__MACOSX/junk": b"3"})
    unpack(Submission("a", tmp_path / "a.zip"), tmp_path / "out")
    assert list(files_of(tmp_path / "out")) == ["bot.py", "sub/x.txt"]
    tarred(tmp_path / "b.tar.gz", "bot")
    unpack(Submission("b", tmp_path / "b.tar.gz"), tmp_path / "out")
    assert [(name, path.stat().st_mode & 0o777) for name, path in files_of(tmp_path / "out").items()] == [
        ("bot", 0o755)
    ]


def test_the_checksum_depends_on_names_and_content_alone(tmp_path: Path) -> None:
    zipped(tmp_path / "a.zip", {"bot.py": b"1"})
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "bot.py").write_bytes(b"1")
    one = unpack(Submission("a", tmp_path / "a.zip"), tmp_path / "one")
    assert one == unpack(Submission("b", tmp_path / "b"), tmp_path / "two")
    (tmp_path / "b" / "bot.py").write_bytes(b"2")
    assert one != unpack(Submission("b", tmp_path / "b"), tmp_path / "two")


@pytest.mark.parametrize("name", ["../out.py", "/out.py", "a/../../out.py", "..\\out.py"])
def test_no_path_leads_outside(tmp_path: Path, name: str) -> None:
    zipped(tmp_path / "a.zip", {name: b"1"})
    with pytest.raises(CourseError, match="expected paths inside of it"):
        unpack(Submission("a", tmp_path / "a.zip"), tmp_path / "in" / "out")
    assert not list(tmp_path.rglob("out.py"))


def test_links_and_devices_are_refused(tmp_path: Path) -> None:
    tarred(tmp_path / "a.tar.gz", "passwd", tarfile.SYMTYPE, "/etc/passwd")
    with pytest.raises(CourseError, match="'passwd', a link"):
        unpack(Submission("a", tmp_path / "a.tar.gz"), tmp_path / "out")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "passwd").symlink_to("/etc/passwd")
    with pytest.raises(CourseError, match="'passwd', a link"):
        unpack(Submission("b", tmp_path / "b"), tmp_path / "out")
    entry = zipfile.ZipInfo("passwd")
    entry.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "c.zip", "w") as archive:
        archive.writestr(entry, "/etc/passwd")
    with pytest.raises(CourseError, match="'passwd', a link"):
        unpack(Submission("c", tmp_path / "c.zip"), tmp_path / "out")


def test_what_is_too_large_or_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submissions, "MOST_BYTES", 1000)
    monkeypatch.setattr(submissions, "MOST_FILES", 3)
    zipped(tmp_path / "bomb.zip", {"zeros": bytes(100_000)})
    zipped(tmp_path / "many.zip", {str(number): b"" for number in range(4)})
    for name in ("bomb", "many"):
        with pytest.raises(CourseError, match="holds too much; expected at most 3 files, 1,000 bytes"):
            unpack(Submission(name, tmp_path / f"{name}.zip"), tmp_path / "out")


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.zip", b"PK no archive", "no zip archive, or a damaged one"),
        ("a.tar", b"no archive", "a.tar cannot be unpacked"),
    ],
)
def test_a_damaged_archive_is_the_groups_own_problem(tmp_path: Path, name: str, content: bytes, complaint: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(CourseError, match=complaint):
        unpack(Submission("a", tmp_path / name), tmp_path / "out")


def test_the_same_content_is_found_under_other_names_comments_and_indentation(tmp_path: Path) -> None:
    program = "def turn(board):\n    return " + " + ".join(f"board[{number}]" for number in range(30)) + "\n"
    handed_out = "x = " + "7" * 200
    texts = {
        "ant": {"ant.py": program},
        "bee": {"mine.py": "# all our own\n" + program.replace("    ", "\t")},
        "cat": {"cat.py": program.replace("board[0]", "board[1]"), "short.py": "pass"},
        "dog": {"dog.py": "print(1)", "short.py": "pass"},
    }
    for group, files in texts.items():
        (tmp_path / group).mkdir()
        for name, text in {**files, "given.py": handed_out}.items():
            (tmp_path / group / name).write_text(text)
    assert alike({group: essences(tmp_path / group) for group in texts}) == [("ant", "bee", ("ant.py",))]


FORM = """\
; NAME(S) and ID#(S)
; Ada, 1
; Bob, 2
; DISCUSSION TIME:
; MACHINE NAME AND TYPE THAT PROGRAM WAS LAST TESTED ON:
; lab 3
; PLEASE CHECK ONE OF THE FOLLOWING:
;  {} Tournament only (I (we) will submit other code for the
;            regular (i.e., non-tournament) part)
;  {} Tournament + regular assignment (please use this code for both
;            the tournament and the regular (i.e., non-tournament) part)
;  {} Regular (i.e., non-tournament) only
; ---------------------------
(define (make-ai) 1)
"""


@pytest.mark.parametrize(("checked", "part"), [(0, "tournament"), (1, "both"), (2, "regular")])
def test_the_form_of_2004_is_read(checked: int, part: str) -> None:
    form = read_form(FORM.format(*("__x_" if box == checked else "____" for box in range(3))))
    assert (form.names, form.machine, form.part, form.problem) == ("Ada, 1, Bob, 2", "lab 3", part, None)


def test_a_form_that_is_not_filled_in_is_told() -> None:
    assert read_form("(define x 1)").problem == "no NAME(S) and ID#(S) in the submission form"
    assert (
        read_form(FORM.format("____", "____", "____")).problem
        == "0 boxes of the submission form are checked; expected one"
    )
