"""``sttt convert``: the same games in another form."""

from pathlib import Path

import pytest
from support.command import sttt

from sttt.arena.report.record_source import read_records


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    file = tmp_path / "games.db"
    done = sttt("tournament", "rules", "random", "offensive", "--games", "2", "--archive", str(file))
    assert done.returncode == 0, done.stderr
    return file


def test_games_are_the_same_in_every_form(archive: Path) -> None:
    lines, text = archive.with_name("games.jsonl"), archive.with_name("games.txt")
    assert sttt("convert", str(archive), str(lines)).stdout == f"6 games in {lines}\n"
    assert sttt("convert", str(lines), str(text)).returncode == 0
    assert read_records(archive) == read_records(str(lines)) == read_records(text)
    assert text.read_text().startswith("[version 1]")


def test_a_file_is_not_written_over_itself_nor_as_an_archive_nor_for_a_damaged_game(archive: Path) -> None:
    other = archive.with_name("other.db")
    assert "expected two files" in sttt("convert", str(archive), str(archive)).stderr
    assert "would be an archive" in sttt("convert", str(archive), str(archive.with_name("new.db"))).stderr
    other.write_text("[version 1]\n")
    target = archive.with_name("target.txt")
    done = sttt("convert", str(other), str(target))
    assert (done.returncode, target.exists()) == (2, False)
