"""Boards and requests: every dialect reads the same, and what is not a board is refused with its place."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.scheme_texts import (
    EMPTY_BOARD,
    EMPTY_LITTLE,
    START,
    board_tree,
    in_some_dialect,
    random_position,
    request_tree,
)

from adapter.scheme import PROTOCOL, format_board, parse_board
from adapter.scheme.board import format_request, parse_request
from adapter.scheme.reader import SIZE_LIMIT
from sttt.errors import ProtocolError
from sttt.games.game import Result, Side
from sttt.games.super_ttt.position import Position

RANDOMS = st.randoms(use_true_random=False)
TURNS = st.integers(0, 45)

ASSIGNMENT_EXAMPLE = """
        ('big ('little 'x () () () () () () () ())
              ('little () () () () () () () () ())
              ('little () () () () () () () () ())
              ('little () () () () () () () () ())
              ('little () () () () 'x () () () ())
              ('little () () () () () () () () ())
              ('little () () () () () () () () ())
              ('little () () () () () () () () ())
              ('little () () () () () () () () ())
        )
"""


def test_the_assignments_own_example_is_read() -> None:
    assert parse_board(ASSIGNMENT_EXAMPLE, "o") == Position.from_marks(1 << 0 | 1 << 40, 0, Side.O)


def test_the_empty_board_is_the_starting_position() -> None:
    assert parse_board(EMPTY_BOARD) == Position()
    assert format_board(Position()) == EMPTY_BOARD
    assert PROTOCOL.parse_position(START) == Position()


@pytest.mark.slow
@given(RANDOMS, TURNS)
def test_every_dialect_of_a_request_reads_the_same(random: Random, turns: int) -> None:
    position = random_position(random, turns)
    text = in_some_dialect(request_tree(position), random)
    assume(len(text) <= SIZE_LIMIT)
    assert PROTOCOL.parse_position(text) == position


@pytest.mark.slow
@given(RANDOMS, TURNS)
def test_a_written_board_reads_back(random: Random, turns: int) -> None:
    position = random_position(random, turns)
    assert parse_board(format_board(position), position.side) == position
    assert parse_request(format_request(position)) == position
    assert "\n" not in format_request(position)
    assert parse_board(in_some_dialect(board_tree(position), random), position.side.upper()) == position


def test_any_number_of_marks_is_accepted() -> None:
    board = EMPTY_BOARD.replace("(little () () ()", "(little o o ()", 5)
    assert parse_board(board).o.bit_count() == 10
    assert parse_board(board).x == 0


def test_a_finished_board_is_still_a_board() -> None:
    won = EMPTY_BOARD.replace("(little () () ()", "(little x x x", 3)
    assert parse_board(won, "o").result is Result.X_WINS


def test_a_single_open_square_makes_a_turn_of_one_placement() -> None:
    full = "(little x o x x o o o x x)"
    text = f"((big {' '.join([full] * 8)} (little x o x x o o o x ())) o)"
    assert PROTOCOL.parse_position(text).left == 1


def little(*squares: str) -> str:
    return f"(little {' '.join(squares)})"


def with_first(first: str) -> str:
    return f"((big {first} {' '.join([EMPTY_LITTLE] * 8)}) x)"


@pytest.mark.parametrize(
    ("request_text", "offset", "complaint"),
    [
        ("x", 0, "the request is 'x'; expected (BOARD WHO)"),
        ("()", 0, "the request is (); expected (BOARD WHO)"),
        (f"({EMPTY_BOARD})", 0, "the request is a list of 1"),
        (f"({EMPTY_BOARD} x x)", 0, "the request is a list of 3"),
        (f"({EMPTY_BOARD} . x)", 0, "the request is a list of 1"),
        (f" ({EMPTY_BOARD} y)", len(EMPTY_BOARD) + 3, "the side to move is 'y'; expected x or o"),
        (f"({EMPTY_BOARD} {'y' * 20})", len(EMPTY_BOARD) + 2, f"the side to move is '{'y' * 20}'; expected"),
        (f"({EMPTY_BOARD} {'y' * 21})", len(EMPTY_BOARD) + 2, f"the side to move is '{'y' * 17}...'; expected"),
        (f"({EMPTY_BOARD} ())", len(EMPTY_BOARD) + 2, "the side to move is ()"),
        ("(big x)", 1, "the board is 'big'; expected a list (big ...)"),
        ("(() x)", 1, "the board is (); expected a list (big ...)"),
        (START.replace("big", "bag"), 2, "the board begins with 'bag'; expected big"),
        (START.replace("(big", "((big)"), 2, "the board begins with a list of 1; expected big"),
        (f"((big {EMPTY_LITTLE}) x)", 1, "the board has 1 little board; expected 9"),
        (START.replace(") x)", " . y) x)"), 332, "the board ends in a dotted 'y'"),
        (START.replace(") x)", f" {EMPTY_LITTLE}) x)"), 1, "the board has 10 little boards; expected 9"),
        (with_first("x"), 6, "little board 1 is 'x'; expected a list (little ...)"),
        (with_first("(small)"), 7, "little board 1 begins with 'small'; expected little"),
        (with_first(little(*["()"] * 8)), 6, "little board 1 has 8 squares; expected 9"),
        (with_first(little(*["()"] * 10)), 6, "little board 1 has 10 squares; expected 9"),
        (with_first(little(*["x"] * 8, ". x")), 32, "little board 1 ends in a dotted 'x'"),
        (with_first(little("x", "y", *["()"] * 7)), 16, "square (1 . 2) holds 'y'; expected x, o or ()"),
        (with_first(little("1.5", *["()"] * 8)), 14, "square (1 . 1) holds '1.5'"),
        (with_first(little('"x"', *["()"] * 8)), 14, "square (1 . 1) holds 'x'; expected"),
        (with_first(little("(x)", *["()"] * 8)), 14, "square (1 . 1) holds a list of 1"),
        (with_first(little(*"xxxooo", "()", "()", "()")), 1, "an impossible board: little board 1 holds a line of x"),
    ],
)
def test_what_is_not_a_request_is_refused_with_its_place(request_text: str, offset: int, complaint: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        PROTOCOL.parse_position(request_text)
    assert complaint in str(caught.value)
    assert "expected" in str(caught.value)
    assert caught.value.offset == offset


def test_a_side_that_is_neither_is_refused() -> None:
    with pytest.raises(ProtocolError, match="the side to move is 'z'; expected x or o"):
        parse_board(EMPTY_BOARD, "z")
