"""The symmetries of a 3x3 board are a group of eight, and the rules do not notice any symmetry of the game."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import naive_rules
from support.naive_rules import THREE_IN_A_ROW
from support.playouts import TEMPERS, states

from sttt.games.game import Side
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.symmetry import IDENTITY, SYMMETRIES, Permutation, Symmetry, canonical, permute_mask
from sttt.games.super_ttt.text import parse_position
from sttt.search.tree import perft

GAME_SYMMETRIES = st.builds(
    Symmetry, st.sampled_from(SYMMETRIES), st.tuples(*[st.sampled_from(SYMMETRIES) for _ in range(9)])
)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    played = states(draw(st.integers(0, 10**6)), draw(st.sampled_from(TEMPERS)))
    return parse_position(naive_rules.compact(draw(st.sampled_from(played))))


def compose(first: Permutation, then: Permutation) -> Permutation:
    return tuple(then[square] for square in first)


def test_the_eight_are_different_and_start_with_the_identity() -> None:
    assert tuple(range(9)) == IDENTITY
    assert len(set(SYMMETRIES)) == 8


def test_each_followed_by_another_is_again_one_and_each_has_an_inverse() -> None:
    for first in SYMMETRIES:
        assert {compose(first, then) for then in SYMMETRIES} == set(SYMMETRIES)


def test_they_are_all_the_permutations_that_map_neighbours_to_neighbours() -> None:
    def neighbours(a: int, b: int) -> bool:
        return abs(a // 3 - b // 3) + abs(a % 3 - b % 3) == 1

    for to in SYMMETRIES:
        assert all(neighbours(a, b) == neighbours(to[a], to[b]) for a, b in product(range(9), repeat=2))


def test_each_maps_lines_to_lines() -> None:
    lines = {frozenset(square - 1 for square in line) for line in THREE_IN_A_ROW}
    for to in SYMMETRIES:
        assert {frozenset(to[square] for square in line) for line in lines} == lines


def test_a_mask_moves_as_its_squares_do() -> None:
    for to in SYMMETRIES:
        assert permute_mask(0b1_0001, to) == 1 << to[0] | 1 << to[4]


@given(symmetry=GAME_SYMMETRIES)
def test_a_symmetry_of_the_game_permutes_the_squares_board_by_board(symmetry: Symmetry) -> None:
    moved = [symmetry.square(square) for square in range(81)]
    assert sorted(moved) == list(range(81))
    for board in range(9):
        assert {square // 9 for square in moved[9 * board : 9 * board + 9]} == {symmetry.big[board]}


@pytest.mark.slow
@given(symmetry=GAME_SYMMETRIES, position=positions())
def test_result_owners_and_legal_placements_move_with_the_symmetry(symmetry: Symmetry, position: Position) -> None:
    moved = symmetry.position(position)
    assert moved == Position.from_marks(moved.x, moved.o, position.side, position.left)
    assert moved.result == position.result
    assert moved.legal_placements() == tuple(sorted(symmetry.square(square) for square in position.legal_placements()))
    assert [moved.owner(symmetry.big[board]) for board in range(9)] == [position.owner(board) for board in range(9)]
    assert [moved.is_dead(symmetry.big[board]) for board in range(9)] == [position.is_dead(b) for b in range(9)]


@pytest.mark.slow
@given(symmetry=GAME_SYMMETRIES, position=positions(), data=st.data())
def test_playing_then_moving_is_moving_then_playing(
    symmetry: Symmetry, position: Position, data: st.DataObject
) -> None:
    for square in data.draw(st.sets(st.sampled_from(position.legal_placements() or [None]))) - {None}:
        assert symmetry.position(position.play(square)) == symmetry.position(position).play(symmetry.square(square))


@pytest.mark.slow
@given(symmetry=GAME_SYMMETRIES, position=positions())
def test_perft_is_blind_to_symmetry(symmetry: Symmetry, position: Position) -> None:
    assert perft(symmetry.position(position), 2) == perft(position, 2)


@pytest.mark.slow
@given(positions(), GAME_SYMMETRIES)
def test_the_canonical_form_is_that_of_every_symmetric_position(position: Position, symmetry: Symmetry) -> None:
    assert canonical(symmetry.position(position)) == canonical(position)


def test_after_one_placement_there_are_as_many_canonical_forms_as_orbits_of_squares() -> None:
    """Three kinds of little boards (corner, edge, centre) with three kinds of squares each."""
    after = [Position().play(square) for square in range(81)]
    assert len({canonical(position) for position in after}) == 9


def test_the_two_sides_marks_turn_together_within_a_board() -> None:
    opposite, adjacent = (Position.from_marks(1, 1 << square, Side.X) for square in (8, 2))
    assert canonical(opposite) != canonical(adjacent)
