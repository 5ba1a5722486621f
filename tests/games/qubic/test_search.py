"""Threat sequences, proofs and the value search of 4x4x4 tic-tac-toe: against naive searches, and in both builds."""

import math
import re
import time
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import naive_qubic as naive

from sttt.games.game import Side
from sttt.games.qubic.position import BITS, Position, squares, winning_squares
from sttt.games.qubic.search.engine import DECIDED_SCORE, NO_MOVE, QubicEngine
from sttt.games.qubic.search.prover import QubicProver
from sttt.games.qubic.search.threats import QubicThreats
from sttt.games.qubic.text import parse_position
from sttt.kernel.builds import interpreted
from sttt.kernel.limits import NO_NODE_LIMIT

PLAIN_THREATS = interpreted("sttt.games.qubic.search.threats")
PLAIN_PROVER = interpreted("sttt.games.qubic.search.prover")
PLAIN_ENGINE = interpreted("sttt.games.qubic.search.engine")
SOURCES = (PLAIN_THREATS, PLAIN_PROVER, PLAIN_ENGINE)
THREATS = QubicThreats(10)


def crowded(seed: int, moves: int) -> Position:
    """A position of a game in which both sides stop threes, so that it goes on for long."""
    random = Random(seed)
    position = Position()
    while (position.x | position.o).bit_count() < moves:
        must = winning_squares(position, position.side.other)
        position = position.play(random.choice(must or position.legal_placements()))
        if position.result:
            return crowded(seed + 1, moves)
    return position


def own_and_other(position: Position) -> tuple[int, int]:
    return position.marks(position.side), position.marks(position.side.other)


def holds(position: Position, plan: list[int]) -> bool:
    """Replay a win by threats by the rules alone."""
    side = position.side
    for square in plan:
        position = position.play(square)
        if position.winner is side:
            return True
        threats = winning_squares(position, side)
        if winning_squares(position, side.other) or not threats:
            return False
        if len(threats) > 1:
            return True
        position = position.play(threats[0])
    return False


early = st.builds(crowded, st.integers(0, 10**5), st.integers(4, 8))
any_time = st.builds(crowded, st.integers(0, 10**5), st.integers(6, 40))


@pytest.mark.slow
@given(early)
@settings(max_examples=8, deadline=None)
def test_wins_by_threats_are_those_that_trying_everything_finds(position: Position) -> None:
    marks = {naive.cell(square): side for side in Side for square in squares(position.marks(side))}
    plan = THREATS.winning_threats(*own_and_other(position), 10**7)
    assert (plan is not None) == naive.wins_by_threats(marks, position.side, position.side.other)


@given(any_time)
@settings(max_examples=60, deadline=None)
def test_a_win_by_threats_stands_move_by_move(position: Position) -> None:
    plan = THREATS.winning_threats(*own_and_other(position), 20_000)
    assert plan is None or holds(position, plan)


def test_a_three_is_completed_rather_than_the_opponents_stopped() -> None:
    position = parse_position("RRR............./B...B...B......./................/................")
    assert THREATS.winning_threats(*own_and_other(position), 100) == [3]


@given(any_time)
@settings(max_examples=25, deadline=None)
def test_both_builds_visit_the_same_nodes_for_threats(position: Position) -> None:
    found = []
    for search in (QubicThreats(8), PLAIN_THREATS.QubicThreats(8)):
        search.begin(math.inf, NO_NODE_LIMIT)
        found.append((search.winning_threats(*own_and_other(position), 300), search.knows_nothing, search.nodes))
    assert found[0] == found[1]


@pytest.mark.parametrize("kind", [QubicThreats, PLAIN_THREATS.QubicThreats], ids=["installed", "interpreted"])
def test_before_the_first_search_nothing_was_cut_off(kind: type[QubicThreats]) -> None:
    assert not kind(8).knows_nothing


def test_a_limit_too_small_to_tell_is_said() -> None:
    position = next(one for seed in range(100) if _nodes(one := crowded(seed, 16)) > 20)
    search = QubicThreats(8)
    assert search.winning_threats(*own_and_other(position), 5) is None
    assert search.knows_nothing


