"""Positions and games as pictures of dots, drawn by Pillow, which the extra `picture` brings: load this on demand."""

import io
from collections.abc import Mapping, Sequence

from PIL import Image, ImageColor, ImageDraw, ImageFont

from sttt.board.shape import deciding_lines
from sttt.games.game import Game, P, Shape, Side

CELL = 48
"""The side of a cell in pixels."""
MARGIN = 12
"""Around the board, in pixels."""
PAPER, INK, GRID, HOLE = "white", "black", "silver", "dimgray"
MARKS = {Side.X: "royalblue", Side.O: "orangered"}
"""Colours of crosses and rings, in games whose sides are not called by a colour."""

OWNERS = {Side.X: "lightsteelblue", Side.O: "peachpuff"}
"""Colours of an owner's mark below those of its little board."""
HEAD, LETTERS = 64, 18
"""The height of what stands above the board of a game, and of its letters."""
FRAME_MILLISECONDS, LAST_MILLISECONDS = 600, 3000

_Box = tuple[float, float, float, float]


def film(game: Game[P], moments: Sequence[P], players: str, kind: str) -> bytes:
    """Return the positions of a game one after the other as a ``GIF`` that repeats, or the last one as a ``PNG``.

    Above the board stand the game, who plays, and how it has ended. The game must have a `Shape`.
    """
    frames = [_signed(game, moment, players) for moment in (moments if kind == "GIF" else moments[-1:])]
    times = [FRAME_MILLISECONDS] * (len(frames) - 1) + [LAST_MILLISECONDS]
    data = io.BytesIO()
    moving = {"save_all": True, "append_images": frames[1:], "duration": times, "loop": 0} if kind == "GIF" else {}
    frames[0].save(data, kind, **moving)
    return data.getvalue()


def _signed(game: Game[P], position: P, players: str) -> Image.Image:
    """Draw a position with its heading, and what has won it ringed."""
    if game.shape is None:
        raise ValueError(f"{game.name} has no description of its board; expected one")
    shape = game.shape
    board = draw(shape, position)
    pen = ImageDraw.Draw(board)
    for place in {place for line in deciding_lines(shape, position) for place in line}:
        cells = shape.groups[place].cells if shape.owners else (place,)
        pen.rectangle(_around([_box(shape.cells[cell].x, shape.cells[cell].y) for cell in cells]), outline=INK, width=5)
    whole = Image.new("RGB", (board.width, board.height + HEAD), PAPER)
    whole.paste(board, (0, HEAD))
    font = ImageFont.load_default(LETTERS)
    ending = game.draw(position).splitlines()[-1] if position.result else ""
    for number, text in enumerate((f"{game.title}. {ending}", players)):
        ImageDraw.Draw(whole).text((MARGIN, MARGIN + number * 1.4 * LETTERS), text, INK, font)
    return whole


def draw(shape: Shape[P], position: P) -> Image.Image:
    """Draw the board: discs where the sides are called by colours, crosses and rings where they are X and O."""
    size = (round(shape.width * CELL) + 2 * MARGIN, round(shape.height * CELL) + 2 * MARGIN)
    image = Image.new("RGB", size, PAPER)
    pen = ImageDraw.Draw(image)
    boxes = [_box(cell.x, cell.y) for cell in shape.cells]
    for cell, box in zip(shape.cells, boxes, strict=True):
        pen.rectangle(box, PAPER if cell.placement is not None else HOLE, GRID)
    owners = shape.owners(position) if shape.owners else (None,) * len(shape.groups)
    for group, owner in zip(shape.groups, owners, strict=True):
        frame = _around([boxes[cell] for cell in group.cells])
        pen.rectangle(frame, outline=INK, width=2)
        if owner:
            _mark(pen, shape, owner, frame, OWNERS)
    for box, mark in zip(boxes, shape.marks(position), strict=True):
        if mark:
            _mark(pen, shape, mark, box, MARKS)
    return image


def _box(x: float, y: float) -> _Box:
    left, top = MARGIN + (x - 0.5) * CELL, MARGIN + (y - 0.5) * CELL
    return left, top, left + CELL, top + CELL


def _around(boxes: list[_Box]) -> _Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _mark(pen: ImageDraw.ImageDraw, shape: Shape[P], side: Side, box: _Box, colours: Mapping[Side, str]) -> None:
    """Draw a side's mark, as large as the box."""
    left, top, right, bottom = box
    inset, width = (right - left) / 6, round((right - left) / 10)
    left, top, right, bottom = left + inset, top + inset, right - inset, bottom - inset
    name = shape.sides[list(Side).index(side)].lower()
    if name in ImageColor.colormap:
        pen.ellipse((left, top, right, bottom), name, INK)
    elif side is Side.X:
        pen.line(((left, top), (right, bottom)), colours[side], width)
        pen.line(((left, bottom), (right, top)), colours[side], width)
    else:
        pen.ellipse((left, top, right, bottom), outline=colours[side], width=width)
