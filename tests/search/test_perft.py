"""Perft against the stored counts, and both against brute force over the naive rules."""

from typing import Any

import pytest
from support import naive_rules, perft_positions

from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.text import parse_position
from sttt.search.tree import divide, perft

STORED = perft_positions.read()


def test_fifty_different_positions_are_stored() -> None:
    assert len({position for position, _, _ in STORED}) == 50


@pytest.mark.slow
@pytest.mark.parametrize(("position", "depth", "count"), STORED)
def test_perft_and_the_stored_count_equal_brute_force(position: str, depth: int, count: int) -> None:
    assert naive_rules.count_sequences(naive_rules.from_compact(position), depth) == count
    assert perft(parse_position(position), depth) == count


@pytest.mark.parametrize(("position", "depth", "count"), STORED)
def test_divide_lists_every_placement_and_adds_up_to_perft(position: str, depth: int, count: int) -> None:
    split = divide(parse_position(position), depth)
    assert tuple(split) == parse_position(position).legal_placements()
    assert sum(split.values()) == count


def test_the_start_counts_81_then_80_then_79_placements() -> None:
    assert [perft(Position(), depth) for depth in range(4)] == [1, 81, 81 * 80, 81 * 80 * 79]


TWO_SQUARES_LEFT = "xoxxooox./" + "/".join(["xoxxoooxo"] * 7) + "/oxooxxxo.:x2"


def test_a_finished_game_adds_nothing_beyond_its_end() -> None:
    nearly_over = parse_position(TWO_SQUARES_LEFT)
    assert [perft(nearly_over, depth) for depth in range(4)] == [1, 2, 2, 0]
    drawn = nearly_over.play(8).play(80)
    assert [perft(drawn, depth) for depth in range(2)] == [1, 0]


def test_a_sequence_that_wins_early_is_not_counted_beyond_the_win() -> None:
    dead = "xoxxoooxo"
    one_to_win = parse_position(f"xx.oo..../xxx....../xxx....../{'/'.join([dead] * 6)}:x1")
    winning = one_to_win.play(2)
    assert winning.result
    assert perft(one_to_win, 1) == 5
    assert perft(one_to_win, 2) == 4 * 4
    assert divide(one_to_win, 2)[2] == 0


@pytest.mark.parametrize("depth", [-1, 1.5, 10**30, float("nan"), True, "2", None])
def test_a_depth_that_is_none_is_refused(depth: Any) -> None:
    for counting in (perft, divide):
        with pytest.raises(ValueError, match=r"depth is .*; expected a whole number"):
            counting(Position(), depth)


def test_there_is_nothing_to_divide_at_depth_0() -> None:
    with pytest.raises(ValueError, match="depth is 0; expected a whole number from 1"):
        divide(Position(), 0)
