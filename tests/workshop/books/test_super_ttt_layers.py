"""The positions that a book of Super Tic-Tac-Toe is to answer, layer by layer."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.little_book import TABLES, book_of, key
from support.play import play_randomly

from sttt.games.game import Side
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.symmetry import SYMMETRIES, permute_mask
from sttt.workshop.books.super_ttt_search import BookPosition, layers, replies


def orbit_of(marks: int) -> int:
    """The least of all 8 x 8^9 images of one side's marks."""
    boards = [min(permute_mask(marks >> 9 * b & 0o777, to) for to in SYMMETRIES) for b in range(9)]
    images = ([boards[to.index(b)] for b in range(9)] for to in SYMMETRIES)
    return min(sum(board << 9 * b for b, board in enumerate(image)) for image in images)


@pytest.mark.slow
def test_the_first_turns_are_as_many_as_a_count_of_marks_up_to_symmetry_and_37_of_them_undominated() -> None:
    met = replies([BookPosition(Position())], TABLES)
    pairs = {orbit_of(1 << one | 1 << two) for one, two in combinations(range(81), 2)}
    assert len(met) == len(pairs) == 84
    assert [one.dominated for one in met] == [0] * 37 + [1] * 47


@pytest.mark.slow
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), played=st.integers(0, 12), picks=st.tuples(st.floats(0, 1), st.floats(0, 1)))
def test_every_legal_turn_is_one_of_the_replies(seed: int, played: int, picks: tuple[float, float]) -> None:
    position = play_randomly(2 * played, seed, forfeits=0)
    legal = position.legal_placements()
    turn = tuple(legal[int(pick * (len(legal) - 1))] for pick in picks)
    after, counted = enter_turn(position, turn)
    if position.left != 2 or None in counted or after.result or after.left != 2:
        return
    assert key(after) in {key(one.position) for one in replies([BookPosition(position)], TABLES)}


@pytest.mark.slow
def test_layers_follow_the_books_own_turns() -> None:
    book = book_of(Position(), (40, 36))
    start, second = layers(book, Side.X, 2)
    assert start == [BookPosition(Position())]
    own = Position().play(40).play(36)
    assert {key(one.position) for one in second} == {key(one.position) for one in replies([BookPosition(own)], TABLES)}
    assert [len(layer) for layer in layers(book, Side.O, 2)] == [84, 0]
    assert list(layers(book, Side.O, 0)) == []
