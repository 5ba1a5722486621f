"""The textbook searches against naive transcriptions of what the assignments print."""

import math
import time

import pytest
from support import naive_grid
from support.naive_grid import FOUR_BY_FOUR, THREE_BY_FOUR, FigureTwo

from strategies.four_by_four.evaluation import TEXT_WORTH
from strategies.three_by_four import WORTH
from sttt.games.four_by_four.game import GAME
from sttt.games.three_by_four.game import GAME as WITH_HOLE
from sttt.search.alpha_beta import (
    AlphaBeta,
    BrokenOffError,
    Conventions,
    Limit,
    Minimax,
    TracedAlphaBeta,
    deepen,
)


@pytest.mark.parametrize("seed", range(200))
def test_figure_two_agrees_with_a_naive_transcription_in_value_action_and_all_statistics(seed: int) -> None:
    cells, side = naive_grid.random_cells(FOUR_BY_FOUR, seed, 14, least=3)
    depth = 1 + seed % 3 if cells.count(".") > 7 else 3 + seed % 3
    naive = FigureTwo(FOUR_BY_FOUR, depth)
    expected = naive.search(naive_grid.board_of(FOUR_BY_FOUR, cells), side)
    found = AlphaBeta(TEXT_WORTH, Limit(depth)).search(GAME.parse_position(f"{cells}:{side}"))
    assert (found.value, found.action) == expected
    statistics = (found.cutoff, found.max_depth, found.nodes, found.prune_max, found.prune_min)
    assert statistics == (naive.cutoff, naive.max_depth, naive.nodes, naive.prune_max, naive.prune_min)


@pytest.mark.parametrize("seed", range(12))
def test_alpha_beta_finds_the_value_and_action_of_minimax_with_fewer_nodes(seed: int) -> None:
    position = GAME.parse_position(":".join(naive_grid.random_cells(FOUR_BY_FOUR, seed, 12, least=5)))
    limit = Limit(3)
    plain, pruned = Minimax(TEXT_WORTH, limit).search(position), AlphaBeta(TEXT_WORTH, limit).search(position)
    assert (plain.value, plain.action) == (pruned.value, pruned.action)
    assert pruned.nodes <= plain.nodes
    assert plain.prune_max == plain.prune_min == 0


@pytest.mark.slow
@pytest.mark.parametrize("fail_hard", [True, False])
@pytest.mark.parametrize("cut_when_equal", [True, False])
def test_every_convention_of_the_traced_search_gives_the_value_of_minimax(
    *, fail_hard: bool, cut_when_equal: bool
) -> None:
    memory: dict[tuple[str, str], int] = {}
    for seed in range(25):
        cells, side = naive_grid.random_cells(THREE_BY_FOUR, seed, 7, least=5)
        if cells.count(".") > 7:
            continue
        expected = -naive_grid.minimax(THREE_BY_FOUR, naive_grid.board_of(THREE_BY_FOUR, cells), side, memory)
        search = TracedAlphaBeta(WORTH, Conventions(fail_hard=fail_hard, cut_when_equal=cut_when_equal))
        position = WITH_HOLE.parse_position(f"{cells}:{side}")
        value, placement = search.search(position, -2, 2)
        assert value == expected
        if position.result is None:
            outcome = AlphaBeta(WORTH).search(position)
            assert (outcome.value, outcome.action) == (value, placement)


def test_a_finished_game_is_one_node_without_an_action() -> None:
    for compact, value in (("xxxxooo.........:o", 1000), ("oooo............:x", -1000), ("xoxoxoxooxoxoxox:x", 0)):
        outcome = AlphaBeta(TEXT_WORTH).search(GAME.parse_position(compact))
        assert (outcome.value, outcome.action, outcome.nodes, outcome.max_depth) == (value, None, 1, 0)


def test_deepening_ends_with_the_depth_at_which_nothing_is_cut_off() -> None:
    position = GAME.parse_position("xoxoxoxo.o.x....:x")
    outcomes = dict(deepen(position, TEXT_WORTH, Limit()))
    assert [outcomes[depth].cutoff for depth in sorted(outcomes)] == [True] * (len(outcomes) - 1) + [False]
    for depth, outcome in outcomes.items():
        assert outcome == AlphaBeta(TEXT_WORTH, Limit(depth)).search(position)


def test_deepening_keeps_its_limit_of_nodes_and_always_searches_one_ply() -> None:
    start = GAME.start()
    *_, (depth, _) = deepen(start, TEXT_WORTH, Limit(nodes=3000))
    spent = sum(outcome.nodes for _, outcome in deepen(start, TEXT_WORTH, Limit(depth)))
    next_depth = AlphaBeta(TEXT_WORTH, Limit(depth + 1)).search(start).nodes
    assert spent <= 3000 < spent + next_depth
    assert [depth for depth, _ in deepen(start, TEXT_WORTH, Limit(nodes=0, deadline=0.0))] == [1]


def test_a_search_is_broken_off_at_its_deadline() -> None:
    with pytest.raises(BrokenOffError):
        AlphaBeta(TEXT_WORTH, Limit(math.inf, deadline=time.monotonic() - 1)).search(GAME.start())
