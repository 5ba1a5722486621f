"""The journal of a stage: what was entered is there again, however the process that entered it has ended."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from sttt.course.journal import Journal
from sttt.errors import CourseError


def entered(path: Path) -> dict[str, int]:
    with closing(Journal(path, int)) as journal:
        return journal.done


def test_a_line_that_was_not_written_whole_is_dropped_and_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "work" / "check.jsonl"
    with closing(Journal(path, int)) as journal:
        journal.add("one", 1)
    path.write_bytes(path.read_bytes() + b'{"two": 222222')
    with closing(Journal(path, int)) as journal:
        assert journal.done == {"one": 1}
        journal.add("three", 3)
    assert path.read_bytes() == b'{"one":1}\n{"three":3}\n'


def test_one_that_only_reads_leaves_what_another_process_is_writing(tmp_path: Path) -> None:
    path = tmp_path / "check.jsonl"
    path.write_bytes(b'{"one":1}\n{"two')
    assert entered(path) == {"one": 1}
    assert path.read_bytes() == b'{"one":1}\n{"two'


def test_a_journal_without_room_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_number: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "check.jsonl"
    with closing(Journal(path, int)) as journal:
        monkeypatch.setattr(os, "fsync", fails)
        with pytest.raises(CourseError, match=r"check\.jsonl: No space left on device; expected room for the work"):
            journal.add("one", 1)
        assert journal.done == {}


def test_what_is_no_journal_is_named(tmp_path: Path) -> None:
    path = tmp_path / "check.jsonl"
    path.write_bytes(b"[1]\n")
    with pytest.raises(CourseError, match=r"check\.jsonl is damaged: "):
        Journal(path, int)
