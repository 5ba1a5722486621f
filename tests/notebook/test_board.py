"""The board in Python: its game follows the rules, players answer, and nothing is left when it is closed."""

import time
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import fromstring

import psutil
import pytest
import traitlets
from support.processes import ends

from sttt.errors import IllegalPlacement, PlayerError, PositionError, StttError
from sttt.games.game import Side
from sttt.games.qubic.position import Position as QubicPosition
from sttt.games.super_ttt.game import GAME
from sttt.notebook import Board


@pytest.fixture
def boards() -> Iterator[list[Any]]:
    """Every board put into it is closed in the end."""
    opened: list[Any] = []
    yield opened
    for board in opened:
        board.close()


def waited(board: Any) -> Any:
    """The board, once nothing is awaited any more."""
    until = time.monotonic() + 150
    while board.thinking:
        assert time.monotonic() < until
        time.sleep(0.01)
    return board


def choose(board: Any, *cells: int) -> None:
    """Do what a click on these cells does."""
    for cell in cells:
        board._obey(board, {"do": "choose", "cell": cell}, [])


@pytest.mark.slow
def test_a_player_answers_and_observers_hear_of_every_position(boards: list[Any]) -> None:
    board = Board(player="rules", seconds=0.2)
    boards.append(board)
    seen: list[Any] = []
    board.observe(lambda change: seen.append(change["new"]), "position")
    choose(board, 40, 36)
    assert board.thinking
    assert board._thinking == "rules"
    waited(board)
    assert [turn[:2] for turn in board.turns[:1]] == [(40, 36)]
    assert len(board.turns) == 2
    assert board.position == GAME.enter_turn(GAME.enter_turn(GAME.start(), (40, 36))[0], board.turns[1])[0]
    assert [position.side for position in seen] == [Side.X, Side.O, Side.X]
    assert board._told.startswith("rules: ")


@pytest.mark.slow
def test_a_player_who_begins_does_so_at_once(boards: list[Any]) -> None:
    board = Board("three-by-four", player="three-by-four-easy", side="o")
    boards.append(board)
    assert len(waited(board).turns) == 1
    assert board.position.side is Side.X


def test_what_the_rules_refuse_is_said_and_changes_nothing(boards: list[Any]) -> None:
    board = Board()
    boards.append(board)
    choose(board, 40, 40)
    assert board._told == "square 55 is not open: it is occupied"
    assert board._played.tentative == [40]
    with pytest.raises(IllegalPlacement):
        board.play((41, 40))
    assert board._played.tentative == [40]
    board._obey(board, {"do": "go", "at": 7}, [])
    assert board._told == "the game has 0 turns"


def test_nobody_places_when_it_is_the_players_turn(boards: list[Any]) -> None:
    board = Board("connect-four", player="connect-four", side="x", seconds=5)
    boards.append(board)
    choose(board, 0)
    assert board._told == "It is the turn of connect-four"
    assert board.turns == ()


@pytest.mark.slow
def test_undo_goes_back_to_the_persons_turn_and_redo_forward_to_it(boards: list[Any]) -> None:
    board = Board("connect-four", player="connect-four-shallow", seconds=0.2)
    boards.append(board)
    for turn in ("4", "4"):
        board.play(turn)
        waited(board)
    whole = board.turns
    board._obey(board, {"do": "undo"}, [])
    assert board.turns == whole[:2]
    board._obey(board, {"do": "undo"}, [])
    board._obey(board, {"do": "undo"}, [])
    assert board.turns == ()
    board._obey(board, {"do": "redo"}, [])
    assert board.turns == whole[:2]
    board._obey(board, {"do": "redo"}, [])
    assert board.turns == whole
    board._obey(board, {"do": "go", "at": 1}, [])
    assert not board.thinking
    board._obey(board, {"do": "new"}, [])
    assert (board.turns, len(board._view["turns"])) == ((), 0)


def test_a_mark_of_a_turn_under_way_is_taken_back_first(boards: list[Any]) -> None:
    board = Board()
    boards.append(board)
    choose(board, 40, 36, 0)
    board._obey(board, {"do": "undo"}, [])
    assert (board.turns, board._played.tentative) == (((40, 36),), [])


def test_a_position_that_is_set_begins_a_game_and_one_of_another_game_is_refused(boards: list[Any]) -> None:
    board = Board("connect-four")
    boards.append(board)
    board.play("4")
    board.position = "1212"
    assert board.turns == ()
    assert board.position.columns == (0, 1, 0, 1)
    assert board._view["position"] == "1212"
    with pytest.raises(PositionError, match="no position of connect-four"):
        board.position = QubicPosition()
    with pytest.raises(PositionError):
        board.position = "99"
    assert board._view["position"] == "1212"


def test_the_strongest_player_evaluates_what_is_on_the_board(boards: list[Any]) -> None:
    board = Board("three-by-four", "xx..#..o....:x", analyse=True)
    boards.append(board)
    thought = waited(board)._thought
    assert (thought["verdict"]["value"], thought["text"]) == ("x", "0,2")
    board.play("0,2")
    assert waited(board)._thought is None
    board._obey(board, {"do": "undo"}, [])
    board.analyse = False
    assert board._thought is None
    assert not board.thinking


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"game": "chess"}, StttError),
        ({"player": "nobody"}, StttError),
        ({"players": "rules"}, StttError),
        ({"player": "qubic"}, PlayerError),
        ({"player": "cmd:true"}, PlayerError),
        ({"seconds": 0.0}, PlayerError),
        ({"side": "z"}, traitlets.TraitError),
        ({"position": "x"}, PositionError),
    ],
)
def test_what_makes_no_sense_is_refused(settings: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        Board(**settings)


def test_a_closed_board_leaves_no_process_in_the_middle_of_a_thought_either() -> None:
    before = {process.pid for process in psutil.Process().children()}
    board = Board("qubic", player="qubic-alpha-beta", side="x", seconds=60.0)
    until = time.monotonic() + 150
    while not (started := {process.pid for process in psutil.Process().children()} - before):
        assert time.monotonic() < until
        time.sleep(0.01)
    board.close()
    assert all(ends(process) for process in started)
    board.close()


def test_whoever_reads_the_notebook_without_python_sees_a_picture(boards: list[Any]) -> None:
    board = Board("four-by-four")
    boards.append(board)
    bundle = board._repr_mimebundle_()
    assert bundle
    data = bundle[0]
    assert "application/vnd.jupyter.widget-view+json" in data
    assert fromstring(data["image/svg+xml"]).tag.endswith("svg")  # noqa: S314 - our own
