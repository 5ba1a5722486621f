"""The value search of Connect 4: it agrees with the rules on final boards, and with itself interpreted."""

import math

import pytest
from hypothesis import given, settings
from support import naive_connect_four as naive
from support.connect_four_positions import play_randomly, unfinished_positions

from sttt.games.connect_four.position import LINES, Position
from sttt.games.connect_four.search.board import NO_COLUMN
from sttt.games.connect_four.search.engine import SCORE_OF_A_STONE, ConnectFourEngine
from sttt.games.connect_four.text import parse_position
from sttt.games.game import Side
from sttt.kernel.builds import interpreted
from sttt.kernel.limits import NO_NODE_LIMIT

PLAIN = interpreted("sttt.games.connect_four.search.engine")
SHARED = ConnectFourEngine(14)


def stand(engine: ConnectFourEngine, position: Position, nodes: int = NO_NODE_LIMIT) -> ConnectFourEngine:
    engine.set_position(position.stones(position.side), position.filled)
    engine.begin(math.inf, nodes)
    return engine


@pytest.mark.slow
@settings(max_examples=25)
@given(unfinished_positions(36, 41))
def test_seen_to_the_end_a_position_is_worth_its_score(position: Position) -> None:
    board = naive.board_of(position.columns)
    score, column, complete = stand(SHARED, position).search(42)
    assert complete
    assert score == naive.score(board) * SCORE_OF_A_STONE
    assert -naive.score(naive.drop(board, column)) == naive.score(board)


@pytest.mark.slow
@settings(max_examples=40)
@given(unfinished_positions(4, 41))
def test_an_evaluation_lies_between_a_draw_and_the_narrowest_win(position: Position) -> None:
    image = parse_position("".join(str(7 - column) for column in position.columns))
    value = stand(SHARED, position).evaluation()
    assert -SCORE_OF_A_STONE < value < SCORE_OF_A_STONE
    assert stand(SHARED, image).evaluation() == value


def plain_evaluation(position: Position) -> int:
    """What docs/connect-four.md says of the evaluation, line by line and cell by cell."""
    worth = {Side.X: 0, Side.O: 0}
    for side in Side:
        stones, others = position.stones(side), position.stones(side.other)
        worth[side] += 2 * sum((stones & line).bit_count() for line in LINES)
        threats = {line & ~stones for line in LINES if (stones & line).bit_count() == 3 and not line & others}
        rows = [cell.bit_length() % 7 for cell in threats]
        worth[side] += sum(75 if row % 2 == (side is Side.X) else 15 for row in rows)
    value = worth[position.side] - worth[position.side.other]
    return max(-999, min(999, value))


@pytest.mark.slow
@settings(max_examples=60)
@given(unfinished_positions(4, 41))
def test_the_evaluation_counts_lines_threats_and_rows(position: Position) -> None:
    assert stand(SHARED, position).evaluation() == plain_evaluation(position)


def test_both_builds_choose_the_same_with_the_same_nodes() -> None:
    for seed in range(4):
        position = play_randomly(10 + 4 * seed, seed)
        results = []
        for engine in (ConnectFourEngine(14), PLAIN.ConnectFourEngine(14)):
            stand(engine, position)
            results.append(([engine.search(depth) for depth in range(1, 6)], engine.nodes))
        assert results[0] == results[1]


def test_it_takes_a_win_and_stops_one() -> None:
    assert stand(ConnectFourEngine(14), parse_position("112233")).search(1)[1] == 3
    assert stand(ConnectFourEngine(14), parse_position("11223")).search(2)[1] == 3


def test_a_search_cut_off_says_so() -> None:
    score, column, complete = stand(ConnectFourEngine(14), Position(), nodes=3).search(8)
    assert not complete
    assert column == NO_COLUMN
    assert score < -21 * SCORE_OF_A_STONE
