"""The file that keeps a solver's table."""

import json
import os
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sttt.errors import TableFileError
from sttt.games.claim import Claim
from sttt.games.game import Side
from sttt.games.super_ttt.analysis import table_file
from sttt.games.super_ttt.analysis.proofs import Proof, Question
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.analysis.table_file import KnownProofs, SavedTable
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.solver import Solver
from sttt.games.super_ttt.text import format_position

BITS = 10


def saved_file(folder: Path) -> tuple[Path, SavedTable, Prover]:
    prover = Prover(BITS)
    prover.work_on(Question(Position(), Side.X, 5), nodes=2000)
    proof = Proof(Claim.parse("x cannot win within 4"), 4, 1, 0.25)
    known = KnownProofs([proof], Question(Position(), Side.X, 5, 2000, 1.5))
    saved = SavedTable(BITS, {Position(): known, Position().play(0): KnownProofs()})
    path = folder / "table"
    table_file.save(path, saved, prover.solver)
    return path, saved, prover


def read(path: Path) -> tuple[SavedTable, bytes]:
    """Return what a file holds, and the bytes of its table."""
    solvers: list[Solver] = []

    def make(saved: SavedTable) -> Solver:
        solvers.append(Prover(saved.table_bits).solver)
        return solvers[0]

    saved = table_file.read(path, make)
    return saved, bytes(solvers[0].table_view())


def views(prover: Prover) -> bytes:
    return bytes(prover.solver.table_view())


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path, saved, prover = saved_file(tmp_path)
    assert any(views(prover))
    assert read(path) == (saved, views(prover))
    assert [one.name for one in tmp_path.iterdir()] == ["table"]


def test_the_old_file_stays_whole_until_the_new_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, saved, prover = saved_file(tmp_path)
    before = path.read_bytes()

    def fails(_number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fails)
    with pytest.raises(TableFileError, match=r"cannot write .*table: No space left on device"):
        table_file.save(path, saved, prover.solver)
    assert path.read_bytes() == before


DAMAGES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda _whole: b"", "is no solver table; expected a file that `sttt solve --table` has written"),
    "another kind": (lambda _whole: b"PK\x03\x04" * 99, "is no solver table"),
    "another version": (lambda whole: whole.replace(b"version 3", b"version 7", 1), "of version 7; expected version 3"),
    "too short": (lambda whole: whole[:-1], "holds a table of 16383 bytes; expected 16384"),
    "too long": (lambda whole: whole + b"x", "holds a table of 16385 bytes; expected 16384"),
    "a time": (lambda whole: whole.replace(b'"seconds":0.25', b'"seconds":0.75', 1), "is damaged: its checksum"),
    "a bit": (lambda whole: whole[:-5] + bytes([whole[-5] ^ 1]) + whole[-4:], "is damaged: its checksum"),
}


