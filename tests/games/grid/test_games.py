"""The grid games against the naive rules: placements, results, text forms, symmetries, shapes."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import naive_grid
from support.naive_grid import FOUR_BY_FOUR, THREE_BY_FOUR, THREE_BY_THREE, Rules

from sttt.board.shape import deciding_lines
from sttt.errors import IllegalPlacement, PositionError
from sttt.games.four_by_four import game as four_by_four
from sttt.games.game import Game, Side
from sttt.games.grid import three_by_three
from sttt.games.grid.position import enter_turn
from sttt.games.three_by_four import game as three_by_four

GAMES = [
    (four_by_four.GAME, FOUR_BY_FOUR),
    (three_by_four.GAME, THREE_BY_FOUR),
    (three_by_three.GAME, THREE_BY_THREE),
]
any_game = st.sampled_from(GAMES)
seeds = st.integers(0, 2**32)


@pytest.mark.slow
@given(any_game, seeds)
def test_whole_games_agree_with_the_naive_rules_after_every_placement(pair: tuple[Game, Rules], seed: int) -> None:
    game, rules = pair
    random = Random(seed)
    position = game.start()
    while True:
        cells = game.format_position(position).partition(":")[0]
        board = naive_grid.board_of(rules, cells)
        assert position.result == naive_grid.result(rules, board)
        legal = tuple(row * rules.columns + column for row, column in naive_grid.empty(rules, board))
        assert position.legal_placements() == legal
        assert game.parse_position(game.format_position(position)) == position
        for square in {-1, *range(17)} - set(legal):
            with pytest.raises(IllegalPlacement):
                position.play(square)
        if position.result:
            break
        position = position.play(random.choice(legal))


@pytest.mark.slow
@given(any_game, st.text("xo.", min_size=16, max_size=16))
def test_any_board_is_read_unless_both_sides_have_won(pair: tuple[Game, Rules], text: str) -> None:
    game, rules = pair
    cells = "".join("#" if square == "#" else cell for square, cell in zip(_blank(rules), text, strict=False))
    board = naive_grid.board_of(rules, cells)
    if naive_grid.has_won(rules, board, "x") and naive_grid.has_won(rules, board, "o"):
        with pytest.raises(PositionError, match="both"):
            game.parse_position(f"{cells}:x")
    else:
        position = game.parse_position(f"{cells.upper()}:O")
        assert position.result == naive_grid.result(rules, board)
        assert game.format_position(position) == f"{cells}:o"


def _blank(rules: Rules) -> str:
    return naive_grid.cells_of(rules, naive_grid.board_of(rules, "." * rules.rows * rules.columns))


def test_four_in_a_row_of_the_board_with_a_hole_win_nothing_but_three_do() -> None:
    before = three_by_four.GAME.parse_position("xx.x#oo.o...:x")
    assert before.play(2).result is None
    assert three_by_four.GAME.parse_position("xx..#oo.o...:x").play(2).result == "x"


def test_who_starts_is_the_assignments_choice() -> None:
    assert three_by_four.GAME.start().side is Side.O
    assert four_by_four.GAME.start().side is Side.X


@pytest.mark.parametrize(
    ("game", "name", "placement"),
    [
        (four_by_four.GAME, "1,1", 0),
        (four_by_four.GAME, "4 4", 15),
        (four_by_four.GAME, "23", 6),
        (three_by_four.GAME, "(0,0)", 0),
        (three_by_four.GAME, "2,3", 11),
    ],
)
def test_a_square_is_named_by_row_and_column(game: Game, name: str, placement: int) -> None:
    assert game.parse_turn(name) == (placement,)
    assert game.parse_turn(game.format_turn((placement,))) == (placement,)


@pytest.mark.parametrize("name", ["0,1", "5,1", "1", "1,2,3", "a", "", "-1,1"])
def test_what_is_no_square_is_refused(name: str) -> None:
    with pytest.raises(PositionError, match="row 1 to 4"):
        four_by_four.GAME.parse_turn(name)


@pytest.mark.parametrize(
    "compact", ["", "x", "................", "...............:x", "................:z", "...z............:x"]
)
def test_what_is_no_position_is_refused(compact: str) -> None:
    with pytest.raises(PositionError):
        four_by_four.GAME.parse_position(compact)


def test_an_illegal_turn_costs_the_game() -> None:
    position = four_by_four.GAME.parse_position("x...............:o")
    for turn in ((0,), (None,), (), (1, 2)):
        with pytest.raises(IllegalPlacement):
            enter_turn(position, turn)


def test_there_are_32_symmetries_of_4x4_and_each_carries_lines_into_lines() -> None:
    lines = {frozenset(4 * row + column for row, column in line) for line in naive_grid.lines(FOUR_BY_FOUR)}
    assert len(four_by_four.SYMMETRIES.permutations) == 32
    for to in four_by_four.SYMMETRIES.permutations:
        assert {frozenset(to[square] for square in line) for line in lines} == lines


@pytest.mark.slow
@given(any_game, seeds, seeds)
def test_symmetric_positions_have_the_same_canonical_form(pair: tuple[Game, Rules], seed: int, lot: int) -> None:
    game, rules = pair
    cells, side = naive_grid.random_cells(rules, seed, 8)
    permutations = {
        "four-by-four": four_by_four.SYMMETRIES.permutations,
        "three-by-four": three_by_four.SYMMETRIES.permutations,
    }.get(game.name, [(6, 3, 0, 7, 4, 1, 8, 5, 2)])
    to = Random(lot).choice(permutations)
    moved = "".join(cell for _, cell in sorted(zip(to, cells, strict=True)))
    forms = [game.canonical(game.parse_position(f"{one}:{side}")) for one in (cells, moved)]
    assert forms[0] == forms[1]
    assert forms[0] != game.canonical(game.parse_position(f"{cells}:{'o' if side == 'x' else 'x'}"))


@given(any_game, seeds)
def test_the_shape_shows_the_marks_and_the_winning_line(pair: tuple[Game, Rules], seed: int) -> None:
    game, _ = pair
    random = Random(seed)
    position = game.start()
    while not position.result:
        position = position.play(random.choice(position.legal_placements()))
    assert game.shape is not None
    marks = "".join(mark or "." for mark in game.shape.marks(position)).replace("#", ".")
    assert marks == game.format_position(position).partition(":")[0].replace("#", ".")
    assert bool(deciding_lines(game.shape, position)) is (position.result != "draw")


@pytest.mark.parametrize(("game", "rules"), GAMES, ids=lambda one: getattr(one, "name", ""))
def test_a_game_starts_without_a_mark(game: Game, rules: Rules) -> None:
    start = game.start()
    assert game.format_position(start) == f"{''.join(_blank(rules))}:{start.side}"
    assert len(start.legal_placements()) == _blank(rules).count(".")
    assert game.parse_position(game.format_position(start)) == start
