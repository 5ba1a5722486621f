"""The names of lines."""

import pytest

from sttt.games.lines import line_name
from sttt.players import registry

GAMES = registry.GAMES.names()


@pytest.mark.parametrize("name", GAMES)
def test_no_two_lines_of_a_game_have_the_same_name(name: str) -> None:
    shape = registry.game(name).shape
    assert shape
    names = [line_name(shape, line) for line in shape.lines]
    assert len(set(names)) == len(names)
    assert all(name.startswith("the ") for name in names)


@pytest.mark.parametrize(
    ("game", "line", "name"),
    [
        ("super-ttt", (0, 1, 2), "the top row of boards"),
        ("super-ttt", (2, 4, 6), "the big diagonal from top right"),
        ("connect-four", (0, 1, 2, 3), "the column A1 to A4"),
        ("connect-four", (0, 6, 12, 18), "the row A1 to D1"),
        ("connect-four", (0, 7, 14, 21), "the diagonal A1 to D4"),
        ("qubic", (16, 17, 18, 19), "the row 0,0,1 to 3,0,1, layer 2"),
        ("qubic", (0, 5, 10, 15), "the diagonal 0,0,0 to 3,3,0, layer 1"),
        ("qubic", (0, 16, 32, 48), "the pillar 0,0,0 to 0,0,3"),
        ("qubic", (0, 17, 34, 51), "the slanting line 0,0,0 to 3,0,3"),
        ("qubic", (0, 21, 42, 63), "the diagonal through the cube, 0,0,0 to 3,3,3"),
        ("three-by-four", (5, 6, 7), "the row 1,1 to 1,3"),
        ("four-by-four", (3, 6, 9, 12), "the diagonal 1,4 to 4,1"),
    ],
)
def test_a_line_is_named_as_players_name_it(game: str, line: tuple[int, ...], name: str) -> None:
    shape = registry.game(game).shape
    assert shape
    assert line in shape.lines
    assert line_name(shape, line) == name
