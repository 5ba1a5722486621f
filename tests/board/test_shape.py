"""The drawn boards of all games: they show what the rules know, and nothing else."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from sttt.board.shape import changed_cells, costs, deciding_lines
from sttt.games.game import Game, Shape, Side
from sttt.games.super_ttt.classes.costs import IMPOSSIBLE, little_costs
from sttt.games.super_ttt.classes.costs import line_costs as packed_line_costs
from sttt.games.super_ttt.game import GAME as SUPER_TTT
from sttt.games.super_ttt.position import Position
from sttt.players import registry

GAMES = registry.GAMES.all()


def shape(game: Game) -> Shape:
    assert game.shape
    return game.shape


def playout(game: Game, seed: int) -> list[Any]:
    """Every position of a game of random placements, from the start to the end."""
    random = Random(seed)
    positions = [game.start()]
    while not positions[-1].result:
        positions.append(positions[-1].play(random.choice(positions[-1].legal_placements())))
    return positions


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param


def test_every_cell_is_in_one_group_and_no_two_overlap(game: Game) -> None:
    board = shape(game)
    assert sorted(cell for group in board.groups for cell in group.cells) == list(range(len(board.cells)))
    for one, other in combinations(board.cells, 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) >= 1
        assert one.label != other.label
    assert min(min(cell.x, cell.y) for cell in board.cells) == 0.5


def test_it_says_the_rules_in_at_most_ten_short_lines(game: Game) -> None:
    assert 0 < len(game.rules) <= 10
    assert max(map(len, game.rules)) <= 110


@pytest.mark.parametrize("seed", range(5))
def test_a_placement_marks_one_of_the_cells_that_make_it_for_the_side_to_move(game: Game, seed: int) -> None:
    board = shape(game)
    random = Random(seed)
    position = game.start()
    while not position.result:
        placement = random.choice(position.legal_placements())
        after = position.play(placement)
        (cell,) = changed_cells(board, position, after)
        assert board.cells[cell].placement == placement
        assert (board.marks(position)[cell], board.marks(after)[cell]) == (None, position.side)
        position = after


def test_every_legal_placement_has_a_cell(game: Game) -> None:
    made = {cell.placement for cell in shape(game).cells}
    assert set(game.start().legal_placements()) <= made


@pytest.mark.parametrize("seed", range(20))
def test_a_won_game_and_only_that_has_a_completed_line_of_the_winners(game: Game, seed: int) -> None:
    board = shape(game)
    *before, last = playout(game, seed)
    assert all(deciding_lines(board, position) == () for position in before)
    lines = deciding_lines(board, last)
    assert bool(lines) == bool(last.result.winner)
    if last.result.winner:
        own = costs(board, last, last.result.winner)
        assert [own.lines[board.lines.index(line)] for line in lines] == [0] * len(lines)


@pytest.mark.parametrize("seed", range(20))
def test_costs_of_little_boards_and_big_lines_are_those_of_the_engine(seed: int) -> None:
    for position in playout(SUPER_TTT, seed):
        for side in Side:
            shown = costs(shape(SUPER_TTT), position, side)
            assert shown.lines == packed_line_costs(position, side)
            assert [IMPOSSIBLE if cost is None else cost for cost in shown.groups] == little_costs(position, side)


def test_nobody_owns_a_group_of_the_start_and_the_line_of_a_win_is_one_of_groups() -> None:
    board = shape(SUPER_TTT)
    assert board.owners
    assert board.owners(Position()) == (None,) * 9
    won = SUPER_TTT.parse_position("xxx....../xxx....../xxx....../" + "/".join(["........."] * 6) + ":o2")
    assert board.owners(won)[:4] == (Side.X, Side.X, Side.X, None)
    assert deciding_lines(board, won) == ((0, 1, 2),)
