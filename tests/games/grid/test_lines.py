"""What a line of a grid is, and what it decides."""

import pytest

from sttt.board.shape import costs, deciding_lines
from sttt.errors import PositionError
from sttt.games.contract import check_game
from sttt.games.game import Result, Side
from sttt.games.grid import three_by_three
from sttt.games.grid.position import Grid, GridPosition, lines_in_a_row, rotations_and_reflections, rows_of
from sttt.games.grid.text import grid_game


class Misere(GridPosition):
    __slots__ = ()
    GRID = Grid(3, 3, three_by_three.LINES, lines_lose=True)


GAME = grid_game("misere", "misère", Misere, rules=("Three in a row lose.",))


@pytest.mark.parametrize(("cells", "result"), [("xxx.oo...:o", Result.O_WINS), ("ooox.xx..:x", Result.X_WINS)])
def test_in_misere_play_the_side_with_a_line_has_lost(cells: str, result: Result) -> None:
    position = GAME.parse_position(cells)
    assert position.result is result
    assert position.legal_placements() == ()
    assert GAME.draw(position).endswith(f"{result.winner} has won")
    assert GAME.shape
    assert deciding_lines(GAME.shape, position) == ((0, 1, 2),)
    loser = Side.X if result is Result.O_WINS else Side.O
    assert costs(GAME.shape, position, loser).lines[0] == 0


def test_a_full_misere_board_without_a_line_is_a_draw_and_two_lines_are_no_position() -> None:
    assert GAME.parse_position("xoxxoooxx:o").result is Result.DRAW
    with pytest.raises(PositionError, match="both x and o have lost"):
        GAME.parse_position("xxxooo...:x")


def test_lines_in_a_row_are_rows_then_columns_then_diagonals() -> None:
    assert lines_in_a_row(2, 3, 2) == rows_of(
        [[0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5], [0, 4], [1, 5], [1, 3], [2, 4]]
    )
    assert lines_in_a_row(3, 3, 3) == rows_of(
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
    )


@pytest.mark.parametrize(
    ("grid", "count"),
    [
        (Grid(3, 3, lines_in_a_row(3, 3, 3)), 8),
        (Grid(3, 4, lines_in_a_row(3, 4, 3)), 4),
        (Grid(3, 3, lines_in_a_row(3, 3, 3), holes=1), 2),
        (Grid(3, 3, rows_of([[0, 1, 2]])), 2),
        (Grid(3, 3, lines_in_a_row(3, 3, 3), spoilers=rows_of([range(3)])), 2),
    ],
    ids=["square", "oblong", "a hole", "one line", "spoilers"],
)
def test_rotations_and_reflections_keep_lines_holes_and_spoilers(grid: Grid, count: int) -> None:
    assert len(rotations_and_reflections(grid).permutations) == count


class Wide(GridPosition):
    __slots__ = ()
    GRID = Grid(11, 12, lines_in_a_row(11, 12, 5))


@pytest.mark.slow
def test_a_grid_of_any_size_keeps_the_contract_of_a_game() -> None:
    check_game(grid_game("wide", "11x12", Wide, rules=("Five in a row win.",)))


def test_a_square_beyond_the_ninth_row_or_column_is_named_with_a_comma() -> None:
    game = grid_game("wide", "11x12", Wide, rules=("Five in a row win.",))
    assert game.format_turn((131,)) == "11,12"
    assert game.parse_turn("11,12") == game.parse_turn("(11 12)") == (131,)
    assert game.parse_turn("23") == (14,)
    with pytest.raises(PositionError, match="row 1 to 11"):
        game.parse_turn("1112")
    drawn = game.draw(game.start().play(131)).splitlines()
    assert len({len(line) for line in drawn[:12]}) == 1
    assert drawn[11].split() == ["11", *"." * 11, "x"]


def test_rows_that_the_notation_cannot_number_are_refused() -> None:
    with pytest.raises(ValueError, match="after 99"):
        Grid(100, 1, ())
