"""A position is written, read and played in its game's notation, from Python as anywhere else."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from sttt.errors import IllegalPlacement, PositionError
from sttt.games.drawn import Drawn, game_of
from sttt.games.game import GAMES, Game, Result
from sttt.games.grid.three_by_three import GAME as THREE_BY_THREE
from sttt.games.playout import play_out
from sttt.games.super_ttt.position import Position

ALL = [*GAMES.all(), THREE_BY_THREE]
X_WINS_WITH_35 = "xxx....../xxx....../xx......./.o......./.o......./.o......./.o......./.o......./.........:x2"


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_position_of_any_game_is_its_compact_form_and_is_read_from_it(game: Game[Any]) -> None:
    for position in play_out(game, Random(1)).positions:
        assert str(position) == game.format_position(position)
        assert type(position).from_text(str(position)) == position
        assert game_of(position) is game


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_a_whole_game_is_played_in_notation(game: Game[Any]) -> None:
    by_placement = by_turn = game.start()
    for before, turn, after in play_out(game, Random(2)).turns():
        for placement in (one for one in turn if one is not None):
            by_placement = by_placement.play(game.format_turn((placement,)))
        by_turn = by_turn.play_turn(game.format_turn(tuple(one for one in turn if one is not None)))
        assert by_placement == by_turn == after == before.play_turn(turn)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.name)
def test_every_legal_turn_can_be_played_and_leads_elsewhere(game: Game[Any]) -> None:
    position = play_out(game, Random(3)).positions[4]
    turns = list(position.legal_turns())
    assert len({position.play_turn(turn) for turn in turns}) == len(turns) > 0


def test_the_start_has_a_turn_for_every_two_squares() -> None:
    assert next(Position().legal_turns()) == (0, 1)
    assert sum(1 for _ in Position().legal_turns()) == 81 * 80 // 2


def test_a_finished_game_has_no_turn() -> None:
    assert list(Position.from_text(X_WINS_WITH_35).play("33").legal_turns()) == []


@pytest.mark.parametrize("turn", ["33+99", "33", "33+--", (20, 80), (20,), (20, None), [20]])
def test_behind_a_winning_placement_the_rest_of_a_turn_is_idle(turn: Any) -> None:
    assert Position.from_text(X_WINS_WITH_35).play_turn(turn).result is Result.X_WINS


def test_a_winning_placement_alone_is_a_legal_turn() -> None:
    turns = Position.from_text(X_WINS_WITH_35).legal_turns()
    assert (20,) in turns


def test_a_forfeited_placement_has_to_be_said() -> None:
    assert Position().play_turn("55+--") == Position().play("55").play(None) == Position().play("55").play("--")
    with pytest.raises(IllegalPlacement, match=r"of 55 only 55\+-- counts; expected a whole turn"):
        Position().play_turn("55")


@pytest.mark.parametrize("turn", ["55+55", (40, 40), (40, 40, 41), (40, 81), ()])
def test_a_turn_that_does_not_count_as_given_is_refused(turn: Any) -> None:
    with pytest.raises(IllegalPlacement):
        Position().play_turn(turn)


@pytest.mark.parametrize("text", ["", "5", "00", "55+51"])
def test_a_text_that_is_no_placement_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        Position().play(text)


def test_a_class_without_a_game_is_written_as_python_writes_it_and_read_by_nobody() -> None:
    class Alone(Drawn):
        def __repr__(self) -> str:
            return "alone"

    assert str(Alone()) == "alone"
    with pytest.raises(PositionError, match=r"no game is known of .*Alone"):
        Alone.from_text("")


def test_turns_are_yielded_as_they_are_asked_for() -> None:
    assert list(islice(Position().legal_turns(), 2)) == [(0, 1), (0, 2)]
