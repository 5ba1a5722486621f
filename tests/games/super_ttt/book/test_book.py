"""The opening book: what it is asked comes back, for every position that is the same for play."""

from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.little_book import book_of, key
from support.play import play_randomly

from sttt.errors import BookError
from sttt.games.claim import EVER
from sttt.games.game import Side
from sttt.games.super_ttt.book.book import Book, BookEntry
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.search.engine import WIN_SCORE
from sttt.games.super_ttt.symmetry import SYMMETRIES, Symmetry
from sttt.workshop.books.super_ttt_search import undominated

SYMMETRIES_OF_THE_GAME = st.builds(
    Symmetry, st.sampled_from(SYMMETRIES), st.tuples(*[st.sampled_from(SYMMETRIES) for _ in range(9)])
)


@st.composite
def turns_to_play(draw: st.DrawFn) -> tuple[Position, tuple[int, ...]]:
    """A position at the start of a turn, and a turn in it that the tables list, none if there is no such."""
    seed = draw(st.integers(0, 2**32))
    position = play_randomly(2 * draw(st.integers(0, 20)), seed, forfeits=0)
    view = ClassView(position)
    pairs = list(combinations(position.legal_placements(), 2))
    Random(seed).shuffle(pairs)
    for squares in pairs:
        if None not in enter_turn(position, squares)[1] and undominated(view.changes_of(squares), view):
            return position, squares
    return position, ()


@pytest.mark.slow
@settings(max_examples=60)
@given(known=turns_to_play(), symmetry=SYMMETRIES_OF_THE_GAME)
def test_the_turn_of_a_position_is_found_moved_for_each_of_its_images(
    known: tuple[Position, tuple[int, ...]], symmetry: Symmetry
) -> None:
    position, turn = known
    if not turn or position.left != 2:
        return
    image = symmetry.position(position)
    found = book_of(position, turn).lookup(image)
    assert found is not None
    after, counted = enter_turn(image, found.turn)
    assert counted == found.turn
    assert key(after) == key(enter_turn(position, turn)[0])
    assert (found.entry.score, found.entry.depth, found.entry.nodes, found.entry.proof) == (-7, 12, 5000, 6)


@pytest.mark.slow
@given(position=st.builds(play_randomly, st.integers(0, 60), st.integers(0, 2**32)), symmetry=SYMMETRIES_OF_THE_GAME)
def test_a_key_is_the_same_for_every_image_and_another_for_the_other_side(
    position: Position, symmetry: Symmetry
) -> None:
    assert key(position) == key(symmetry.position(position))
    assert key(position) != key(Position.from_marks(position.x, position.o, position.side.other))


def test_little_boards_of_one_class_have_one_key_even_where_no_symmetry_leads_from_one_to_the_other() -> None:
    """Of a full board without a line it does not matter where its marks are, and how often each side has marked."""
    dead = [Position.from_marks(x, 0o777 & ~x, Side.X) for x in range(512) if canonical_dead(Position(x, 0o777 & ~x))]
    assert len({position.x.bit_count() for position in dead}) > 1
    assert len({key(position) for position in dead}) == 1


def canonical_dead(position: Position) -> bool:
    x, o = position.x, position.o
    lines = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
    return not any(marks & line == line for marks in (x, o) for line in lines)


def test_only_whole_turns_are_looked_up() -> None:
    book = book_of(Position(), (40, 36))
    assert book.lookup(Position()) is not None
    assert book.lookup(Position().play(40)) is None
    half = Position.from_marks(0, 0, Side.X, 1)
    assert book.lookup(half) is None


def test_a_book_written_and_read_again_is_the_same(tmp_path: Path) -> None:
    book = book_of(Position(), (40, 36))
    path = tmp_path / "book.txt"
    path.write_text(book.dumps())
    again = Book.load(path)
    assert again.dumps() == book.dumps()
    assert again.lookup(Position()) == book.lookup(Position())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is not an opening book"),
        ("{\n", "is not an opening book"),
        ("5\n", "is not an opening book"),
        ("[" * 100_000, "is not an opening book"),
        ('{"format": 2}\n', "has format 2; expected 1"),
        ('{"format": 1}\n3.3\n', "is not an opening book"),
    ],
)
def test_what_is_no_book_is_refused(content: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text(content)
    with pytest.raises(BookError, match=message):
        Book.load(path)
    with pytest.raises(BookError, match="No such file"):
        Book.load(tmp_path / "missing.txt")


@pytest.mark.parametrize("line", ["1 5:81 -31 16 90", "1 5 -31 16 90 7", "x 5:81 -31 16 90 7", "1 5:81 -31 16 90 7 7"])
def test_what_is_no_entry_is_refused(line: str) -> None:
    with pytest.raises(BookError, match="is no book entry"):
        BookEntry.parse(line)


@pytest.mark.parametrize(
    ("score", "proof", "words"),
    [
        (20, 0, "searched 16 plies deep"),
        (20, 1, "searched 16 plies deep, the opponent cannot win within 1 turn"),
        (-20, 7, "searched 16 plies deep, the opponent cannot win within 7 turns"),
        (0, EVER, "searched 16 plies deep, the opponent cannot win at all"),
        (0, -1, "searched 16 plies deep, the opponent wins within 1 turn"),
        (WIN_SCORE - 9, 0, "wins with its turn 5"),
    ],
)
def test_an_entry_says_in_words_what_is_known(score: int, proof: int, words: str) -> None:
    assert BookEntry((), 1, score, 16, 90, proof).describe() == words


# --- Lines -----------------------------------------------------------------------------------------------------------
