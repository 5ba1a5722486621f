"""Squares, turns, the compact line, the board as an s-expression, the drawing."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import naive_rules
from support.playouts import TEMPERS, states

from sttt.errors import PositionError
from sttt.games.game import Side, Turn
from sttt.games.super_ttt.position import Position, format_square
from sttt.games.super_ttt.text import (
    draw,
    format_position,
    format_sexpr,
    format_turn,
    parse_marks,
    parse_position,
    parse_square,
    parse_turn,
)

START = "/".join(["........."] * 9) + ":x2"
TURNS = st.lists(st.none() | st.integers(0, 80), min_size=1, max_size=2).map(tuple)


@pytest.mark.slow
@given(seed=st.integers(0, 10**6), temper=st.sampled_from(TEMPERS))
def test_the_compact_form_round_trips_and_is_what_the_naive_rules_write(seed: int, temper: str) -> None:
    for state in states(seed, temper):
        line = naive_rules.compact(state)
        position = parse_position(line)
        assert format_position(position) == line
        assert (position.side, position.left) == (state.side, state.left)


@given(x=st.integers(0, 2**81 - 1), o=st.integers(0, 2**81 - 1), side=st.sampled_from(Side), left=st.integers(1, 2))
def test_any_marks_round_trip_through_the_compact_form(x: int, o: int, side: Side, left: int) -> None:
    o &= ~x
    assert parse_marks(format_position(Position(x, o, 0, 0, side, left))) == (x, o, side, left)


def test_letter_case_and_white_space_around_a_position_are_ignored() -> None:
    assert parse_position("  " + START.replace(".", "X", 1).upper() + "\n") == parse_position(
        START.replace(".", "x", 1)
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "the position is empty; expected its compact form"),
        ("hello", "'hello' is not a position: it has 1 little board; expected 9"),
        (START.removeprefix("........./"), "it has 8 little boards; expected 9"),
        ("........./" + START, "it has 10 little boards; expected 9"),
        (START.replace("/.........:", "/........:"), "little board 9 has 8 squares; expected 9"),
        ("." + START, "little board 1 has 10 squares; expected 9"),
        (START.replace("/", "//", 1).replace("/.........:", ":"), "little board 2 has 0 squares; expected 9"),
        ("........./...q....." + START[19:], "square 24 is 'q'; expected x, o or ."),
        ("......... ........." + START[19:], "it has 8 little boards; expected 9"),
        (START.removesuffix(":x2"), "it ends in ''; expected ':', the side to move and its placements left"),
        (START.removesuffix("2"), "it ends in 'x'; expected ':', the side to move"),
        (START.replace("x2", "z2"), "it ends in 'z2'; expected ':', the side to move"),
        (START.replace("x2", "x3"), "it ends in 'x3'; expected ':', the side to move"),
        (START.replace("x2", "x0"), "it ends in 'x0'; expected ':', the side to move"),
        (START + " o1", "it ends in 'x2 o1'; expected ':', the side to move"),
        (START.replace("x2", "\u0661\u0662"), "it ends in '\u0661\u0662'; expected ':', the side to move"),
    ],
)
def test_a_bad_compact_form_is_refused_naming_what_is_wrong(line: str, words: str) -> None:
    with pytest.raises(PositionError, match=re.escape(words)):
        parse_position(line)


def test_a_long_wrong_line_is_quoted_shortened() -> None:
    with pytest.raises(PositionError) as refused:
        parse_position("no position " * 1000)
    assert len(str(refused.value)) < 200


@given(line=st.text(max_size=100) | st.text("xo./:12 ", max_size=100))
def test_any_other_text_is_refused_with_a_position_error(line: str) -> None:
    with pytest.raises(PositionError):
        parse_position(line)


def test_the_first_and_last_squares_are_11_and_99() -> None:
    assert (format_square(0), format_square(40), format_square(80)) == ("11", "55", "99")


@given(square=st.integers(0, 80))
def test_squares_round_trip(square: int) -> None:
    assert parse_square(format_square(square)) == square


@given(turn=TURNS)
def test_turns_round_trip(turn: Turn) -> None:
    assert parse_turn(format_turn(turn)) == turn


def test_a_turn_is_written_as_its_placements_joined_by_plus() -> None:
    assert format_turn((40, 36)) == "55+51"
    assert format_turn((40, None)) == "55+--"
    assert format_turn((80,)) == "99"


@pytest.mark.parametrize("name", ["", "5", "555", "50", "05", "5 5", "\u0665\u0665", "55\n"])
def test_what_is_not_a_square_is_refused(name: str) -> None:
    with pytest.raises(PositionError, match="is not a square; expected big and little index 1 to 9"):
        parse_square(name)


@pytest.mark.parametrize("name", ["", "+", "55+", "+55", "55+51+52", "55 51", "55+-", "50+51", "55+51\n"])
def test_what_is_not_a_turn_is_refused(name: str) -> None:
    with pytest.raises(PositionError, match="is not a turn; expected one or two placements"):
        parse_turn(name)


def test_the_board_is_written_as_the_referee_builds_it() -> None:
    empty = "(little () () () () () () () () ())"
    written = format_sexpr(Position().play(0).play(40).play(80))
    first = empty.replace("()", "x", 1)
    centre = "(little () () () () x () () () ())"
    last = "(little () () () () () () () () o)"
    assert written == f"(big {first} {empty} {empty} {empty} {centre} {empty} {empty} {empty} {last})"


DRAWN = """\
 x o . | / - \\ | . . .
 . x . | |   | | . . .
 . . o | \\ - / | . . .
-------+-------+-------
 . . . | . . . | . . .
 . . . | . . . | . . .
 . . . | . . . | . . .
-------+-------+-------
 . . . | . . . | x o x
 . . . | . . . | x o o
 . . . | . . . | o x o
o to move, 2 placements left"""


def test_the_drawing_shows_marks_owners_and_whose_turn_it_is() -> None:
    line = "xo..x...o/ooo....../........./........./........./........./........./........./xoxxoooxo:o2"
    assert draw(parse_position(line)) == DRAWN


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("xxx....../xxx....../xxx....../........./........./........./........./........./.........:o2", "x has won"),
        ("/".join(["xoxxoooxo"] * 9) + ":x2", "nobody has won"),
        (START.replace("x2", "x1"), "x to move, 1 placement left"),
    ],
)
def test_the_drawing_ends_in_the_result_or_the_placements_left(line: str, status: str) -> None:
    assert draw(parse_position(line)).splitlines()[-1] == status
