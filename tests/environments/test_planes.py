"""Observations against a slow reading of the text that people see, and masks against the rules."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
from support import naive_rules
from support.episodes import CHOICES, NAMES, positions

from sttt.environments.planes import MORE, TO_MOVE, Planes, planes_of
from sttt.errors import PlayerError, UnknownNameError
from sttt.games.game import Side
from sttt.games.qubic.game import GAME as QUBIC
from sttt.games.super_ttt.game import GAME as SUPER_TTT
from sttt.players import registry

SHAPES = {
    "super-ttt": (81, (9, 9, 7)),
    "qubic": (64, (4, 4, 4, 3)),
    "connect-four": (7, (6, 7, 3)),
    "four-by-four": (16, (4, 4, 3)),
    "three-by-four": (12, (3, 4, 3)),
}
"""The number of actions, and the lengths of the axes: rows and columns, of the cube layers before them, then planes."""

NEARLY_DEAD = "xoxxoxox./" + "/".join(["........."] * 8)


def little_boards(boards: np.ndarray) -> np.ndarray:
    """Lay nine boards of nine squares, both in reading order, as they lie on the big board."""
    return boards.reshape(3, 3, 3, 3).transpose(0, 2, 1, 3).reshape(9, 9)


def cells(name: str, position: object) -> np.ndarray:
    """Read ``x``, ``o`` and anything else from what the game prints, in the form of the board."""
    game = registry.game(name)
    text = game.format_position(position)
    if name == "super-ttt":
        return little_boards(np.array(list(text.split(":")[0].replace("/", ""))))
    if name == "qubic":
        marks = {"R": "x", "B": "o"}
        return np.array([marks.get(one, one) for one in text.replace("/", "")]).reshape(4, 4, 4)
    if name == "connect-four":
        return np.array([line.split()[1:] for line in game.draw(position).splitlines()[:6]])
    return np.array(list(text.split(":")[0])).reshape(SHAPES[name][1][:-1])


@pytest.mark.parametrize("name", NAMES)
def test_an_action_is_the_games_placement_number_and_there_are_no_others(name: str) -> None:
    actions, shape = SHAPES[name]
    planes = planes_of(name)
    assert (planes.actions, planes.shape, len(planes.names)) == (actions, shape, shape[-1])
    of_cells = {cell.placement for cell in registry.game(name).shape.cells} - {None}
    never = {4} if name == "three-by-four" else set()
    assert of_cells == set(range(actions)) - never


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(choices=CHOICES)
def test_every_plane_is_what_people_read(name: str, choices: list[int]) -> None:
    planes = planes_of(name)
    *_, position = positions(registry.game(name), choices)
    read = cells(name, position)
    for side in Side:
        seen = dict(zip(planes.names, np.moveaxis(planes.observe(position, side), -1, 0), strict=True))
        assert np.array_equal(seen["own marks"], read == side)
        assert np.array_equal(seen["other side's marks"], read == side.other)
        assert np.all(seen[TO_MOVE] == (position.side is side))
        assert np.all(seen.get(MORE, 0) == (position.left == 2))


@settings(max_examples=40)
@given(choices=CHOICES)
@example(choices=[0] * 30)
def test_little_boards_are_seen_as_the_plain_rules_say(choices: list[int]) -> None:
    *_, position = positions(SUPER_TTT, choices)
    assert_boards_are_seen(position)


@pytest.mark.parametrize("text", [f"{NEARLY_DEAD}:x2", f"{NEARLY_DEAD.replace('.', 'o', 1)}:o1"])
def test_a_board_is_dead_once_it_is_full_without_a_line(text: str) -> None:
    assert_boards_are_seen(SUPER_TTT.parse_position(text))


def assert_boards_are_seen(position: object) -> None:
    planes = planes_of("super-ttt")
    state = naive_rules.from_compact(SUPER_TTT.format_position(position))
    owners = [naive_rules.owner(state, board) or "." for board in naive_rules.INDICES]
    dead = [naive_rules.is_dead(state, board) for board in naive_rules.INDICES]
    for side in Side:
        seen = planes.observe(position, side)
        for plane, boards in zip(
            (2, 3, 4), ([one == side for one in owners], [one == side.other for one in owners], dead), strict=True
        ):
            assert np.array_equal(seen[..., plane], little_boards(np.repeat(boards, 9)))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40)
@given(choices=CHOICES)
def test_a_mask_has_the_legal_placements(name: str, choices: list[int]) -> None:
    for position in positions(registry.game(name), choices):
        mask = planes_of(name).mask(position)
        assert (mask.shape, mask.dtype, set(mask.tolist()) <= {0, 1}) == ((SHAPES[name][0],), np.int8, True)
        assert tuple(np.flatnonzero(mask)) == position.legal_placements()


@pytest.mark.parametrize("name", NAMES)
def test_arrays_are_the_callers_own(name: str) -> None:
    planes, position = planes_of(name), registry.game(name).start()
    for ask in (lambda: planes.observe(position, Side.X), lambda: planes.mask(position)):
        first = ask()
        first[...] = 7
        assert ask().max() <= 1


def test_connect_4_is_seen_as_in_pettingzoo() -> None:
    connect_four = pytest.importorskip("pettingzoo.classic.connect_four.connect_four", reason="pygame is missing")
    random = Random(4)
    planes, game = planes_of("connect-four"), registry.game("connect-four")
    for _ in range(3):
        theirs, position = connect_four.raw_env(), game.start()
        theirs.reset()
        while not any(theirs.terminations.values()):
            seen = theirs.observe(theirs.agent_selection)
            assert np.array_equal(planes.observe(position, position.side)[..., :2], seen["observation"])
            assert np.array_equal(planes.mask(position), seen["action_mask"])
            action = random.choice(position.legal_placements())
            theirs.step(action)
            position = position.play(action)
        assert position.result is not None


def test_games_that_cannot_be_seen_are_refused() -> None:
    with pytest.raises(PlayerError, match=r"qubic has no description of its board; expected a game with a Game\.shape"):
        Planes(replace(QUBIC, shape=None))
    with pytest.raises(UnknownNameError, match="unknown game 'qubik'; did you mean qubic"):
        planes_of("qubik")
