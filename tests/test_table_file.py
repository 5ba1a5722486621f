"""The file that keeps a solver's table."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sttt.cli import table_file
from sttt.cli.table_file import Known, SavedTable
from sttt.errors import TableFileError
from sttt.games.game import Side
from sttt.games.super_ttt import Position
from sttt.kernel.proofs import Proof, Prover, Question, Verdict

BITS = 10


def saved_file(folder: Path) -> tuple[Path, SavedTable, Prover]:
    prover = Prover(BITS)
    prover.work_on(Question(Position(), Side.X, 5), nodes=2000)
    known = Known([Proof(Side.X, Verdict.HELD, 4, 1, 0.25)], Question(Position(), Side.X, 5, 2000, 1.5))
    saved = SavedTable(BITS, {Position(): known, Position().play(0): Known()})
    path = folder / "table"
    table_file.save(path, saved, prover.solver)
    return path, saved, prover


def views(prover: Prover) -> bytes:
    return bytes(prover.solver.table_view())


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    path, saved, prover = saved_file(tmp_path)
    other = Prover(BITS)
    assert any(views(prover))
    assert not any(views(other))
    assert table_file.read(path) == saved
    table_file.load_table(path, other.solver)
    assert views(other) == views(prover)
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


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda _whole: b"", "is no solver table; expected a file that `sttt solve --table` has written"),
        (lambda _whole: b"PK\x03\x04" * 99, "is no solver table"),
        (lambda whole: whole.replace(b"version 1", b"version 7", 1), "of version 7; expected version 1"),
        (lambda whole: whole[:-1], "is damaged: its checksum"),
        (lambda whole: whole + b"x", "is damaged: its checksum"),
        (lambda whole: whole[:-5] + bytes([whole[-5] ^ 1]) + whole[-4:], "is damaged: its checksum"),
    ],
)
def test_a_file_that_is_not_whole_is_refused(tmp_path: Path, damage: Callable[[bytes], bytes], message: str) -> None:
    path, _, _ = saved_file(tmp_path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(TableFileError, match=message):
        table_file.read(path)


def test_a_table_of_other_classes_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, _, _ = saved_file(tmp_path)
    digest = table_file.tables_digest()
    monkeypatch.setattr(table_file, "tables_digest", lambda: "other")
    with pytest.raises(TableFileError, match=f"rests on class tables {digest}; expected other"):
        table_file.read(path)


def test_a_file_that_cannot_be_written_is_found_out_at_once(tmp_path: Path) -> None:
    with pytest.raises(TableFileError, match=r"cannot write .*: No such file or directory"):
        table_file.check_writable(tmp_path / "no" / "table")
    table_file.check_writable(tmp_path / "table")
    assert not list(tmp_path.iterdir())