@pytest.mark.parametrize(("damage", "message"), DAMAGES.values(), ids=DAMAGES)
def test_a_file_that_is_not_whole_is_refused(tmp_path: Path, damage: Callable[[bytes], bytes], message: str) -> None:
    path, _, _ = saved_file(tmp_path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(TableFileError, match=message):
        read(path)


def test_a_table_of_other_classes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, _, _ = saved_file(tmp_path)
    digest = table_file.tables_digest()
    monkeypatch.setattr(table_file, "tables_digest", lambda: "other")
    with pytest.raises(TableFileError, match=f"rests on class tables {digest}; expected other"):
        read(path)


def test_a_file_that_cannot_be_written_is_found_out_at_once(tmp_path: Path) -> None:
    with pytest.raises(TableFileError, match=r"cannot write .*: No such file or directory"):
        table_file.check_writable(tmp_path / "no" / "table")
    table_file.check_writable(tmp_path / "table")
    assert not list(tmp_path.iterdir())


def forged(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the second line of a file as a stranger would who knows the format: the checksum is right."""
    _, head, table = path.read_bytes().split(b"\n", 2)
    claims = json.loads(head)
    changed = change(claims)
    rest = json.dumps(claims if changed is None else changed).encode() + b"\n" + table
    path.write_bytes(b"sttt solver table, version 3, crc32 %08x\n" % zlib.crc32(rest) + rest)


START = format_position(Position())
HEADS: dict[str, Callable[[dict[str, Any]], object]] = {
    "no mapping": lambda _: [],
    "a number": lambda _: 5,
    "classes alone": lambda _: {"classes": {}},
    "no positions": lambda head: {key: value for key, value in head.items() if key != "positions"},
    "classes in a list": lambda head: head.update(classes=[]),
    "classes of a terminal": lambda head: head.update(classes="\x1b]52;c;\x07"),
    "more": lambda head: head.update(more=1),
    "bits in words": lambda head: head.update(table_bits="ten"),
    "other bits": lambda head: head.update(table_bits=11),
    "many bits": lambda head: head.update(table_bits=60),
    "negative bits": lambda head: head.update(table_bits=-1),
    "positions in a list": lambda head: head.update(positions=[]),
    "a position nowhere": lambda head: head["positions"].update({"nowhere": {"proofs": [], "unfinished": None}}),
    "a list as position": lambda head: head["positions"].update({START: []}),
    "no list of proofs": lambda head: head["positions"][START].update(proofs={}),
    "unfinished list": lambda head: head["positions"][START].update(unfinished=[1]),
    "more of a position": lambda head: head["positions"][START].update(more=1),
    "more unfinished": lambda head: head["positions"][START]["unfinished"].update(more=1),
    "a list as proof": lambda head: head["positions"][START]["proofs"].append([]),
    "unfinished turns": lambda head: head["positions"][START]["unfinished"].update(turns=10**6),
} | {
    f"{key} {value}": lambda head, key=key, value=value: head["positions"][START]["proofs"][0].update({key: value})
    for key, values in {
        "attacker": ("z", None, 1),
        "verdict": ("lies", []),
        "turns": ("1", 0, -1, 1.5, 255, 10**30, None),
        "nodes": (-1, "1", None),
        "seconds": (-1, "1", [], None),
    }.items()
    for value in values
}


@pytest.mark.parametrize("change", HEADS.values(), ids=HEADS)
def test_a_file_with_the_right_checksum_and_wrong_contents_is_refused(
    tmp_path: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    path, _, _ = saved_file(tmp_path)
    forged(path, lambda _: None)
    read(path)
    forged(path, change)
    with pytest.raises(TableFileError, match=str(path)) as raised:
        read(path)
    assert "\x1b" not in str(raised.value)


def test_a_head_of_nested_arrays_or_no_table_behind_it_is_refused(tmp_path: Path) -> None:
    path, _, _ = saved_file(tmp_path)
    for rest in (
        b"[" * 100_000,
        b'{"positions": ' * 10_000,
        b"\xff\n",
        b"{}",
        path.read_bytes().split(b"\n")[1] + b"\n",
    ):
        path.write_bytes(b"sttt solver table, version 3, crc32 %08x\n" % zlib.crc32(rest) + rest)
        with pytest.raises(TableFileError, match=str(path)):
            read(path)


def test_a_save_that_fails_leaves_no_half_written_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, saved, prover = saved_file(tmp_path)

    def fails(_number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fails)
    with pytest.raises(TableFileError, match="No space left on device"):
        table_file.save(path, saved, prover.solver)
    assert [one.name for one in tmp_path.iterdir()] == ["table"]


def refuse(_: SavedTable) -> Solver:
    raise AssertionError("a table is laid out for a file that cannot hold it")


@pytest.mark.parametrize("bits", [9, 11, table_file.MOST_BITS])
def test_no_table_is_laid_out_for_what_a_file_only_says(tmp_path: Path, bits: int) -> None:
    path, _, _ = saved_file(tmp_path)
    forged(path, lambda head: head.update(table_bits=bits))
    with pytest.raises(TableFileError, match="holds a table of 16384 bytes"):
        table_file.read(path, refuse)


def test_a_second_line_without_an_end_is_not_taken_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, _, _ = saved_file(tmp_path)
    monkeypatch.setattr(table_file, "LONGEST_LINE", 100)
    with pytest.raises(TableFileError, match="its second line has no end within 100 bytes"):
        table_file.read(path, refuse)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, endless])
def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path, make: Callable[[Path], object]) -> None:
    make(tmp_path / "table")
    with pytest.raises(TableFileError, match=r"cannot read .*table: "):
        table_file.read(tmp_path / "table", refuse)
