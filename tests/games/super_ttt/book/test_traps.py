"""Traps: what X begins with is hard to answer, and of its second turns it makes the one that leaves O least."""

import json
import math
from random import Random

import pytest

from strategies.super_ttt.alpha_beta import AlphaBetaPlayer
from sttt.games.claim import EVER, Claim
from sttt.games.game import Result, Side
from sttt.games.super_ttt.analysis.proofs import Question
from sttt.games.super_ttt.analysis.prover import Prover
from sttt.games.super_ttt.book.book import canonical, shipped_book
from sttt.games.super_ttt.book.openings import known_opening, second_turn_trap
from sttt.games.super_ttt.book.traps import TRAP_FILE, draw_trap, traps
from sttt.games.super_ttt.classes.tables import load
from sttt.games.super_ttt.classes.view import ClassView
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.symmetry import SYMMETRIES, Symmetry
from sttt.games.super_ttt.text import parse_turn
from sttt.players.player import Limits
from sttt.players.registry import make_player
from sttt.workshop.settle.judge import X_NEVER_WINS, X_WINS, Judge, O, X


def behind(first: str, reply: str) -> Position:
    return enter_turn(enter_turn(Position(), parse_turn(first))[0], parse_turn(reply))[0]


def key(turn: tuple[int, ...]) -> str:
    return canonical(enter_turn(Position(), turn)[0], load()).key


def test_x_begins_with_each_of_the_traps_and_equal_seeds_draw_equal_turns() -> None:
    random = Random(1)
    drawn = [draw_trap(random) for _ in range(60)]
    assert {key(trap.turn) for trap in drawn} == {key(trap.turn) for trap in traps()}
    assert len({trap.turn for trap in drawn}) > len(traps())
    turns = [make_player("alpha-beta", 7).choose(Position(), Limits()).turn for _ in range(2)]
    assert turns[0] == turns[1] == AlphaBetaPlayer(shipped_book(), 7).choose(Position(), Limits()).turn


def test_no_first_turn_that_sets_more_traps_is_left_out() -> None:
    lost = json.loads(TRAP_FILE.read_text(encoding="ascii"))["lost"]
    assert traps()[0].lost == max(lost.values()) > 0.5
    assert len(lost) == 37


@pytest.mark.slow
@pytest.mark.parametrize(("first", "reply"), [("11+51", "13+55"), ("11+51", "15+55")])
def test_as_many_replies_lose_and_hold_as_a_trap_says(first: str, reply: str) -> None:
    position, judge = behind(first, reply), Judge(18)
    found = second_turn_trap(position)
    assert found is not None
    turn, opening = found
    after = ClassView(enter_turn(position, turn)[0]).packed
    claims = [judge.judge(classes, X, 20_000_000)[0] for _, classes in judge.branches.of(after, O) or ()]
    assert (claims.count(X_WINS), claims.count(X_NEVER_WINS)) == (opening.lost, opening.replies - opening.lost)
    proof = Prover().work_on(Question(enter_turn(position, turn)[0], Side.O, EVER), math.inf)
    assert proof is not None
    assert not proof.claim.wins


def test_the_player_as_x_sets_the_trap_however_the_board_lies_and_knows_the_value() -> None:
    seen = set()
    for big in SYMMETRIES:
        symmetry = Symmetry(big=big)
        position = Position()
        for turn in ("11+51", "13+55"):
            squares = tuple(symmetry.square(square) for square in parse_turn(turn) if square is not None)
            position = enter_turn(position, squares)[0]
        decision = make_player("alpha-beta", 1).choose(position, Limits())
        assert decision.value is Result.DRAW
        assert decision.denied == Claim(Side.O, wins=False)
        assert decision.reason.startswith("book: a trap, ")
        seen.add((canonical(enter_turn(position, decision.turn)[0], load()).key, decision.reason))
    assert len(seen) == 1


def test_what_is_won_or_open_has_no_trap() -> None:
    won = behind("11+55", "91+93")
    opening = known_opening(won)
    assert opening is not None
    assert opening.wins
    assert second_turn_trap(won) is second_turn_trap(Position()) is None
