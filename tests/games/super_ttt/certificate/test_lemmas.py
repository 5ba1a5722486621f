"""The lemmas that `docs/certificate.md` rests on, each over all little boards, and one that does not hold."""

from functools import cache
from itertools import combinations, product

import pytest

from sttt.games.claim import Claim
from sttt.games.game import Side
from sttt.games.super_ttt.certificate.order import (
    BOTH,
    DEAD,
    O_ONLY,
    O_OWNED,
    X_ONLY,
    X_OWNED,
    Order,
    States,
    compute,
)
from sttt.games.super_ttt.certificate.pieces import shared_checker
from sttt.games.super_ttt.certificate.squares import play_marks
from sttt.games.super_ttt.position import Position
from sttt.games.super_ttt.symmetry import SYMMETRIES

STATES = States()
KINDS = {"both": BOTH, "x alone": X_ONLY, "o alone": O_ONLY}
BOARDS = ["".join(board) for board in product(".xo", repeat=9)]
OPEN = [board for board in BOARDS if STATES.number(board) > DEAD]


@cache
def order_of(kind: int) -> Order:
    """Compute an order when it is first asked for: each worker reads this file, and one runs it."""
    return Order(STATES, kind)


@pytest.fixture(params=KINDS.values(), ids=list(KINDS))
def order(request: pytest.FixtureRequest) -> Order:
    return order_of(request.param)


def marked(board: str, mark: str) -> list[str]:
    return [f"{board[:at]}{mark}{board[at + 1 :]}" for at in range(9) if board[at] == "."]


@cache
def above(order: Order) -> list[set[int]]:
    """For each state those that serve X no worse."""
    count = range(len(STATES.marks))
    return [{two for two in count if order.serves(0, two, one)} for one in count]


@pytest.mark.slow
def test_the_order_is_reflexive_and_transitive(order: Order) -> None:
    serve = above(order)
    for state, better in enumerate(serve):
        assert state in better
        assert all(serve[other] <= better for other in better)


def test_an_own_mark_more_never_hurts(order: Order) -> None:
    for board in OPEN:
        for side, mark in enumerate("xo"):
            for after in marked(board, mark):
                assert order.serves(side, order.representative(STATES.number(after)), STATES.number(board)), board


@pytest.mark.slow
def test_every_mark_is_copied_into_a_board_that_serves_no_worse(order: Order) -> None:
    """X's marks in the worse board, and O's in the better one; copying may be doing nothing."""
    for one, better in enumerate(above(order)):
        for two in better:
            if not {one, two} & {X_OWNED, O_OWNED}:
                for after in order.marks[one][0]:
                    assert any(order.serves(0, answer, after) for answer in order.marks[two][0] | {two})
                for after in order.marks[two][1]:
                    assert any(order.serves(1, answer, after) for answer in order.marks[one][1] | {one})


@pytest.mark.slow
def test_a_mark_leads_to_a_smaller_state_but_not_always_to_a_smaller_class() -> None:
    """That "no mark makes a class larger" has been believed: lines rest on lines, and not in the order of classes."""
    class_of = compute().class_of
    larger = 0
    for board in OPEN:
        for after in (*marked(board, "x"), *marked(board, "o")):
            assert STATES.number(after) < STATES.number(board)
            larger += class_of[after] > class_of[board]
    assert (class_of["....x.xxo"], class_of[".o..x.xxo"]) == (4, 8)
    assert larger > 0


def test_x_has_84_first_turns_that_differ_and_37_that_no_other_one_dominates() -> None:
    assert len({canonical(pair) for pair in combinations(range(81), 2)}) == 84
    checker = shared_checker()
    checker.begin(Claim(Side.X, wins=False), 0, [])
    assert len({checker.key(play_marks(Position(), turn)) for turn in checker.turns(Position())}) == 37


def canonical(turn: tuple[int, ...]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The least that the big board's symmetries and each little board's own make of marks in the empty boards."""
    boards = {square // 9: [one % 9 for one in turn if one // 9 == square // 9] for square in turn}
    least = {
        board: min(tuple(sorted(to[one] for one in marks)) for to in SYMMETRIES) for board, marks in boards.items()
    }
    return min(tuple(sorted((to[board], marks) for board, marks in least.items())) for to in SYMMETRIES)
