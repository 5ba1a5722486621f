"""A game of an archive as a picture, and as an animation of every turn."""

from pathlib import Path

import pytest
from support.command import fails_as_wrong_input, sttt

from sttt.arena.archive.archive import Archive
from sttt.arena.archive.rows import Selection


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pictures") / "games.db"
    sttt("tournament", "rules", "greedy", "--games", "2", "--nodes", "100", "--archive", str(path))
    return path


def test_an_animation_has_a_frame_a_turn_and_a_picture_the_end(archive: Path, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    with Archive(archive, read_only=True) as opened:
        (game,) = opened.games(Selection(ids=[1]))
    for name in ("game.gif", "game.png", "game.svg"):
        done = sttt("archive", str(archive), "picture", "1", str(tmp_path / name))
        assert done.returncode == 0, done.stderr
    with image.open(tmp_path / "game.gif") as moving, image.open(tmp_path / "game.png") as still:
        assert moving.n_frames == len(game.record.turns) + 1
        moving.seek(len(game.record.turns))
        assert moving.convert("RGB").tobytes() == still.convert("RGB").tobytes()
    assert "has won" in (tmp_path / "game.svg").read_text(encoding="utf-8")


def test_other_endings_and_numbers_are_refused(archive: Path, tmp_path: Path) -> None:
    said = fails_as_wrong_input("archive", str(archive), "picture", "1", str(tmp_path / "game.jpg"))
    assert "has the ending '.jpg'; expected one of .svg, .png, .gif" in said
    done = sttt("archive", str(archive), "picture", "9", str(tmp_path / "game.svg"))
    assert done.returncode == 2
    assert "has no game 9" in done.stderr
