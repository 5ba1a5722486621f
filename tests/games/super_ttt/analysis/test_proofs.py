"""Proofs in squares, against searches on plain squares and against the rules."""

import math
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.endings import filled_position, late_position
from support.plain_solver import shortest_win, wins_within

from sttt.games.claim import EVER, Claim
from sttt.games.game import Result, Side
from sttt.games.super_ttt.analysis.proofs import Inquiry, Proof, Question, most_turns
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.classes import groups, tables
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.search.solver import Solver
from sttt.games.super_ttt.text import parse_position
from sttt.kernel.builds import interpreted
from sttt.kernel.limits import NO_NODE_LIMIT

BENCHMARK = Path(__file__).parents[4] / "benchmarks" / "verify_proofs.py"
PROVER = Prover(14)

X_IN_3 = parse_position("ox..x.x../ox..oo.xx/x...x..../..o.x.o.x/x.....x../ox.o.o.x./xo....o../o.oxx.xo./o.o..xoo.:x1")
O_IN_2 = parse_position(".oxxx.oox/.xxoxoo.x/oxxo.oxx./.oxoo.xxo/.oox.xoxo/o.oxxoox./oxxxooxox/xx.oox.oo/oxo.xxoxx:o2")


def prove(position: Position, side: Side, turns: int, prover: Prover = PROVER) -> Proof:
    proof = prover.work_on(Question(position, side, turns))
    assert proof is not None
    return proof


def test_a_short_run_of_the_long_check_finds_nothing_wrong_and_leaves_turns_out() -> None:
    done = subprocess.run(
        [sys.executable, BENCHMARK, "--positions", "10", "--seed", "7"],
        capture_output=True,
        text=True,
        timeout=100,
        check=True,
    )
    assert "10 positions, seed 7" in done.stdout
    assert "\n0 wrong" in done.stdout
    assert ", 0 turns left out" not in done.stdout


@pytest.mark.slow
@settings(max_examples=60)
@given(st.integers(0, 2**32), st.sampled_from([filled_position, late_position]), st.sampled_from(Side))
def test_answers_are_those_of_a_search_on_plain_squares(
    seed: int, make: Callable[[int, int, int], Position], side: Side
) -> None:
    position = make(seed, 6, 10)
    last = list(PROVER.deepen(position, side, 9))[-1]
    turns = shortest_win(position, side, most_turns(position, side))
    assert last.claim == Claim(side, wins=bool(turns), turns=turns or EVER)


@pytest.mark.parametrize("left", [1, 2])
@pytest.mark.parametrize("cost", [1, 2, 3, 4])
def test_a_first_turn_of_one_placement_wins_no_more_than_one_placement(left: int, cost: int) -> None:
    """One line is left to X, whose last board lacks 1 to 3 marks; a fourth lacks in another one."""
    last = {1: "xx.", 2: "x..", 3: "...", 4: "..."}[cost]
    first = "xx......." if cost == 4 else "xxx......"
    position = parse_position(f"{first}/xxx....../{last}....../{'/'.join(['xoxxoooxo'] * 6)}:x{left}")
    for turns in (1, 2):
        proof = prove(position, Side.X, turns)
        assert proof.claim.wins == wins_within(position, Side.X, turns)
        assert proof.turns >= turns or proof.claim.wins


@pytest.mark.slow
def test_both_builds_give_equal_bounds_and_nodes() -> None:
    module = interpreted("sttt.games.super_ttt.analysis.prover")
    other = module.Prover(14)
    for seed in range(6):
        position = late_position(seed, 20, 30)
        for side in Side:
            ours, theirs = Prover(14), other
            theirs.solver.forget()
            proofs = list(ours.deepen(position, side, 4))
            again = list(theirs.deepen(position, side, 4))
            assert [(str(one), one.nodes) for one in proofs] == [(str(one), one.nodes) for one in again]


def test_where_nothing_is_left_out_a_win_that_fails_in_two_turns_fails_for_good() -> None:
    position = parse_position(
        "..x..x..x/...xxx.../...ooo.../.x..x..x./...o...../.o..o..o./..o.o.o../...xxx.../xooo..xxx:x2"
    )
    solver = Solver(tables.load(), groups.load(), 12)
    ClassView(position).set_up(solver)
    solver.begin(math.inf, NO_NODE_LIMIT)
    assert solver.bound(1, 2) == -EVER


@pytest.mark.parametrize(("position", "side", "turns"), [(X_IN_3, Side.X, 3), (O_IN_2, Side.O, 2)])
def test_a_win_is_played_out_by_the_rules_to_its_last_turn(position: Position, side: Side, turns: int) -> None:
    line = PROVER.line(position, side, turns)
    own_turns, before = 0, None
    for square in line:
        own_turns += position.side is side and before is not side
        before = position.side
        position = position.play(square)
    assert position.result is Result.win(side)
    assert own_turns == turns


def test_a_line_past_its_deadline_is_left_out() -> None:
    assert PROVER.line(X_IN_3, Side.X, 3, time.monotonic() - 1) == ()


