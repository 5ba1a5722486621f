"""Positions draw themselves: what stands in the picture, read off it again, is what the rules know."""

from dataclasses import replace
from random import Random
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sttt.board.picture import picture
from sttt.games.game import Game, Side
from sttt.games.grid.position import GridPosition
from sttt.games.super_ttt.game import GAME as SUPER_TTT
from sttt.players import registry

GAMES = registry.GAMES.all()
SVG = "{http://www.w3.org/2000/svg}"


def after(game: Game, placements: int, seed: int) -> Any:
    """A position after that many random placements, or the end of the game before."""
    random, position = Random(seed), game.start()
    for _ in range(placements):
        if not position.result:
            position = position.play(random.choice(position.legal_placements()))
    return position


def parsed(svg: str) -> Element:
    return fromstring(svg)  # noqa: S314 - our own


def layers(svg: Element, name: str) -> list[Element]:
    return [layer for layer in svg.findall(f"{SVG}g") if layer.get("class") == name]


def place(mark: Element) -> tuple[float, float]:
    """The centre of a circle or of a cross."""
    if mark.tag == f"{SVG}circle":
        return float(mark.get("cx", "")), float(mark.get("cy", ""))
    points = [part.split() for part in mark.get("d", "").replace("L", "M").split("M")[1:]]
    return tuple(round(sum(float(point[axis]) for point in points) / len(points), 2) for axis in (0, 1))  # type: ignore[return-value]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@settings(max_examples=20)
@given(placements=st.integers(0, 81), seed=st.integers(0, 1000))
def test_the_marks_of_a_picture_are_those_of_its_position(game: Game, placements: int, seed: int) -> None:
    position = after(game, placements, seed)
    svg = parsed(position._repr_svg_())
    assert game.shape
    wanted = {(cell.x, cell.y): mark for cell, mark in zip(game.shape.cells, game.shape.marks(position), strict=True)}
    drawn = {place(mark): side for side in Side for layer in layers(svg, f"marks {side}") for mark in layer}
    assert drawn == {where: mark for where, mark in wanted.items() if mark}
    left, top, width, height = map(float, svg.get("viewBox", "").split())
    assert all(left < x - 0.5 and x + 0.5 < left + width and top < y < top + height for x, y in wanted)


@settings(max_examples=20)
@given(placements=st.integers(0, 81), seed=st.integers(0, 1000))
def test_little_boards_have_the_frames_and_marks_of_their_owners(placements: int, seed: int) -> None:
    position = after(SUPER_TTT, placements, seed)
    svg = parsed(position._repr_svg_())
    owned = [position.x_boards.bit_count(), position.o_boards.bit_count()]
    assert [len(layer) for layer in layers(svg, "owners")] == owned
    assert [len(layer) for layer in layers(svg, "frames")] == [9 - sum(owned), *owned]
    (won,) = layers(svg, "won")
    assert bool(len(won)) == bool(position.result and position.result.winner)


@pytest.mark.parametrize(
    ("name", "compact", "said"),
    [
        ("super-ttt", None, "X to move, 2 placements left"),
        ("super-ttt", "/".join(["x........", *["........."] * 8]) + ":o1", "O to move, 1 placement left"),
        ("connect-four", "1", "Yellow to move"),
        ("connect-four", "1212121", "Red has won"),
        ("four-by-four", "xoxooxoxoxoxxoxo:x", "nobody has won"),
    ],
)
def test_a_picture_says_who_is_to_move_or_has_won(name: str, compact: str | None, said: str) -> None:
    game = registry.game(name)
    position = game.parse_position(compact) if compact else game.start()
    svg = parsed(position._repr_svg_())
    (status,) = layers(svg, "status")
    assert [text.text for text in status] == [said]
    assert svg.findtext(f"{SVG}title") == f"{game.title}: {said}"


def test_cells_are_pointed_out_and_written_on_and_what_is_written_is_only_text() -> None:
    game = registry.game("qubic")
    svg = parsed(picture(game, game.start().play(5), [5], {5: "<script>&"}))
    (ring,) = [one for layer in layers(svg, "last") for one in layer]
    middle = float(ring.get("x", "")) + float(ring.get("width", "")) / 2
    assert game.shape
    assert middle == pytest.approx(game.shape.cells[5].x)
    assert [text.text for layer in layers(svg, "letters") for text in layer] == ["<script>&"]


def test_a_position_of_a_game_that_nobody_describes_has_no_picture() -> None:
    class Bare(GridPosition):
        __slots__ = ()
        GRID = registry.game("four-by-four").start().GRID

    assert Bare()._repr_svg_() is None


def test_a_game_without_a_board_is_refused() -> None:
    with pytest.raises(ValueError, match="has no description"):
        picture(replace(SUPER_TTT, shape=None), SUPER_TTT.start())
