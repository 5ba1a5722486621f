"""The exact solver against trying everything, against itself interpreted, and its promises."""

import math
import re
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from support import naive_connect_four as naive
from support.connect_four_positions import play_randomly, unfinished_positions

from sttt.games.connect_four.position import LINES, Position
from sttt.games.connect_four.search import board as cells
from sttt.games.connect_four.search.board import NO_COLUMN
from sttt.games.connect_four.search.solver import BEST_SCORE, ConnectFourSolver
from sttt.games.connect_four.text import parse_position
from sttt.kernel.builds import interpreted
from sttt.kernel.limits import NO_NODE_LIMIT

PLAIN = interpreted("sttt.games.connect_four.search.solver")


@cache
def solver() -> ConnectFourSolver:
    """One for many positions, so that what it has learnt of one can spoil the next."""
    return ConnectFourSolver()


def solve(position: Position, by: Any = None, low: int = -BEST_SCORE, high: int = BEST_SCORE) -> tuple[int, int, int]:
    by = by or solver()
    by.set_position(position.stones(position.side), position.filled)
    by.begin(math.inf, NO_NODE_LIMIT)
    found: tuple[int, int, int] = by.solve(low, high)
    return found


@pytest.mark.slow
@settings(max_examples=30)
@given(unfinished_positions(35, 41))
def test_endings_have_the_score_of_trying_everything(position: Position) -> None:
    board = naive.board_of(position.columns)
    score = naive.score(board)
    least, most, column = solve(position)
    assert (least, most) == (score, score)
    assert -naive.score(naive.drop(board, column)) == score


@pytest.mark.slow
@settings(max_examples=25)
@given(unfinished_positions(34, 40))
def test_a_clipped_score_is_the_score_clipped(position: Position) -> None:
    score = naive.score(naive.board_of(position.columns))
    for low, high in ((-1, 1), (0, 1), (-1, 0), (1, 5)):
        assert solve(position, low=low, high=high)[:2] == (max(low, min(high, score)),) * 2


@pytest.mark.parametrize("stones", [20, 18])
def test_the_score_is_that_of_the_best_column(stones: int) -> None:
    for seed in range(6):
        position = play_randomly(stones, seed)
        least, most, column = solve(position)
        behind = {move: value_behind(position, move) for move in position.legal_placements()}
        assert least == most == max(behind.values()) == behind[column]


def value_behind(position: Position, column: int) -> int:
    after = position.play(column)
    return (44 - len(after.columns)) // 2 if after.result else -solve(after)[0]


@pytest.mark.slow
def test_mirror_images_have_the_same_score() -> None:
    for seed in range(4):
        position = play_randomly(16, seed)
        image = parse_position("".join(str(7 - column) for column in position.columns))
        assert solve(position, ConnectFourSolver())[:2] == solve(image)[:2]


@pytest.mark.slow
def test_both_builds_visit_the_same_nodes() -> None:
    positions = [play_randomly(22, seed) for seed in range(8)]
    results = [
        [(*solve(position, by), by.nodes) for position in positions]
        for by in (ConnectFourSolver(), PLAIN.ConnectFourSolver())
    ]
    assert results[0] == results[1]
    assert sum(nodes for *_, nodes in results[0]) > 1000


def test_a_node_limit_cuts_off_at_the_same_place_in_both_builds() -> None:
    for by in (ConnectFourSolver(), PLAIN.ConnectFourSolver()):
        by.set_position(0, 0)
        by.begin(math.inf, 2000)
        least, most, column = by.solve()
        assert by.was_cut_off
        assert by.nodes == 2000
        assert (least, most, column) == (-20, 20, NO_COLUMN)


def test_a_deadline_that_has_passed_ends_the_search_soon() -> None:
    by = solver()
    by.set_position(0, 0)
    by.begin(time.monotonic() - 1, NO_NODE_LIMIT)
    assert by.solve()[0] < by.solve()[1]
    assert by.nodes <= 2 * 32768


def test_forgetting_makes_the_search_repeat_itself() -> None:
    by = ConnectFourSolver()
    position = play_randomly(20, 5)
    solve(position, by)
    first = by.nodes
    solve(position, by)
    assert by.nodes < first
    by.forget()
    solve(position, by)
    assert by.nodes == first


def test_a_table_too_small_for_its_keys_is_refused() -> None:
    with pytest.raises(ValueError, match="at least"):
        ConnectFourSolver(23)


@pytest.mark.slow
@settings(max_examples=40)
@given(unfinished_positions(0, 41))
def test_completing_cells_complete_a_line(position: Position) -> None:
    for stones in (position.x, position.o):
        found = cells.completing(stones, position.filled)
        expected = 0
        for line in LINES:
            missing = line & ~stones
            if missing.bit_count() == 1 and not missing & position.filled:
                expected |= missing
        assert found == expected


@pytest.mark.slow
@settings(max_examples=40)
@given(unfinished_positions(0, 41))
def test_holding_moves_leave_the_opponent_no_win_at_once(position: Position) -> None:
    own = position.stones(position.side)
    if cells.wins_at_once(own, position.filled):
        return
    expected = set()
    for column in position.legal_placements():
        after = position.play(column)
        if not any(after.play(reply).result == after.side for reply in after.legal_placements()):
            expected.add(column)
    held = cells.holding_moves(own, position.filled)
    assert {cells.column_of(held & column) for column in cells.MIDDLE_FIRST if held & column} == expected


def test_no_literal_is_shifted_in_what_is_compiled() -> None:
    for path in Path(PLAIN.__file__).parent.glob("*.py"):
        assert not re.findall(r"\b\d+ ?<<", path.read_text(encoding="utf-8"))