def test_the_turn_of_a_win_is_known_when_the_table_knows_the_win() -> None:
    prover = Prover(14)
    turns = [prover.winning_turn(X_IN_3, Side.X, 3) for _ in range(2)]
    assert turns[0] == turns[1] != ()
    assert prover.winning_turn(X_IN_3, Side.X, 2) == ()


@pytest.mark.slow
def test_the_defenders_turn_holds() -> None:
    """Whatever the attacker cannot win within, it cannot after the turn that the proof names."""
    checked = 0
    for seed in range(80):
        position = late_position(seed, 9, 13)
        attacker = position.side.other
        proof = prove(position, attacker, 2)
        if not proof.claim.wins and not wins_within(position, attacker, 2):
            after = position
            for square in PROVER.best_turn(position):
                after = after.play(square)
            assert not wins_within(after, attacker, 2) if after.result is None else after.result.winner is not attacker
            checked += 1
    assert checked > 30


def test_a_search_cut_off_goes_on_where_it_was_and_counts_all_nodes() -> None:
    position = Position()
    whole = prove(position, Side.X, 5, Prover(16))
    prover, question, pieces = Prover(16), Question(position, Side.X, 5), 1
    while prover.work_on(question, nodes=1000) is None:
        pieces += 1
    assert pieces > 1
    assert question.nodes >= whole.nodes
    assert str(prove(position, Side.X, 5, prover)) == str(whole) == "x cannot win within 5"


def test_deepening_keeps_its_limits() -> None:
    assert [str(proof) for proof in PROVER.deepen(X_IN_3, Side.X, 2)] == [
        "x cannot win within 1",
        "x cannot win within 2",
    ]
    assert list(Prover(16).deepen(Position(), Side.X, 6, time.monotonic() - 1))[1:] == []
    proofs = list(Prover(16).deepen(Position(), Side.X, 6, math.inf, 1000))
    assert [str(proof) for proof in proofs] == ["x cannot win within 4"]


def test_the_search_leaves_the_position_to_ask_about_as_it_is() -> None:
    prover = Prover(14)
    prove(X_IN_3, Side.X, 2, prover)
    fresh = Prover(14)
    ClassView(X_IN_3).set_up(fresh.solver)
    assert str(prove(X_IN_3, Side.X, 3, prover)) == str(prove(X_IN_3, Side.X, 3, fresh)) == "x wins within 3"


@pytest.mark.slow
@given(st.integers(1, 81), st.sampled_from(Side), st.integers(1, 2))
def test_no_side_has_more_turns_than_open_squares_allow(squares: int, side: Side, left: int) -> None:
    """Played to the end one placement at a time, as if no board were ever closed."""
    marked = sum(2**square for square in range(81 - squares))
    position = Position(x=marked, side=Side.X, left=1 if squares == 1 else left)
    mover, rest, placements = Side.X, squares, position.left
    turns = 0
    while rest > 0:
        turns += mover is side
        rest -= placements
        mover, placements = mover.other, 2
    assert most_turns(position, side) == turns


class TestInquiry:
    def proof(self, claim: str, turns: int) -> Proof:
        return Proof(Claim.parse(claim), turns, 10, 0.5)

    def asked(self, inquiry: Inquiry) -> tuple[Side, int] | None:
        question = inquiry.next_question()
        return question and (question.attacker, question.turns)

    def test_it_asks_the_side_to_move_first_then_the_one_asked_about_fewer_turns(self) -> None:
        inquiry = Inquiry(Position(), list(Side))
        assert self.asked(inquiry) == (Side.X, 1)
        inquiry.add(self.proof("x cannot win within 4", 4))
        assert self.asked(inquiry) == (Side.O, 1)
        inquiry.add(self.proof("o cannot win within 4", 4))
        assert self.asked(inquiry) == (Side.X, 5)
        assert inquiry.value is None

    def test_a_win_ends_it(self) -> None:
        inquiry = Inquiry(Position(), list(Side))
        inquiry.add(self.proof("o wins within 2", 2))
        assert self.asked(inquiry) is None
        assert inquiry.value is Result.O_WINS

    def test_a_side_that_never_wins_is_not_asked_about_again_and_both_make_a_draw(self) -> None:
        inquiry = Inquiry(Position(), list(Side))
        inquiry.add(self.proof("o never wins", 5))
        inquiry.add(self.proof("x cannot win within 6", 6))
        assert self.asked(inquiry) == (Side.X, 7)
        inquiry.add(self.proof("x never wins", 7))
        assert self.asked(inquiry) is None
        assert inquiry.value is Result.DRAW

    def test_one_side_alone_settles_no_draw(self) -> None:
        inquiry = Inquiry(Position(), [Side.X])
        inquiry.add(self.proof("x never wins", 5))
        assert (self.asked(inquiry), inquiry.value) == (None, None)

    def test_the_limit_of_turns_is_kept(self) -> None:
        inquiry = Inquiry(Position(), [Side.X], 6)
        inquiry.add(self.proof("x cannot win within 5", 5))
        assert self.asked(inquiry) == (Side.X, 6)
        inquiry.add(self.proof("x cannot win within 6", 6))
        assert self.asked(inquiry) is None