def _nodes(position: Position) -> int:
    search = QubicThreats(8)
    search.begin(math.inf, NO_NODE_LIMIT)
    search.winning_threats(*own_and_other(position), 10**6)
    return search.nodes


@cache
def outcome(position: Position) -> int:
    """1 if the side to move wins, 0 a draw, -1 if it loses, by trying everything."""
    if position.result:
        return 0 if position.winner is None else -1
    forced = winning_squares(position, position.side) or winning_squares(position, position.side.other)
    return max(-outcome(position.play(square)) for square in forced or position.legal_placements())


late = st.builds(crowded, st.integers(0, 10**5), st.integers(55, 58))


@pytest.mark.slow
@given(late)
@settings(max_examples=15, deadline=None)
def test_late_proofs_are_what_trying_everything_finds(position: Position) -> None:
    prover = QubicProver(14, 8)
    prover.begin(math.inf, NO_NODE_LIMIT)
    own, other = own_and_other(position)
    proved = prover.prove(own, other)
    assert proved == (outcome(position) == 1)
    square = prover.winning_move(own, other)
    if square is not None:
        assert outcome(position.play(square)) == -1


@pytest.mark.slow
@given(late)
@settings(max_examples=15, deadline=None)
def test_the_value_search_of_late_positions_finds_the_outcome(position: Position) -> None:
    engine = QubicEngine(8, 8)
    engine.begin(math.inf, NO_NODE_LIMIT)
    score, move, finished = engine.search(*own_and_other(position), position.empty, 12)
    assert finished
    assert outcome(position) == (score > DECIDED_SCORE) - (score < -DECIDED_SCORE)
    assert -outcome(position.play(move)) == outcome(position)


def test_both_builds_grow_the_same_proof() -> None:
    position = parse_position("R..............R/B......B......../.....R........../.B..............")
    found = []
    for module in (QubicProver, PLAIN_PROVER.QubicProver):
        prover = module(12, 8)
        prover.begin(math.inf, 1_500)
        found.append((prover.prove(position.x, position.o), prover.winning_move(position.x, position.o), prover.nodes))
    assert found[0] == found[1]


def test_both_builds_search_the_same_values() -> None:
    position = crowded(5, 12)
    found = []
    for module in (QubicEngine, PLAIN_ENGINE.QubicEngine):
        engine = module(8, 8)
        engine.begin(math.inf, 3_000)
        found.append([engine.search(*own_and_other(position), position.empty, depth) for depth in (1, 2, 3)])
        found[-1].append(engine.nodes)
        found[-1].append(engine.evaluation(*own_and_other(position)))
    assert found[0] == found[1]


def test_the_evaluation_counts_lines_of_one_side_alone() -> None:
    engine = QubicEngine(4, 4)
    empty = engine.evaluation(0, 0)
    assert engine.evaluation(BITS[0], 0) - empty == 7
    assert engine.evaluation(BITS[1], 0) - empty == 4
    assert engine.evaluation(BITS[0] | BITS[3], BITS[1]) == -engine.evaluation(BITS[1], BITS[0] | BITS[3]) + 2 * empty


def test_a_search_without_time_names_no_move() -> None:
    engine = QubicEngine(8, 8)
    engine.begin(time.monotonic() - 1, 1)
    assert engine.search(0, 0, 2**64 - 1, 3) == (0, NO_MOVE, False)


def test_a_proof_without_room_or_nodes_says_that_it_does_not_know() -> None:
    prover = QubicProver(8, 8)
    prover.begin(math.inf, NO_NODE_LIMIT)
    assert prover.prove(0, 0) is None
    assert prover.is_crowded
    assert prover.winning_move(0, 0) is None
    prover.forget()
    assert not prover.is_crowded


@pytest.mark.parametrize("module", SOURCES, ids=lambda module: module.__name__)
def test_no_literal_is_shifted_in_what_is_compiled(module: object) -> None:
    assert not re.findall(r"\b\d+ ?<<", Path(str(module.__file__)).read_text(encoding="utf-8"))  # type: ignore[attr-defined]
