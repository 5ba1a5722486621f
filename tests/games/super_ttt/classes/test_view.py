"""Positions seen by classes: what a search's turn does there is what its squares do on the board."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.endings import filled_position, late_position

from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import NONE, ClassView, changes
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.engine import Engine
from sttt.games.super_ttt.text import parse_position

ENGINE = Engine(load(), 10)


def turns_of(view: ClassView) -> list[int]:
    view.set_up(ENGINE)
    ENGINE.begin(math.inf, 1)
    return ENGINE.root_turns()


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.integers(9, 60))
def test_a_turn_makes_the_classes_that_its_squares_make_on_the_board(seed: int, most: int) -> None:
    position = late_position(seed, 8, most)
    view = ClassView(position)
    for turn in turns_of(view)[:40] if not position.result else ():
        chosen = view.squares(turn)
        after = ClassView(position.play_all(chosen))
        boards = {board for board, _, _ in changes(turn)}
        assert {square // 9 for square in chosen} == boards
        assert view.changes_of(chosen) == sorted(changes(turn))
        assert all(after.classes[b] == view.classes[b] == view.after(turn)[b] for b in set(range(9)) - boards)


def test_no_turn_has_no_squares_and_leaves_the_classes_as_they_are() -> None:
    view = ClassView(Position())
    assert (view.squares(NONE), view.after(NONE)) == ((), view.classes)


@pytest.mark.parametrize(("chosen", "whole"), [((), (0, 1)), ((40,), (40, 0)), ((40, 8), (40, 8))])
def test_a_turn_is_filled_up_with_the_lowest_open_squares(chosen: tuple[int, ...], whole: tuple[int, ...]) -> None:
    assert ClassView(Position()).filled(chosen) == whole


def test_a_turn_that_ends_the_game_is_not_filled_up() -> None:
    position = parse_position(
        "xxx....../xxx....../xx......./oo......./oo......./........./........./........./.........:x2"
    )
    assert ClassView(position).filled((20,)) == (20,)


def test_squares_that_no_placements_make_are_refused() -> None:
    with pytest.raises(LookupError, match="no 1 placements on little board 1 lead to class 0"):
        ClassView(Position()).squares_of([(0, 0, 1)])


class Stands:
    """A search that remembers where it was told to stand."""

    def set_position(self, classes: list[int], side: int, left: int) -> None:
        self.at = (classes, side, left)


def test_a_search_stands_behind_a_turn_with_the_other_side_to_move() -> None:
    view, search = ClassView(filled_position(3, 20, 24)), Stands()
    turn = turns_of(view)[0]
    view.set_up_after(turn, search)
    assert search.at == (view.after(turn), 1 - view.side, 2)
