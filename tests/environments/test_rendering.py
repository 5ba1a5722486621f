"""What people see of an environment."""

import numpy as np
import pytest
from PIL import ImageColor
from support.episodes import NAMES

from sttt.board.raster import CELL, HOLE, MARGIN, MARKS, OWNERS, PAPER, draw
from sttt.environments import OneAgent, aec
from sttt.games.game import Game, Side
from sttt.players import registry


def colour(name: str, game: Game, text: str, cell: int, at: tuple[float, float] = (0.0, 0.0)) -> bool:
    """Whether a cell has a colour, in its middle unless told, in sides of a cell from there."""
    shape = game.shape
    picture = np.asarray(draw(shape, game.parse_position(text)))
    x, y = (
        MARGIN + CELL * (middle + off)
        for middle, off in zip((shape.cells[cell].x, shape.cells[cell].y), at, strict=True)
    )
    return tuple(picture[int(y), int(x)].tolist()) == ImageColor.getrgb(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_is_as_large_as_the_board(name: str) -> None:
    game = registry.game(name)
    picture = np.asarray(draw(game.shape, game.start()))
    assert picture.shape == (round(CELL * game.shape.height) + 24, round(CELL * game.shape.width) + 24, 3)
    assert picture.dtype == np.uint8


def test_discs_have_the_colours_of_their_sides() -> None:
    game = registry.game("connect-four")
    assert colour("red", game, "44", 18)
    assert colour("yellow", game, "44", 19)
    assert colour(PAPER, game, "44", 20)


def test_crosses_rings_and_holes_are_told_apart() -> None:
    game = registry.game("three-by-four")
    text = "x..o#.......:o"
    assert colour(MARKS[Side.X], game, text, 0)
    assert colour(PAPER, game, text, 3)
    assert colour(MARKS[Side.O], game, text, 3, (0.3, 0.0))
    assert colour(HOLE, game, text, 4)


def test_a_won_little_board_bears_its_owners_mark() -> None:
    game = registry.game("super-ttt")
    text = "xxx....../" + "/".join(["........."] * 8) + ":o2"
    assert colour(OWNERS[Side.X], game, text, 4)
    assert colour(MARKS[Side.X], game, text, 0)  # its own marks stay in sight
    assert not colour(OWNERS[Side.X], game, text, 13)


def test_text_is_the_games_own_drawing() -> None:
    game = registry.game("qubic")
    env = aec("qubic", render_mode="ansi")
    env.reset()
    env.step(21)
    assert env.render() == f"{game.draw(game.start().play(21))}\n"


def test_people_are_shown_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    env = aec("connect-four", render_mode="human")
    env.reset()
    env.step(3)
    assert capsys.readouterr().out.count("to move") == 2
    alone = OneAgent("connect-four", opponent="mcts-100", nodes=1, plays="x", render_mode="human")
    alone.reset()
    alone.step(3)
    assert capsys.readouterr().out.count("to move") == 2


def test_nothing_is_rendered_without_a_mode() -> None:
    env = aec("connect-four")
    env.reset()
    with pytest.warns(UserWarning, match=r"render\(\) does nothing without a render_mode"):
        assert env.render() is None
