"""Records as people treat them: files put together, cut off, or with a byte order mark, from a file or a pipe."""

import codecs
import json
import shutil
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from support.command import STTT, sttt, sttt_here
from support.games import play

from sttt.arena.archive.schema import open_to_read
from sttt.arena.report.record_source import read_records
from sttt.cli.play.files import load
from sttt.errors import ArchiveError, RecordError
from sttt.games.records.json_lines import format_json
from sttt.games.records.record import GameRecord
from sttt.games.records.text import format_text
from sttt.games.super_ttt.game import GAME
from sttt.web.messages import ImportIn
from sttt.web.notation import read

PLAYED = play()
RECORD: GameRecord = replace(PLAYED, turns=tuple(replace(turn, seconds=None) for turn in PLAYED.turns))
TEXT = format_text(RECORD, GAME)
LINE = f"{format_json(RECORD, GAME)}\n"
NO_TURNS = "".join(line for line in TEXT.splitlines(keepends=True) if line.startswith("["))
BOM, UTF_16 = codecs.BOM_UTF8, codecs.BOM_UTF16_LE
MARKED = {
    "utf-8": lambda text: BOM + text.encode(),
    "utf-16": lambda text: UTF_16 + text.encode("utf-16-le"),
    "utf-16-be": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
}


@pytest.mark.parametrize(
    ("content", "games"),
    [
        ((TEXT + TEXT).encode(), 2),
        ((TEXT + "\n" + TEXT + TEXT).encode(), 3),
        ((TEXT + "# a remark\n" + TEXT).encode(), 2),
        ((TEXT + TEXT).replace("\n", "\r\n").encode(), 2),
        (BOM + TEXT.encode() + BOM + TEXT.encode(), 2),
        ((LINE + LINE).encode(), 2),
        (BOM + LINE.encode() + BOM + LINE.encode(), 2),
        ((TEXT + LINE + TEXT + LINE + LINE).encode(), 5),
        ((LINE + TEXT).encode(), 2),
        ((" " + LINE + TEXT + " " + LINE).replace("\n", "\r\n").encode(), 3),
    ],
)
def test_records_put_together_are_read_one_by_one(tmp_path: Path, content: bytes, games: int) -> None:
    file = tmp_path / "games.txt"
    file.write_bytes(content)
    assert read_records(file) == [RECORD] * games
    assert load(str(file), GAME)[-1].turns == RECORD.turns


def test_a_record_without_turns_does_not_run_into_the_next(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(NO_TURNS.replace('[result "x"]', "[result null]") + TEXT)
    said: list[str] = []
    assert read_records(file, complain=said.append)[-1] == RECORD
    assert len(said) <= 1


@pytest.mark.parametrize("text", [TEXT, LINE], ids=["text", "lines"])
@pytest.mark.parametrize("cut", [1, 3, 21, 400])
def test_a_last_game_that_is_cut_off_is_left_out_of_a_report_and_named(tmp_path: Path, text: str, cut: int) -> None:
    file = tmp_path / "games.txt"
    file.write_text(text + text[: -1 - cut])
    done = sttt_here("report", str(file), "--json")
    assert (done.returncode, json.loads(done.stdout)["games"]) == (0, 1)
    assert done.stderr.startswith(f"sttt: {file}: ")
    assert done.stderr.rstrip().endswith("it is left out")
    with pytest.raises(RecordError):
        read_records(file)


def test_a_file_without_a_sound_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(TEXT[:-50])
    done = sttt_here("report", str(file))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("encode", MARKED.values(), ids=MARKED)
@pytest.mark.parametrize("text", [TEXT, LINE], ids=["text", "lines"])
def test_a_byte_order_mark_before_a_record_is_skipped(tmp_path: Path, text: str, encode: "type[bytes]") -> None:
    file = tmp_path / "games.txt"
    file.write_bytes(encode(text))
    assert read_records(file) == [RECORD]
    assert load(str(file), GAME)[-1].turns == RECORD.turns
    assert len(read(ImportIn(game="super-ttt", text=f"\ufeff{text}")).turns) == len(RECORD.turns)


@pytest.mark.parametrize(
    ("arguments", "given", "said"),
    [
        (["move", "--nodes", "1"], GAME.format_position(GAME.start()).encode(), b"\n"),
        (["analyze", "--stdin"], b'{"id": "a", "nodes": 1}', b'"id": "a", "turn_number": 0'),
        (["analyze", "--stdin"], b'{"id": "a", "seconds": 3000000, "nodes": 1, "player": "rules"}', b'"decision"'),
        (["ugi"], b"ugi\nquit\n", b"ugiok"),
        (["ugi"], b"setoption name Player value rules\ngo movetime 99999999999999\n", b"bestmove "),
        (["play", "--player", "rules"], b"rules\nquit\n", b"win"),
    ],
)
def test_a_byte_order_mark_at_the_start_of_a_pipe_is_skipped_and_a_long_time_is_waited_for(
    arguments: list[str], given: bytes, said: bytes
) -> None:
    for mark in (b"", BOM):
        done = subprocess.run([STTT, *arguments], input=mark + given, capture_output=True, timeout=200, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        assert said in done.stdout
        assert b"error" not in done.stdout


def test_a_read_only_archive_whose_writer_was_killed_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = tmp_path / "live.db"
    assert sttt("tournament", "random", "rules", "--archive", str(live), "--nodes", "1").returncode == 0
    with closing(sqlite3.connect(live)) as writer:
        writer.execute("CREATE TABLE IF NOT EXISTS t (x)")
        left = tmp_path / "left"
        left.mkdir()
        shutil.copy(live, left / "games.db")
        shutil.copy(f"{live}-wal", left / "games.db-wal")
    refused = sqlite3.OperationalError("unable to open database file")
    refused.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN

    def connect(*_: object) -> sqlite3.Connection:
        raise refused

    monkeypatch.setattr("sttt.arena.archive.schema._prepared", connect)  # whoever runs tests as root may write anywhere
    with pytest.raises(ArchiveError, match=r"lie beside it in games\.db-wal, .*; expected a copy of both files"):
        open_to_read(left / "games.db")
