"""Books of games with a byte order mark before them, as editors of Windows write it."""

from pathlib import Path

import pytest

from sttt.games.connect_four.book import book as connect_four
from sttt.games.qubic.book import book as qubic


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize(
    ("kind", "file"),
    [
        (connect_four.ConnectFourBook, Path(connect_four.__file__).with_name("connect_four_book.txt")),
        (qubic.QubicBook, Path(qubic.__file__).with_name("qubic_book.txt")),
    ],
    ids=["connect-four", "qubic"],
)
def test_a_byte_order_mark_before_a_book_is_skipped(
    kind: type[connect_four.ConnectFourBook | qubic.QubicBook], file: Path, encoding: str, tmp_path: Path
) -> None:
    marked = tmp_path / "book.txt"
    marked.write_text(file.read_text(), encoding)
    assert len(kind.load(marked)) == len(kind.load(file)) > 0
