"""The Connect 4 book: its text, which positions it is to know, building it, and the one that ships."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from support.connect_four_positions import play_randomly

from sttt.errors import BookError
from sttt.games.connect_four.book import build as building
from sttt.games.connect_four.book.book import ConnectFourBook, Solved, shipped_book
from sttt.games.connect_four.book.build import BookEffort, BookScope, build, from_replies, layers
from sttt.games.connect_four.position import Position, canonical
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


def test_layers_are_all_first_plies_from_the_deepest_and_then_the_books_own_lines() -> None:
    book = ConnectFourBook([Solved.parse(" 1 21 4"), Solved.parse("1 1 21 4"), Solved.parse("44 1 21 4")])
    found = list(layers(book, 2, 4))
    assert [len(layer) for layer in found[:3]] == [25, 4, 1]
    assert {canonical(position) for position in found[3]} == {
        canonical(parse_position(f"14{reply}")) for reply in range(1, 8)
    }
    assert {canonical(position) for position in found[4]} == {
        canonical(parse_position(f"444{reply}")) for reply in range(1, 8)
    }


def test_known_replies_tell_what_a_position_is_worth() -> None:
    position = parse_position("1444444")
    book = ConnectFourBook()
    bounds = {0: (-2, -1), 1: (1, 21), 2: (0, 0), 4: (0, 0), 5: (1, 3), 6: (2, 2)}
    for column, (least, most) in bounds.items():
        assert from_replies(book, position) is None
        book.add(Solved(position.play(column), least, most, 0))
    assert from_replies(book, position) == Solved(position, 1, 2, 0)


def seen(found: Iterable[tuple[int, Solved]], _total: int, _name: str) -> Iterable[tuple[int, Solved]]:
    return found


def pretend(asked: list[Position]) -> Callable[..., Solved]:
    """A solver that calls everything a draw, and stops at the third question."""

    def solve(position: Position, *, exact: bool, table_bits: int) -> Solved:
        del exact, table_bits
        asked.append(position)
        if len(asked) == 3:
            raise KeyboardInterrupt
        return Solved(position, 0, 0, position.legal_placements()[0])

    return solve


def test_a_build_goes_on_where_it_was_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Position] = []
    monkeypatch.setattr(building, "solve", pretend(asked))
    scope, effort = BookScope(every=1, own=3, exact=False), BookEffort(table_bits=24, jobs=1)
    path = tmp_path / "book.work"
    with WorkFile(path) as work, pytest.raises(KeyboardInterrupt):
        build(ConnectFourBook.parse(work.lines), scope, effort, work, seen)
    path.write_bytes(path.read_bytes() + b"4 0 0")  # what a killed run was writing
    with WorkFile(path) as work:
        assert len(work.lines) == 2
        book = ConnectFourBook.parse(work.lines)
        build(book, scope, effort, work, seen)
    assert len(asked) == len({canonical(position) for position in asked}) + 1
    assert parse_position("4") in asked
    assert Position() not in asked  # its replies are known
    assert all(book.lookup(position) for layer in layers(book, 1, 3) for position in layer)
    with WorkFile(path) as work:
        assert len(ConnectFourBook.parse(work.lines)) == len(book) - 1


def test_solving_for_the_book_finds_who_wins_or_the_score() -> None:
    position = play_randomly(26, 3)
    exact = building.solve(position, exact=True, table_bits=24)
    sign = building.solve(position, exact=False, table_bits=24)
    assert exact.least == exact.most
    assert sign.least <= exact.least <= sign.most
    assert sign.sign == exact.sign


def test_a_file_that_is_no_work_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.work"
    path.write_text("hello\n")
    with pytest.raises(BookError, match="is no line"), WorkFile(path) as work:
        ConnectFourBook.parse(work.lines)
    with pytest.raises(BookError, match="expected a file to keep the work in"):
        WorkFile(tmp_path / "none" / "book.work")


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


def test_the_player_plays_by_the_book() -> None:
    player = make_player("connect-four")
    for solved in (one for one in shipped_book() if one.least >= 0):
        decision = player.choose(solved.position, Limits(nodes=10))
        assert decision.turn == (solved.column,)
        assert decision.reason.startswith("book: ")
