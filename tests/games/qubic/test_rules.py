"""The rules of 4x4x4 tic-tac-toe against a naive transcription, its symmetries and its text forms."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import naive_qubic as naive

from sttt.board.shape import deciding_lines
from sttt.errors import IllegalPlacement, PositionError
from sttt.games.game import Result, Side
from sttt.games.qubic.game import GAME
from sttt.games.qubic.position import LINES, MASKS_THROUGH, Position, enter_turn, format_square, winning_squares
from sttt.games.qubic.symmetry import SYMMETRIES, canonical, to_canonical
from sttt.games.qubic.text import draw, format_position, parse_position, parse_square
from sttt.search.tree import perft

WON = "RRRR............/BBB............./................/................"


def played(seed: int, moves: int) -> Position:
    random = Random(seed)
    position = Position()
    for _ in range(moves):
        if not position.result:
            position = position.play(random.choice(position.legal_placements()))
    return position


positions = st.builds(played, st.integers(0, 10**6), st.integers(0, 64))


def marks_of(position: Position) -> naive.Marks:
    return {naive.cell(square): side for side in Side for square in range(64) if position.marks(side) >> square & 1}


def test_the_lines_are_the_76_straight_ones() -> None:
    assert {frozenset(map(naive.cell, line)) for line in LINES} == naive.LINES
    assert len(LINES) == 76
    assert sorted(len(masks) for masks in MASKS_THROUGH) == [4] * 48 + [7] * 16


@given(st.integers(0, 10**6))
@settings(max_examples=30)
def test_a_game_ends_as_the_naive_rules_say(seed: int) -> None:
    random = Random(seed)
    position, marks = Position(), {}
    while not position.result:
        square = random.choice(position.legal_placements())
        marks[naive.cell(square)] = position.side
        position = position.play(square)
        assert position.winner == naive.winner(marks)
        assert (position.result is None) == (position.winner is None and len(marks) < 64)
    assert position.legal_placements() == ()


@given(positions)
@settings(max_examples=60)
def test_winning_squares_are_those_of_the_naive_rules(position: Position) -> None:
    for side in Side:
        squares = {naive.cell(square) for square in winning_squares(position, side)}
        assert squares == naive.completions(marks_of(position), side)


def test_the_first_placements_are_counted() -> None:
    assert [perft(Position(), depth) for depth in (1, 2)] == [64, 64 * 63]


@pytest.mark.parametrize("placement", [None, -1, 64, 5])
def test_what_the_rules_refuse_is_illegal(placement: int | None) -> None:
    position = Position().play(5)
    with pytest.raises(IllegalPlacement):
        position.play(placement)
    with pytest.raises(IllegalPlacement):
        enter_turn(position, (placement,))


def test_a_turn_is_one_placement_and_the_game_ends_with_its_line() -> None:
    with pytest.raises(IllegalPlacement, match="2 placements"):
        enter_turn(Position(), (1, 2))
    won = parse_position(WON)
    assert won.result is Result.X_WINS
    with pytest.raises(IllegalPlacement, match="over"):
        won.play(40)
    assert deciding_lines(GAME.shape, won) == ((0, 1, 2, 3),)


def test_symmetries_are_192_and_carry_lines_into_lines() -> None:
    assert len(set(SYMMETRIES)) == 192
    lines = set(map(frozenset, LINES))
    assert all({frozenset(to[square] for square in line) for line in lines} == lines for to in SYMMETRIES)


@given(positions, st.sampled_from(SYMMETRIES))
@settings(max_examples=40)
def test_images_of_a_position_are_canonically_equal(position: Position, to: tuple[int, ...]) -> None:
    moved = [sum(1 << to[square] for square in range(64) if marks >> square & 1) for marks in (position.x, position.o)]
    image = Position(moved[0], moved[1], position.winner)
    assert canonical(image) == canonical(position)
    x, o, used = to_canonical(position)
    assert x == sum(1 << used[square] for square in range(64) if position.x >> square & 1)
    assert o == sum(1 << used[square] for square in range(64) if position.o >> square & 1)


def test_different_positions_are_canonically_different() -> None:
    corner, edge = Position().play(0), Position().play(1)
    assert canonical(corner) == canonical(Position().play(21))
    assert canonical(corner) != canonical(edge)


@given(positions)
@settings(max_examples=60)
def test_the_compact_form_reads_back(position: Position) -> None:
    assert parse_position(format_position(position)) == position
    assert parse_position(f"{format_position(position).lower()}:{position.side}") == position


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("................/................/................", "3 layers"),
        ("................/................/................/...............", "layer z=3 has 15 squares"),
        ("Q.............../................/................/................", "square 0,0,0 is 'Q'"),
        ("B.............../................/................/................", "R has 0 marks and B 1"),
        ("R.............../................/................/................:x", "expected ':o'"),
        ("RRRR............/BBBB............/................/................", "did not move last"),
        ("RRRRRRRR......../BBB............./BB............../BB..............", "no single mark"),
    ],
)
def test_what_is_no_position_is_refused_with_its_place(text: str, why: str) -> None:
    with pytest.raises(PositionError, match=why):
        parse_position(text)


def test_marks_of_both_sides_on_one_square_are_refused() -> None:
    with pytest.raises(PositionError, match="0,1,1"):
        Position.from_marks(1 << 20, 1 << 20)
    with pytest.raises(PositionError, match="off the board"):
        Position.from_marks(1 << 64, 0)


def test_squares_are_named_by_x_y_z() -> None:
    assert [format_square(square) for square in (0, 1, 4, 16, 63)] == ["0,0,0", "1,0,0", "0,1,0", "0,0,1", "3,3,3"]
    assert all(parse_square(format_square(square)) == square for square in range(64))
    assert GAME.format_turn(GAME.parse_turn("3,1,2")) == "3,1,2"
    for name in ("0,4,3", "0,1", "0, 1,1", "a,0,0"):
        with pytest.raises(PositionError, match="not a square"):
            parse_square(name)


def test_the_drawing_shows_the_layers_and_who_is_to_move() -> None:
    lines = draw(parse_position(WON)).splitlines()
    assert lines[1] == " y=0  R  R  R  R   |  B  B  B  .   |  .  .  .  .   |  .  .  .  ."
    assert lines[-1] == "R has won"
    assert draw(Position()).splitlines()[-1] == "R to move"


@pytest.mark.parametrize(("length", "shown"), [(70, 70 * "R"), (71, 67 * "R" + "...")])
def test_an_error_quotes_seventy_characters_at_most(length: int, shown: str) -> None:
    with pytest.raises(PositionError, match=f"^{re.escape(repr(shown))} is not a position: it has 1 layer;"):
        parse_position(length * "R")


def test_a_game_starts_with_an_empty_cube() -> None:
    assert format_position(GAME.start()) == "/".join(4 * [16 * "."])
