"""Costs, classes and packed words against counting on the board itself."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.play import unfinished_positions

from sttt.games.game import Side
from sttt.games.super_ttt.classes.costs import (
    IMPOSSIBLE,
    LittleBoard,
    cost,
    line_costs,
    lines_within,
    little_board_of,
    pack,
    unpack,
)
from sttt.games.super_ttt.position import FULL, HAS_LINE, LITTLE_LINES, Position, squares
from sttt.games.super_ttt.symmetry import SYMMETRIES, permute_mask

masks = st.integers(0, FULL)
little_boards = st.tuples(masks, masks).map(lambda pair: (pair[0], pair[1] & ~pair[0]))
not_doubly_won = little_boards.filter(lambda pair: not (HAS_LINE[pair[0]] and HAS_LINE[pair[1]]))


def cost_by_trying(own: int, other: int) -> int:
    """Mark ever larger sets of empty squares until one makes a line."""
    if HAS_LINE[other]:
        return IMPOSSIBLE
    empty = squares(FULL & ~(own | other))
    for count in range(len(empty) + 1):
        for chosen in combinations(empty, count):
            if HAS_LINE[own | sum(1 << square for square in chosen)]:
                return count
    return IMPOSSIBLE


@given(not_doubly_won)
def test_a_cost_is_the_fewest_marks_that_make_a_line(board: tuple[int, int]) -> None:
    assert cost(*board) == cost_by_trying(*board)


@pytest.mark.parametrize(
    ("x", "o", "expected"),
    [
        (0o000, 0o000, 3),
        (0o001, 0o000, 2),
        (0o003, 0o000, 1),
        (0o007, 0o000, 0),
        (0o003, 0o004, 2),
        (0o000, 0o007, IMPOSSIBLE),
        (0o000, 0o421, IMPOSSIBLE),
        (0o000, 0o020, 3),
        (0o143, 0o634, IMPOSSIBLE),
    ],
)
def test_costs_of_boards_a_person_can_check(x: int, o: int, expected: int) -> None:
    assert cost(x, o) == expected


@given(not_doubly_won, st.sampled_from(SYMMETRIES))
def test_a_class_does_not_notice_a_symmetry(board: tuple[int, int], to: tuple[int, ...]) -> None:
    x, o = board
    assert little_board_of(x, o) is little_board_of(permute_mask(x, to), permute_mask(o, to))


def test_different_classes_are_not_symmetric() -> None:
    classes: dict[LittleBoard, set[frozenset[tuple[int, int]]]] = {}
    for x in range(0, 512, 5):
        for o in (mask for mask in range(512) if not x & mask):
            images = frozenset((permute_mask(x, to), permute_mask(o, to)) for to in SYMMETRIES)
            classes.setdefault(little_board_of(x, o), set()).add(images)
    assert all(len(images) == 1 for images in classes.values())


@given(not_doubly_won, st.sampled_from((0, 1)))
def test_successors_are_the_classes_after_one_useful_mark(board: tuple[int, int], side: int) -> None:
    x, o = board
    if HAS_LINE[x] or HAS_LINE[o] or x | o == FULL:
        assert little_board_of(x, o).successors(side) == ()
        return
    after = {}
    for square in squares(FULL & ~(x | o)):
        marked = little_board_of(x | 1 << square, o) if side == 0 else little_board_of(x, o | 1 << square)
        after[marked] = any(line >> square & 1 and not (line & x and line & o) for line in LITTLE_LINES)
    useful = {marked for marked, is_useful in after.items() if is_useful}
    idle = set(after) - useful
    found = little_board_of(x, o).successors(side)
    assert len(found) == len(set(found))
    assert set(found) == (useful or idle)


def test_an_untouched_board_has_three_successors() -> None:
    assert len(little_board_of(0, 0).successors(0)) == 3


costs = st.sampled_from((0, 1, 2, 3, IMPOSSIBLE))


@given(st.lists(costs, min_size=9, max_size=9), st.integers(0, IMPOSSIBLE - 1))
def test_packed_words_answer_as_the_sums_do(little: list[int], threshold: int) -> None:
    word = pack(little)
    sums = [sum(little[board] for board in range(9) if line >> board & 1) for line in LITTLE_LINES]
    assert unpack(word) == sums
    marked = lines_within(word, threshold).to_bytes(8, "little")
    assert [byte == 0x80 for byte in marked] == [total <= threshold for total in sums]
    assert set(marked) <= {0, 0x80}


def test_line_costs_of_the_start_are_nine_each() -> None:
    assert line_costs(Position(), Side.X) == (9,) * 8


def test_a_line_through_an_opponents_board_is_impossible() -> None:
    position = Position.from_marks(x=0o003, o=0o007 << 9, side=Side.X)
    assert line_costs(position, Side.X) == (None, 9, 9, 7, None, 9, 7, 9)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(unfinished_positions(60))
def test_a_line_within_the_turn_is_what_some_turn_wins_with(position: Position) -> None:
    wins = any(
        (first.result and first.result.winner)
        or (
            first.side is position.side
            and any(r.result and r.result.winner for r in map(first.play, first.legal_placements()))
        )
        for first in map(position.play, position.legal_placements())
    )
    cheapest = min((c for c in line_costs(position, position.side) if c is not None), default=99)
    assert wins == (cheapest <= position.left)
