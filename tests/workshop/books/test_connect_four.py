"""Building the Connect 4 book: which positions it is to know, what replies tell, and a build that is broken off."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from support.connect_four_positions import play_randomly

from sttt.games.connect_four.book.book import ConnectFourBook, Solved
from sttt.games.connect_four.position import Position, canonical
from sttt.games.connect_four.text import parse_position
from sttt.games.records.json_lines import WorkFile
from sttt.workshop.books import connect_four as building
from sttt.workshop.books.connect_four import BookEffort, BookScope, build, from_replies, layers


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
