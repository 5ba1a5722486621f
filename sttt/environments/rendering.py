"""Positions for people who watch an environment: as text, or as a picture drawn from the description of the board."""

import sys

import numpy as np
from gymnasium import logger
from numpy.typing import NDArray
from PIL import Image, ImageColor, ImageDraw

from sttt.games.game import Game, P, Shape, Side

Picture = NDArray[np.uint8]
"""Rows of pixels from the top, each red, green and blue: an array of (height, width, 3)."""

RENDER_MODES = ("human", "ansi", "rgb_array")

CELL = 48
"""The side of a cell in pixels."""
MARGIN = 12
"""Around the board, in pixels."""
PAPER, INK, GRID, HOLE = "white", "black", "silver", "dimgray"
MARKS = {Side.X: "royalblue", Side.O: "orangered"}
"""Colours of crosses and rings, in games whose sides are not called by a colour."""

_Box = tuple[float, float, float, float]


def check_render_mode(mode: str | None) -> None:
    """Refuse a mode that is none of `RENDER_MODES` with `ValueError`."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is {mode!r}; expected None or one of {', '.join(RENDER_MODES)}")


def render(game: Game[P], position: P, mode: str | None) -> Picture | str | None:
    """Return a position's text for ``ansi`` and its picture for ``rgb_array``; print the text for ``human``."""
    if mode is None:
        logger.warn("render() does nothing without a render_mode; expected one at the environment's making")
        return None
    if mode == "rgb_array" and game.shape:
        return draw(game.shape, position)
    text = f"{game.draw(position)}\n"
    if mode == "ansi":
        return text
    sys.stdout.write(text)
    return None


def draw(shape: Shape[P], position: P) -> Picture:
    """Draw the board: discs where the sides are called by colours, crosses and rings where they are X and O."""
    size = (round(shape.width * CELL) + 2 * MARGIN, round(shape.height * CELL) + 2 * MARGIN)
    image = Image.new("RGB", size, PAPER)
    pen = ImageDraw.Draw(image)
    boxes = [_box(cell.x, cell.y) for cell in shape.cells]
    for cell, box, mark in zip(shape.cells, boxes, shape.marks(position), strict=True):
        pen.rectangle(box, PAPER if cell.placement is not None else HOLE, GRID)
        if mark:
            _mark(pen, shape, mark, box)
    owners = shape.owners(position) if shape.owners else (None,) * len(shape.groups)
    for group, owner in zip(shape.groups, owners, strict=True):
        frame = _around([boxes[cell] for cell in group.cells])
        pen.rectangle(frame, outline=INK, width=2)
        if owner:
            _mark(pen, shape, owner, frame)
    return np.asarray(image)


def _box(x: float, y: float) -> _Box:
    left, top = MARGIN + (x - 0.5) * CELL, MARGIN + (y - 0.5) * CELL
    return left, top, left + CELL, top + CELL


def _around(boxes: list[_Box]) -> _Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _mark(pen: ImageDraw.ImageDraw, shape: Shape[P], side: Side, box: _Box) -> None:
    """Draw a side's mark, as large as the box."""
    left, top, right, bottom = box
    inset, width = (right - left) / 6, round((right - left) / 10)
    left, top, right, bottom = left + inset, top + inset, right - inset, bottom - inset
    name = shape.sides[list(Side).index(side)].lower()
    if name in ImageColor.colormap:
        pen.ellipse((left, top, right, bottom), name, INK)
    elif side is Side.X:
        pen.line(((left, top), (right, bottom)), MARKS[side], width)
        pen.line(((left, bottom), (right, top)), MARKS[side], width)
    else:
        pen.ellipse((left, top, right, bottom), outline=MARKS[side], width=width)
