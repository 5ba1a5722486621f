"""Files that a run leaves behind and another one reads: books under way, journals, saved games, pages."""

import json
import os
import pickle
import subprocess
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.command import STTT, sttt, sttt_here
from support.games import random_game

from sttt.arena.play.journal import read_journal
from sttt.arena.report.record_source import read_records
from sttt.cli.output.match import RecordFile
from sttt.errors import BookError, RecordError
from sttt.games.records.json_lines import format_json
from sttt.games.super_ttt.certificate.manifest import NAME as MANIFEST
from sttt.players import registry
from sttt.workshop.books.super_ttt import BookWork, book_of

RUN = {"command": "", "sttt": "1", "commit": None, "build": "", "tables": "0", "date": "2026-01-01", "positions": 0}
START = "/".join(["........."] * 9) + ":x2"
FOUND = {
    "turn": "55+51",
    "score": 1,
    "depth": 2,
    "nodes": 3,
    "position": START,
    "proof": 0,
    "refuted": 0,
    "seconds": 0.5,
}
CERTIFICATE = str(Path(__file__).parents[2] / "docs" / "certificates" / "11+15.xz")
SETTLE = ["settle", "--first", "51+55", "--folder", ".", "--table-mb", "1", "--warm-turns", "0"]
WRONG: list[Any] = [None, [], {}, "x", -1.5, [1], "\x1b[2J", 10**40, True]


def work_file(folder: Path, *lines: object) -> Path:
    path = folder / "book.work"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def test_a_work_file_of_the_right_types_is_read(tmp_path: Path) -> None:
    with BookWork(work_file(tmp_path, {"run": RUN}, FOUND)) as work:
        assert work.runs == [{**RUN, "positions": 1}]
        assert work.searched[0].turn == (40, 36)


@pytest.mark.parametrize("key", [*RUN, *FOUND])
def test_a_work_file_with_a_value_of_another_type_is_refused_or_used(tmp_path: Path, key: str) -> None:
    refused = 0
    for value in WRONG:
        lines = [{"run": {**RUN, key: value}}, FOUND] if key in RUN else [{"run": RUN}, {**FOUND, key: value}]
        try:
            with BookWork(work_file(tmp_path, *lines)) as work:
                work.begin_run({**RUN, "tables": work.runs[0]["tables"]})
                book_of(work)
        except BookError:
            refused += 1
    assert refused >= len(WRONG) - 3


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b"5",
        b"{}",
        b"\xff",
        b"[" * 100_000,
        b'{"run": []}',
        b'{"run": ' * 5000,
        b'"run"',
        b'{"run": {}}',
        b'["run"]',
    ],
)
def test_a_line_of_something_else_is_named(tmp_path: Path, line: bytes) -> None:
    path = work_file(tmp_path, {"run": RUN})
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(BookError, match=rf"{path}, line 2 is no line of a book under way"):
        BookWork(path)


def test_a_turn_that_the_rules_refuse_and_a_position_before_any_run_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BookError, match=r"line 2 .*: 55\+55 is not possible"):
        BookWork(work_file(tmp_path, {"run": RUN}, {**FOUND, "turn": "55+55"}))
    with pytest.raises(BookError, match=r"line 1 .*: it comes before any run"):
        BookWork(work_file(tmp_path, FOUND))


def not_regular(folder: Path, kind: str) -> Path:
    """A pipe that nobody writes to, or a link to what never ends."""
    path = folder / "in-the-way"
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    return path


