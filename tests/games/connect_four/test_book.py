"""The Connect 4 book: its text, and the one that ships."""

from pathlib import Path

import pytest

from sttt.errors import BookError
from sttt.games.connect_four.book.book import ConnectFourBook, Solved, shipped_book
from sttt.games.connect_four.position import Position
from sttt.games.connect_four.text import parse_position
from sttt.games.records.json_lines import WorkFile
from sttt.players.player import Limits
from sttt.players.registry import make_player


def test_a_line_survives_being_read() -> None:
    assert Solved.parse("44 1 21 4").format() == "44 1 21 4"
    assert Solved.parse(" 1 1 4").position == Position()


@pytest.mark.parametrize("line", ["", "44 1 21", "44 1 21 8", "49 1 2 3", "44 2 1 4", "444444 0 0 4", "44 x 1 4"])
def test_what_is_no_line_is_refused(line: str) -> None:
    with pytest.raises(BookError, match="is no line of a Connect 4 book"):
        Solved.parse(line)


def test_a_mirror_image_gets_the_mirrored_column() -> None:
    book = ConnectFourBook([Solved.parse("12 -3 -1 2")])
    for compact, column in (("12", 1), ("76", 5)):
        found = book.lookup(parse_position(compact))
        assert found is not None
        assert (found.column, found.least, found.most) == (column, -3, -1)
    assert book.lookup(parse_position("21")) is None


def test_a_file_that_is_no_work_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.work"
    path.write_text("hello\n")
    with pytest.raises(BookError, match="is no line"), WorkFile(path) as work:
        ConnectFourBook.parse(work.lines)
    with pytest.raises(BookError, match="expected a file to keep the work in"):
        WorkFile(tmp_path / "none" / "book.work")


@pytest.mark.slow
def test_what_the_shipped_book_says_of_a_position_fits_what_it_says_of_its_replies() -> None:
    book = shipped_book()
    assert len(book) > 0
    for solved in book:
        assert solved.sign is not None
        behind = [book.lookup(solved.position.play(column)) for column in solved.position.legal_placements()]
        known = [one for one in behind if one is not None]
        assert all(solved.most >= -one.most for one in known)
        after = book.lookup(solved.position.play(solved.column))
        if after is not None:
            assert -after.least >= solved.least
        if len(known) == len(behind):
            assert solved.least <= max(-one.least for one in known)


@pytest.mark.slow
def test_the_player_plays_by_the_book() -> None:
    player = make_player("connect-four")
    for solved in (one for one in shipped_book() if one.least >= 0):
        decision = player.choose(solved.position, Limits(nodes=10))
        assert decision.turn == (solved.column,)
        assert decision.reason.startswith("book")
