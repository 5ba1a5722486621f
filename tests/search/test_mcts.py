"""The playout players of any game: legal, repeatable, and right where there is little left to see."""

import time

import pytest
from support.play import play_randomly

from sttt.games.game import Side
from sttt.games.qubic.position import LINES, Position, squares, winning_squares
from sttt.games.qubic.text import parse_position
from sttt.players.player import Limits
from sttt.players.registry import make_player
from sttt.search.mcts import Mcts

DRAWN = "BRRBBBRBBRBBRBBRRBRBRRBRRRBBBRBRRBRRRRRBRRBRBRBBBRBBRBBBBBRRRBRR"
ONE_MOVE = parse_position("RRR............./BB.............B/................/................")


def late() -> Position:
    """A cube that was drawn, with a few marks taken off again, so that R completes a line somewhere."""
    x, o = (sum(1 << square for square, mark in enumerate(DRAWN) if mark == side) for side in "RB")
    line = next(line for line in LINES if sum(DRAWN[square] == "R" for square in line) == 3)
    reds = [square for square in squares(x) if square not in line][:4]
    blues = [square for square in squares(o) if square in line] + [s for s in squares(o) if s not in line][:3]
    return Position.from_marks(x - sum(1 << s for s in reds), o - sum(1 << s for s in blues))


def test_it_finds_a_win_in_one() -> None:
    position = late()
    assert Mcts(1).rank(position, 400)[0].placement in winning_squares(position, Side.X)


def test_visits_are_the_playouts_and_means_are_points() -> None:
    search: Mcts[Position] = Mcts(3)
    ranked = search.rank(Position(), 200)
    assert sum(one.visits for one in ranked) == search.playouts == 200
    assert {one.placement for one in ranked} == set(range(64))
    assert all(0 <= one.mean <= 1 for one in ranked)


def test_the_seed_decides_everything() -> None:
    assert Mcts(5).rank(ONE_MOVE, 100) == Mcts(5).rank(ONE_MOVE, 100)
    assert Mcts(5).rank(ONE_MOVE, 100) != Mcts(6).rank(ONE_MOVE, 100)


def test_the_deadline_leaves_one_playout() -> None:
    search: Mcts[Position] = Mcts(1)
    assert len(search.rank(Position(), 10**6, time.monotonic() - 1)) == 1
    assert search.playouts == 1


@pytest.mark.parametrize("name", ["mcts-100", "uniform"])
def test_a_turn_of_two_placements_is_whole(name: str) -> None:
    position = play_randomly(40, 2)
    first, second = (make_player(name, 7).choose(position, Limits(nodes=50)).turn for _ in range(2))
    assert first == second
    assert len(first) == position.left
    for placement in first:
        position = position.play(placement)


def test_uniform_plays_a_whole_game_of_legal_placements() -> None:
    player = make_player("uniform", 4)
    position = Position()
    while not position.result:
        (square,) = player.choose(position, Limits()).turn
        position = position.play(square)
    assert position.side in Side