@pytest.mark.parametrize("kind", ["pipe", "endless"])
@pytest.mark.parametrize(
    "command",
    [
        ["report"],
        ["verify"],
        ["book", "show", "--book"],
        ["book", "stats", "--book"],
        ["puzzles", "check"],
        ["verify", CERTIFICATE, "--work"],
        ["serve", "--port", "0", "--knowledge"],
    ],
    ids=lambda command: "-".join(Path(one).name for one in command[:2]),
)
def test_what_is_no_regular_file_is_neither_waited_for_nor_read(
    command: list[str], kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = sttt_here(*command, str(not_regular(tmp_path, kind)))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "in-the-way: it is no regular file" in done.stderr


@pytest.mark.parametrize("kind", ["pipe", "endless"])
def test_the_same_is_true_of_what_a_game_is_loaded_from_and_of_what_a_manifest_names(kind: str, tmp_path: Path) -> None:
    path = not_regular(tmp_path, kind)
    typed = f"load {path}\nquit\n"
    assert "it is no regular file" in sttt("play", "--player", "person", "--plain", given=typed).stdout
    head = ["sttt-certificate-manifest 1", "game super-ttt", "claim x never wins", f"root {START}"]
    lines = [*head, "shards 1", "open 0", "origin", "", f"{'0' * 64} {path.name}"]
    (tmp_path / MANIFEST).write_text("".join(f"{line}\n" for line in lines))
    assert "in-the-way: it is no regular file" in sttt_here("verify", str(tmp_path)).stderr


@pytest.mark.parametrize("kind", ["pipe", "endless"])
@pytest.mark.parametrize(
    ("command", "name"),
    [
        (SETTLE, "51+55.journal"),
        (SETTLE, "11+13.journal"),
        (["book", "build", "--out", "book"], "book.work"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_the_same_is_true_of_what_a_run_goes_on_from(
    command: list[str], name: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    not_regular(tmp_path, kind).rename(tmp_path / name)
    done = sttt_here(*command)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert f"{name}: it is no regular file" in done.stderr


class Harm:
    """Does something when it is unpickled."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return os.mkdir, ("harm",)


def test_a_journal_is_read_without_running_what_a_player_wrote_into_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sound = json.dumps([0.5, "asking", "x", None]).encode() + b"\n"
    later = json.dumps([time.monotonic() + 1000, "asking", "x", None]).encode() + b"\n"
    hostile = [
        pickle.dumps(Harm()) + b"\n",
        b"[" * 100_000 + b"\n",
        b'[NaN, "asking", "x", null]\n',
        b"\xff\n",
        b"{}\n",
        later,
    ]
    for lines in (hostile, [b'[1, "asking", "x", {"side": "x"}]\n'], [b'[1, "going", "x", null]\n']):
        for line in lines:
            (tmp_path / "journal").write_bytes(sound + line + sound)
            with (tmp_path / "journal").open("rb") as file:
                assert [event.time for event in read_journal(file)] == [0.5]
    assert not (tmp_path / "harm").exists()


def limited(kilobytes: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command where no file can grow beyond a size, as on a disk that is full."""
    script = f'ulimit -f {kilobytes}; exec "$0" "$@"'
    return subprocess.run(
        ["bash", "-c", script, STTT, *arguments], capture_output=True, text=True, timeout=200, check=False
    )


@pytest.mark.parametrize("name", ["games.jsonl", "games.txt"])
def test_games_that_there_was_room_for_stay_and_the_match_says_what_it_was(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    done = limited(8, "match", "random", "offensive", "--games", "40", "--jobs", "1", "--save", str(path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr == f"sttt: cannot write {path}: File too large; expected room for another game\n"
    kept = read_records(path)
    assert 0 < len(kept) < 40
    assert "offensive" in done.stdout
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_a_device_without_room_is_one_line() -> None:
    done = sttt("match", "random", "random", "--games", "1", "--save", "/dev/full")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "cannot write /dev/full: No space left on device" in done.stderr


def test_a_game_that_does_not_fit_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, game = tmp_path / "games.jsonl", registry.game("super-ttt")
    record = random_game(1)
    with RecordFile(path) as file:
        file.write(record)
        real = file._file

        class Full:
            """Takes a hundred bytes and no more."""

            def __init__(self) -> None:
                self.room = 100

            def __getattr__(self, name: str) -> Any:
                return getattr(real, name)

            def write(self, content: memoryview) -> int:
                if not self.room:
                    raise OSError(28, "No space left on device")
                self.room = 0
                return real.write(content[:100])

        monkeypatch.setattr(file, "_file", Full())
        with pytest.raises(RecordError, match="No space left"):
            file.write(record)
    assert path.read_text() == format_json(record, game) + "\n"


def test_a_page_that_does_not_fit_leaves_the_old_one(tmp_path: Path) -> None:
    games, page = tmp_path / "games.jsonl", tmp_path / "games.html"
    games.write_text(format_json(random_game(1), registry.game("super-ttt")) + "\n")
    page.write_text("the old one")
    done = limited(4, "report", str(games))
    assert (done.returncode, done.stderr) == (
        2,
        f"sttt: cannot write {page}: File too large; expected to write the page there\n",
    )
    assert page.read_text() == "the old one"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["games.html", "games.jsonl"]
    piped = subprocess.run(
        [STTT, "report", games, "-o", "/dev/stdout"], capture_output=True, text=True, timeout=200, check=False
    )
    assert "</html>" in piped.stdout


@pytest.mark.slow
def test_damaged_files_of_games_are_read_or_named(tmp_path: Path) -> None:
    random, path, game = Random(2), tmp_path / "games", registry.game("super-ttt")
    whole = "".join(format_json(random_game(seed), game) + "\n" for seed in range(2)).encode()
    refused = 0
    for _ in range(200):
        content = bytearray(whole[: random.choice((len(whole), random.randrange(len(whole))))])
        for _ in range(random.choice((1, 5))):
            if content:
                content[random.randrange(len(content))] ^= 1 << random.randrange(8)
        path.write_bytes(content)
        try:
            read_records(path)
        except RecordError:
            refused += 1
    assert refused
