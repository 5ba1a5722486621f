"""Turns: written for the referee, read strictly, and read as the referee treats a reply."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapter.scheme import PROTOCOL, format_turn, parse_board, parse_turn
from adapter.scheme.board import fit_turn, parse_reply
from sttt.errors import PlayerError, ProtocolError
from sttt.games.game import Turn
from sttt.games.super_ttt.position import Position, enter_turn

EMPTY = "(little () () () () () () () () ())"
PLACEMENTS = st.none() | st.integers(0, 80)


@pytest.mark.parametrize(
    ("turn", "text"),
    [
        ((40, 36), "((5 . 5) (5 . 1))"),
        ((0, 80), "((1 . 1) (9 . 9))"),
        ((80,), "((9 . 9) ())"),
        ((80, None), "((9 . 9) ())"),
        ((None, 80), "(() (9 . 9))"),
        ((None,), "(() ())"),
    ],
)
def test_a_turn_is_written_on_one_line(turn: Turn, text: str) -> None:
    assert format_turn(turn) == PROTOCOL.format_turn(turn) == text


@pytest.mark.parametrize("turn", [(), (1, 2, 3), (81, 0), (-1,)])
def test_what_is_no_turn_cannot_be_written(turn: Turn) -> None:
    with pytest.raises(ProtocolError, match="expected"):
        format_turn(turn)


@given(st.tuples(PLACEMENTS, PLACEMENTS))
def test_a_written_turn_reads_back(turn: Turn) -> None:
    assert parse_turn(format_turn(turn)) == turn
    assert parse_reply(format_turn(turn)) == turn


@pytest.mark.parametrize(
    "text",
    [
        "((5 . 5) (5 . 1))",
        "((5.5)(5.1))",
        "((5 .5) (5. 1))",
        "'((5 . 5) (5 . 1))",
        "('(5 . 5) '(5 . 1))",
        "(quote ((quote (5 . 5)) (5 . '1)))",
        "((5\n.\t5) ; the centre\n (5 . 1))",
        "((5 . 5) . ((5 . 1)))",
        "((+5 . 05) (5 . 1))",
    ],
)
def test_every_dialect_of_a_turn_reads_the_same(text: str) -> None:
    assert parse_turn(text) == (40, 36)


@pytest.mark.parametrize("empty", ["()", "nil", "#f", "NIL", "'()", "( )"])
def test_a_null_placement_is_read_in_every_spelling(empty: str) -> None:
    assert parse_turn(f"((9 . 9) {empty})") == (80, None)
    assert parse_turn(f"({empty} (9 . 9))") == (None, 80)


@pytest.mark.parametrize(
    ("text", "offset"),
    [
        ("()", 0),
        ("5", 0),
        ("((5 . 5))", 0),
        ("((5 . 5) . 7)", 0),
        ("((5 . 5) (5 . 1) (5 . 2))", 0),
        ("((5 . 5) (5 1))", 9),
        ("((5 . 5) 7)", 9),
        ("((5 . 5) (5 . 10))", 14),
        ("((5 . 5) (0 . 1))", 10),
        ("((5 . 5) (-5 . 1))", 10),
        ("((5 . 5) (5.0 . 1))", 10),
        ("((5 . 5) (5.0))", 9),
        ("((5 . 5) (15.5))", 9),
        ("((5 . 5) (5 . 1e0))", 14),
        ("((5 . 5) (x . 1))", 10),
        ('((5 . 5) ("5" . 1))', 10),
        ("((5 . 5) (5 5 . 1))", 9),
        ("((5 . 5) ((5) . 1))", 10),
        ("((5 . 5) (1 . ))", 14),
        ("((5 . 5) (1 . 2 3))", 16),
        ("((5 . 5) (5 . \N{ARABIC-INDIC DIGIT FIVE}))", 14),
    ],
)
def test_what_is_not_a_turn_is_refused_with_its_place(text: str, offset: int) -> None:
    with pytest.raises(ProtocolError, match="expected") as caught:
        parse_turn(text)
    assert caught.value.offset == offset


@pytest.mark.parametrize(
    "text", ["()", "#f", "sym", "7", '"text"', "((5 . 5))", "((5 . 5) . 7)", "(5 . 5)", "(())", "(() . 7)"]
)
def test_a_reply_that_is_not_a_pair_with_a_pair_as_cdr_forfeits_the_turn(text: str) -> None:
    assert parse_reply(text) == (None, None)


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("((5 . 5) (5 . 1) (5 . 2))", (40, 36)),
        ("((5 . 5) (5 . 1) . 7)", (40, 36)),
        ("((5 . 5) (5 . 1) (5.0 . 5))", (40, 36)),
        ("((5 . 5) 3 . 5)", (40, None)),
        ("((5 . 5) . (5 . 1))", (40, None)),
        ("((5 5) (5 . 1))", (None, 36)),
        ("((5 5 . 5) (5 . 1))", (None, 36)),
        ("((5.5) (5 . 1))", (None, 36)),
        ("((10 . 5) (5 . 0))", (None, None)),
        ("((-1 . 5) (99999999999999999999 . 1))", (None, None)),
        ("((x . 5) (5 . #f))", (None, None)),
        ('(("5" . 5) (5 . 1))', (None, 36)),
        ("((5 . 5) ())", (40, None)),
        ("(() (5 . 1))", (None, 36)),
        ("(x (5 . 1))", (None, 36)),
        ("((5 . 5) (5 . 5))", (40, 40)),
    ],
)
def test_a_reply_is_read_element_by_element(text: str, turn: Turn) -> None:
    assert parse_reply(text) == turn


@pytest.mark.parametrize(
    "text", ["((5.0 . 5) (5 . 1))", "((5 . 5) (5 . 1.))", "((5e0 . 5.0) ())", "((5 . 5)", "", "(1 . )", "((5 . 5)) x"]
)
def test_a_float_index_and_unreadable_text_lose(text: str) -> None:
    with pytest.raises(ProtocolError, match="expected"):
        parse_reply(text)


@pytest.mark.parametrize("index", ["5.0", "5.", "5e0", "50e-1", "+5.0"])
def test_a_float_square_loses_only_where_the_referee_looks_it_up(index: str) -> None:
    """It checks the numbers' range first, then the owner of the little board, and last the square itself."""
    board = parse_board("(big " + EMPTY * 4 + "(little x x x () () () () () ())" + EMPTY * 4 + ")", "o")
    assert parse_reply(f"((5 . {index}) (1 . 1))", board) == (40, 0)
    assert parse_reply(f"((1 . 1) (5 . {index}))", board) == (0, 40)
    assert enter_turn(board, (40, 0))[1] == (None, 0)
    assert parse_reply(f"((10 . {index}) ({index} . 0))", board) == (None, None)
    assert parse_reply(f"((x . {index}) ({index} . 1/2))", board) == (None, None)
    for lost in (f"((4 . {index}) (1 . 1))", f"((1 . 1) (4 . {index}))", f"(({index} . 5) (1 . 1))"):
        with pytest.raises(ProtocolError, match="expected an exact integer"):
            parse_reply(lost, board)


