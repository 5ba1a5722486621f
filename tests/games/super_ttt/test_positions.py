"""Which marks are accepted as a position: what some game, forfeits included, can lead to, and nothing else."""

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import naive_rules
from support.playouts import TEMPERS, states

from sttt.errors import PositionError
from sttt.games.game import Result, Side
from sttt.games.super_ttt.position import Position, enter_turn
from sttt.games.super_ttt.text import parse_position, parse_square

EMPTY = "........."
X_OWNS, O_OWNS = "xxx......", "ooo......"
DEAD = "xoxxoooxo"


def line(*boards: str, turn: str = "x2") -> str:
    """Write a compact form from its first little boards; the rest are empty."""
    return "/".join([*boards, *[EMPTY] * (9 - len(boards))]) + f":{turn}"


@pytest.mark.slow
@given(seed=st.integers(0, 10**6), temper=st.sampled_from(TEMPERS))
def test_every_position_of_a_game_is_accepted_the_finished_one_included(seed: int, temper: str) -> None:
    for state in states(seed, temper):
        assert parse_position(naive_rules.compact(state)).result == naive_rules.result(state)


@pytest.mark.parametrize("boards", [("xx.xx....", "x........"), ("oo.......", "oo.......", "oo.......")])
def test_any_numbers_of_marks_are_accepted_since_placements_may_be_forfeited(boards: tuple[str, ...]) -> None:
    assert parse_position(line(*boards)).result is None


@pytest.mark.parametrize(
    ("boards", "result"),
    [
        ([X_OWNS] * 3, Result.X_WINS),
        ([EMPTY, O_OWNS, EMPTY, EMPTY, O_OWNS, EMPTY, EMPTY, O_OWNS], Result.O_WINS),
        ([X_OWNS, O_OWNS, X_OWNS, O_OWNS, DEAD, O_OWNS, O_OWNS, X_OWNS, O_OWNS], Result.DRAW),
    ],
)
def test_finished_positions_are_accepted(boards: list[str], result: Result) -> None:
    assert parse_position(line(*boards)).result is result


def test_two_lines_through_the_mark_that_closed_a_little_board_are_accepted() -> None:
    assert parse_position(line("xxxx..x..")).owner(0) is Side.X


@pytest.mark.parametrize(
    ("boards", "words"),
    [
        (["xxxooo..."], "little board 1 holds a line of x and one of o"),
        ([EMPTY, "xxx...xxx"], "little board 2 holds lines that no single mark can have completed"),
        ([EMPTY, EMPTY, "ooooooo.."], "little board 3 holds lines that no single mark can have completed"),
        ([X_OWNS] * 3 + [O_OWNS] * 3, "both sides own three little boards in a row"),
        ([X_OWNS] * 9, "x owns lines of little boards that no single turn can have completed"),
        (
            [O_OWNS, O_OWNS, O_OWNS, O_OWNS, O_OWNS, O_OWNS, O_OWNS, EMPTY, O_OWNS],
            "o owns lines of little boards that no single turn can have completed",
        ),
    ],
)
def test_marks_that_no_game_leads_to_are_refused(boards: list[str], words: str) -> None:
    with pytest.raises(PositionError, match=re.escape(words)):
        parse_position(line(*boards))


def test_two_big_lines_completed_by_the_two_placements_of_one_turn_are_accepted() -> None:
    before = parse_position(line(X_OWNS, X_OWNS, "xx.......", X_OWNS, X_OWNS, "xx......."))
    won, counted = enter_turn(before, (parse_square("33"), parse_square("63")))
    assert None not in counted
    assert Position.from_marks(won.x, won.o, won.side) == won


def test_the_winner_owns_exactly_what_one_last_turn_can_complete() -> None:
    unfinished = [mask for mask in range(512) if not owns_three_in_a_row(mask)]
    reachable = set(unfinished)
    for mask, first, second in product(unfinished, range(9), range(9)):
        reachable.add(mask | 1 << first)
        if owns_three_in_a_row(mask | 1 << first):
            reachable.add(mask | 1 << first | 1 << second)
    assert {mask for mask in range(512) if is_accepted(mask)} == reachable


def owns_three_in_a_row(mask: int) -> bool:
    return naive_rules.three_in_a_row(["x" if mask >> board & 1 else "." for board in range(9)]) is not None


def is_accepted(mask: int) -> bool:
    try:
        parse_position(line(*[X_OWNS if mask >> board & 1 else EMPTY for board in range(9)], turn="o2"))
    except PositionError:
        return False
    return True


@pytest.mark.parametrize(
    ("turn", "words"),
    [("x2", "2 placements left in the turn; expected 1"), ("o2", "2 placements left in the turn; expected 1")],
)
def test_two_placements_left_with_a_single_open_square_are_refused(turn: str, words: str) -> None:
    with pytest.raises(PositionError, match=re.escape(words)):
        parse_position(line(*[DEAD] * 8, "xoxxooox.", turn=turn))


def test_placements_left_default_to_a_whole_turn() -> None:
    assert Position.from_marks(1, 2, Side.O).left == 2
    single = parse_position(line(*[DEAD] * 8, "xoxxooox.", turn="o1"))
    assert Position.from_marks(single.x, single.o, Side.O) == single


@pytest.mark.parametrize("left", [0, 3, -1])
def test_other_numbers_of_placements_left_are_refused(left: int) -> None:
    with pytest.raises(PositionError, match=f"{left} placements left in the turn; expected 1 to 2"):
        Position.from_marks(0, 0, Side.X, left)


@pytest.mark.parametrize(("x", "o", "words"), [(1 << 81, 0, "x has marks off"), (0, -1, "o has marks off")])
def test_marks_off_the_board_are_refused(x: int, o: int, words: str) -> None:
    with pytest.raises(PositionError, match=words):
        Position.from_marks(x, o, Side.X)


def test_a_square_marked_by_both_sides_is_refused() -> None:
    with pytest.raises(PositionError, match="square 52 is marked by both sides"):
        Position.from_marks(1 << 37, 1 << 37, Side.X)
