"""UCT against trying everything, against itself interpreted, and its promises."""

import math
import re
import time
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from support.play import play_randomly, unfinished_positions

from sttt.games.game import Side
from sttt.games.super_ttt.position import FULL, Position
from sttt.games.super_ttt.search import uct
from sttt.kernel.builds import interpreted

PLAIN = interpreted("sttt.games.super_ttt.search.uct")
Ranking = list[tuple[int, int, float]]


def stand(searcher: uct.Uct, position: Position) -> uct.Uct:
    x, o = ([position.marks(side) >> 9 * board & FULL for board in range(9)] for side in Side)
    searcher.set_position(x, o, list(Side).index(position.side), position.left)
    return searcher


def ranking(position: Position, playouts: int, seed: int, module: type[uct.Uct] = uct.Uct) -> Ranking:
    searcher = stand(module(playouts, seed), position)
    chosen = searcher.choose(playouts, math.inf)
    found: Ranking = searcher.ranking()
    assert found[0][0] == chosen
    return found


@pytest.mark.slow
@settings(max_examples=15)
@given(unfinished_positions(76))
def test_both_builds_grow_the_same_tree(position: Position) -> None:
    assert ranking(position, 150, 4) == ranking(position, 150, 4, PLAIN.Uct)


@pytest.mark.slow
def test_a_tree_of_several_levels_is_the_same_in_both_builds() -> None:
    position = play_randomly(66, 3)
    assert ranking(position, 4000, 5) == ranking(position, 4000, 5, PLAIN.Uct)


def test_the_seed_decides_everything() -> None:
    assert ranking(Position(), 2000, 1) == ranking(Position(), 2000, 1)
    assert ranking(Position(), 2000, 1) != ranking(Position(), 2000, 2)


@settings(max_examples=30)
@given(unfinished_positions(76))
def test_every_playout_tries_a_legal_placement(position: Position) -> None:
    found = ranking(position, 500, 1)
    assert {square for square, _, _ in found} == set(position.legal_placements())
    assert sum(visits for _, visits, _ in found) == 500
    assert all(0 <= mean <= 1 for _, _, mean in found)


def outcome(position: Position, side: Side) -> float:
    """Return the points that `side` gets if both play perfectly, by trying everything."""
    if position.result:
        winner = position.result.winner
        return 0.5 if winner is None else float(winner is side)
    outcomes = [outcome(position.play(square), side) for square in position.legal_placements()]
    return max(outcomes) if position.side is side else min(outcomes)


@cache
def endings(most_open: int) -> list[Position]:
    """Positions that are soon over and in which placements differ in what they lead to."""
    found = []
    for seed in range(1000):
        position = play_randomly(58 + seed % 12, seed)
        if position.open_squares.bit_count() <= most_open:
            outcomes = {outcome(position.play(square), position.side) for square in position.legal_placements()}
            if len(outcomes) > 1:
                found.append(position)
    return found


@pytest.mark.slow
def test_with_time_it_finds_what_trying_everything_finds() -> None:
    positions = endings(5)
    assert len(positions) >= 12
    assert {position.left for position in positions} == {1, 2}
    for position in positions:
        best = outcome(position, position.side)
        square, _, mean = ranking(position, 20_000, 1)[0]
        assert outcome(position.play(square), position.side) == best
        assert mean == pytest.approx(best, abs=0.05)


def test_a_single_forced_placement_is_worth_its_result() -> None:
    position = next(one for one in endings(5) if one.open_squares.bit_count() == 2 and one.left == 1)
    for square, _, mean in ranking(position, 5000, 1):
        assert mean == outcome(position.play(square), position.side)


def test_it_makes_no_more_playouts_than_it_has_room_or_time_for() -> None:
    searcher = stand(uct.Uct(300, 1), Position())
    searcher.choose(200, math.inf)
    searcher.choose(200, math.inf)
    assert searcher.playouts == 300
    late = stand(uct.Uct(100_000, 1), Position())
    assert late.choose(100_000, time.monotonic() - 1) in range(81)
    assert late.playouts <= 128


def test_no_literal_is_shifted_in_what_is_compiled() -> None:
    assert not re.findall(r"\b\d+ ?<<", Path(PLAIN.__file__).read_text(encoding="utf-8"))