@pytest.mark.parametrize("index", ["0.0", "10.0", "-5.0", "5.5", "5e9", "1e999", "1e-999", "nan", "+inf.0", "1_0.0"])
def test_a_number_that_is_no_whole_one_from_1_to_9_forfeits_its_placement(index: str) -> None:
    assert parse_reply(f"((5 . {index}) ({index} . 1))") == (None, None)


def test_an_error_reply_carries_its_message() -> None:
    with pytest.raises(PlayerError, match='error: no "such" board'):
        parse_reply('(error "no \\"such\\" board")')
    with pytest.raises(PlayerError, match="error: oops 5"):
        parse_reply("(error oops 5)")


@pytest.mark.parametrize("reply", ["((9 . 9) ())", "(() (9 . 9))", "((9 . 9) (9 . 9))", "((1 . 1) (9 . 9))"])
def test_a_reply_to_a_one_square_turn_is_its_valid_placement_wherever_it_stands(reply: str) -> None:
    board = "(big " + "(little x o x x o o o x x) " * 8 + "(little x o x x o o o x ()))"
    assert fit_turn(parse_reply(reply), parse_board(board)) == (80,)
    assert fit_turn(parse_reply("((1 . 1) ())"), parse_board(board)) == (0,)
    assert fit_turn(parse_reply(reply), Position()) == parse_reply(reply)
