"""The rules of Connect 4 against a plain transcription, and its text forms."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import naive_connect_four as naive
from support.connect_four_positions import unfinished_positions

from sttt.errors import IllegalPlacement, PositionError
from sttt.games.connect_four.game import GAME
from sttt.games.connect_four.position import LINES, Position, canonical, enter_turn, mirrored
from sttt.games.connect_four.text import format_position, parse_position
from sttt.games.game import Result, Side

DRAWN = "441365675334466335442232661515577771217122"


@pytest.mark.slow
@given(st.integers(0, 2**32))
def test_whole_games_go_as_the_plain_rules_say(seed: int) -> None:
    random = Random(seed)
    position, board = Position(), naive.EMPTY
    while not position.result:
        assert naive.moves(board) == list(position.legal_placements())
        assert position.side.value == naive.to_move(board)
        column = random.choice(position.legal_placements())
        position, board = position.play(column), naive.drop(board, column)
    assert naive.is_over(board)
    assert (position.result.winner and position.result.winner.value) == naive.winner(board)
    assert position.legal_placements() == ()


def test_there_are_69_lines() -> None:
    assert len(set(LINES)) == 69
    assert {line.bit_count() for line in LINES} == {4}


@pytest.mark.slow
def test_positions_by_stones_are_as_many_as_known() -> None:
    """OEIS A212693, the numbers of legal positions after 0, 1, 2, ... stones."""
    layer, counts = {Position()}, []
    for _ in range(6):
        counts.append(len(layer))
        layer = {position.play(column) for position in layer for column in position.legal_placements()}
    assert counts == [1, 7, 49, 238, 1120, 4263]


def test_a_full_board_without_a_line_is_a_draw() -> None:
    position = parse_position(DRAWN)
    assert position.result is Result.DRAW
    assert position.legal_placements() == ()
    with pytest.raises(IllegalPlacement, match="the game is over"):
        position.play(0)


@pytest.mark.parametrize(
    ("turn", "error"),
    [
        ((None,), "no column was given"),
        ((), "a turn of 0 placements; expected 1"),
        ((1, 2), "a turn of 2 placements; expected 1"),
        ((7,), "column 8 is off the board"),
        ((-1,), "column 0 is off the board"),
        ((3,), "column 4 is full"),
    ],
)
def test_an_illegal_turn_is_refused_with_its_reason(turn: tuple[int | None, ...], error: str) -> None:
    with pytest.raises(IllegalPlacement, match=error):
        enter_turn(parse_position("444444"), turn)


@given(unfinished_positions(0, 30))
def test_a_position_survives_its_compact_form(position: Position) -> None:
    again = parse_position(format_position(position))
    assert again == position
    assert again.columns == position.columns


@pytest.mark.parametrize(
    ("compact", "error"),
    [
        ("48", "stone 2: '8' is not a column; expected 1 to 7"),
        ("4444444", "stone 7: column 4 is full"),
        ("12121213", "stone 8: the game is over"),
        ("4²", "stone 2: '²' is not a column"),
        ("4 4", "stone 2: ' ' is not a column"),
    ],
)
def test_a_wrong_compact_form_is_refused_at_the_first_wrong_stone(compact: str, error: str) -> None:
    with pytest.raises(PositionError, match=error):
        parse_position(compact)


@pytest.mark.slow
@given(unfinished_positions(0, 30))
def test_mirror_images_alone_are_the_same(position: Position) -> None:
    image = parse_position("".join(str(7 - column) for column in position.columns))
    assert canonical(image) == canonical(position)
    assert mirrored(position.x) == image.x
    for column in position.legal_placements():
        assert canonical(position.play(column)) != canonical(position)


def test_the_order_of_stones_does_not_matter() -> None:
    assert parse_position("1234") == parse_position("3214")
    assert hash(parse_position("1234")) == hash(parse_position("3214"))


def test_the_drawing_shows_the_board_and_whose_turn_it_is() -> None:
    lines = GAME.draw(parse_position("4431")).splitlines()
    assert lines[0] == "6  . . . . . . ."
    assert lines[4:] == ["2  . . . o . . .", "1  o . x x . . .", "   1 2 3 4 5 6 7", "x to move"]
    assert GAME.draw(parse_position(DRAWN)).endswith("nobody has won")
    assert GAME.draw(parse_position("1212121")).endswith("x has won")


def test_a_turn_is_a_column() -> None:
    assert GAME.parse_turn("4") == (3,)
    assert GAME.format_turn((3,)) == "4"
    with pytest.raises(PositionError, match="expected 1 to 7"):
        GAME.parse_turn("0")


def test_white_starts() -> None:
    assert [parse_position(compact).side for compact in ("", "4", "44")] == [Side.X, Side.O, Side.X]
