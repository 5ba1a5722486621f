"""A position as SVG, in the forms and colours of the page's board (`static/board.js`), without a script.

Lengths are in sides of a cell. Every colour is set twice: plainly, and for surroundings that are light or dark, which
older programs pass over. The picture stands on a card of its own, so that it can be read on any ground.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from xml.etree.ElementTree import Element, SubElement, tostring

from sttt.board.palette import palette
from sttt.board.shape import deciding_lines
from sttt.games.game import Game, Group, P, Shape, Side

PIXELS = 28
"""The side of a cell as it is shown."""

EDGE = 0.45
CAPTION = 0.5
FOOT = 0.95


def picture(
    game: Game[P],
    position: P,
    last: Sequence[int] = (),
    numbers: Mapping[int, str] = MappingProxyType({}),
    *,
    alone: bool = False,
) -> str:
    """Return the board of a position and, below it, who is to move or has won; the game must have a `Shape`.

    `last` are cells to point out, `numbers` what is written on cells, such as the number of the turn. A picture that
    stands `alone`, not within a page, asks by itself whether its surroundings are light or dark.
    """
    if game.shape is None:
        raise ValueError(f"{game.name} has no description of its board; expected one")
    shape = game.shape
    drawing = _Drawing(shape)
    if alone:
        drawing.svg.set("style", "color-scheme:light dark")
    drawing.board(shape.owners(position) if shape.owners else [None] * len(shape.groups))
    drawing.marks(shape.marks(position), numbers)
    drawing.point_out(last, {place for line in deciding_lines(shape, position) for place in line})
    drawing.sign(game.title, _status(game, shape, position))
    return tostring(drawing.svg, encoding="unicode")


def _status(game: Game[P], shape: Shape[P], position: P) -> str:
    """Say who is to move or has won, by the names that people have for the sides."""
    names = dict(zip(Side, shape.sides, strict=True))
    if position.result:
        return f"{names[position.result.winner]} has won" if position.result.winner else "nobody has won"
    left = "" if game.start().left == 1 else f", {position.left} placement{'s' * (position.left > 1)} left"
    return f"{names[position.side]} to move{left}"


Place = tuple[float, float]
"""Where something is: to the right and down."""


class _Drawing:
    """Layers of one colour each, from the card to what is written on top."""

    def __init__(self, shape: Shape[P]) -> None:
        self._places = [(cell.x, cell.y) for cell in shape.cells]
        self._holes = {number for number, cell in enumerate(shape.cells) if cell.placement is None}
        self._groups = shape.groups
        self._owned = shape.owners is not None
        self._layered = not self._owned and len(shape.groups) > 1
        self._rack = len({cell.placement for cell in shape.cells}) < len(shape.cells)
        self._discs = shape.sides != ("X", "O")
        self._letters = {side: name[0] for side, name in zip(Side, shape.sides, strict=True)}
        self._palette = palette(shape.sides)
        self._top = EDGE + (CAPTION if self._layered else 0)
        self._width, self._height = shape.width + 2 * EDGE, self._top + shape.height + FOOT
        self.svg = Element(
            "svg",
            xmlns="http://www.w3.org/2000/svg",
            role="img",
            viewBox=f"{-EDGE:g} {-self._top:g} {self._width:g} {self._height:g}",
            width=f"{PIXELS * self._width:.0f}",
            height=f"{PIXELS * self._height:.0f}",
        )

    def board(self, owners: Sequence[Side | None]) -> None:
        """Draw the card, the squares in their frames, and who owns these."""
        card = self._layer("card", fill="page", stroke="edge", width=0.04)
        _box(card, (-EDGE, -self._top), (self._width - EDGE, self._height - self._top), 0, 0.3)
        own = list(zip(self._groups, owners, strict=True))
        frame = "rack" if self._rack else "frame"
        for fill, stroke, owner in ((frame, "edge", None), ("x-wash", "x", Side.X), ("o-wash", "o", Side.O)):
            frames = self._layer("frames", fill=fill, stroke=stroke, width=0.045)
            for group in (group for group, held in own if held is owner):
                _box(frames, *self._ends(group), 0.58, 0.22)
        self._squares({cell for group, owner in own if owner for cell in group.cells})
        for side in Side:
            owned = self._layer("owners", stroke=side, width=0.34, opacity=0.42)
            for (left, top), (right, bottom) in (self._ends(group) for group, held in own if held is side):
                _mark(owned, side, ((left + right) / 2, (top + bottom) / 2), (right - left) / 2 + 0.2)
        captions = self._layer("captions", fill="soft", font=0.36)
        for group in self._groups if self._layered else ():
            (left, top), (right, _) = self._ends(group)
            _write(captions, group.label, ((left + right) / 2, top - 0.72))

    def _squares(self, closed: set[int]) -> None:
        squares = self._layer("squares", fill="card" if self._rack else "square")
        holes = self._layer("holes", stroke="edge", width=0.04)
        for number, place in enumerate(self._places):
            if self._rack:
                _add(squares, "circle", cx=place[0], cy=place[1], r=0.4)
            elif number not in closed:
                _box(holes if number in self._holes else squares, place, place, 0.46, 0.12)

    def marks(self, marks: Sequence[Side | None], numbers: Mapping[int, str]) -> None:
        """Draw every mark, and what is to be written on cells."""
        small = self._layer("numbers", fill="ink", font=0.24)
        for side in Side:
            fill, stroke = (f"disc-{side}", "") if self._discs else ("", side.value)
            drawn = self._layer(f"marks {side}", fill=fill, stroke=stroke, width=0.14)
            letters = self._layer("letters", fill=f"on-{side}", font=0.36)
            for number, (x, y) in enumerate(self._places):
                if marks[number] is not side:
                    continue
                if self._discs:
                    _add(drawn, "circle", cx=x, cy=y, r=0.38)
                    _write(letters, numbers.get(number, self._letters[side]), (x, y + 0.13))
                else:
                    _mark(drawn, side, (x, y), 0.22)
                    _write(small, numbers.get(number, ""), (x, y + 0.43))

    def point_out(self, last: Iterable[int], won: Iterable[int]) -> None:
        """Ring some cells, and what a line was won with: cells, or groups where these have owners."""
        rings = self._layer("last", stroke="ink", width=0.06)
        for number in last:
            _box(rings, self._places[number], self._places[number], 0.43, 0.11)
        lines = self._layer("won", stroke="on-x" if self._rack else "win", width=0.11)
        for place in won:
            ends = self._ends(self._groups[place]) if self._owned else (self._places[place], self._places[place])
            _box(lines, *ends, 0.58 if self._owned else 0.47, 0.2)

    def sign(self, title: str, status: str) -> None:
        """Write the title for those who do not see the picture, and below the board how the game stands."""
        heading = Element("title")
        heading.text = f"{title}: {status}"
        self.svg.insert(0, heading)
        place = (self._width / 2 - EDGE, self._height - self._top - 0.3)
        _write(self._layer("status", fill="ink", font=0.42), status, place)

    def _ends(self, group: Group) -> tuple[Place, Place]:
        """Return where a group's first and last cells are."""
        places = [self._places[cell] for cell in group.cells]
        return min(places), max(places)

    def _layer(  # noqa: PLR0913 - what a style has
        self,
        name: str,
        *,
        fill: str = "",
        stroke: str = "",
        width: float = 0,
        font: float = 0,
        opacity: float = 1,
    ) -> Element:
        """Add a group of elements in these colours of the palette; without one, there is no filling or no line."""
        given = {"fill": fill, "stroke": stroke}
        colours = {what: self._palette[colour] for what, colour in given.items() if colour}
        layer = SubElement(self.svg, "g", {"class": name, "fill": "none"})
        layer.attrib |= {what: light for what, (light, _) in colours.items()}
        layer.set("style", ";".join(f"{what}:light-dark({light},{dark})" for what, (light, dark) in colours.items()))
        if stroke:
            layer.attrib |= {"stroke-width": f"{width:g}", "stroke-linecap": "round"}
        if font:
            layer.attrib |= {"font-family": "system-ui, sans-serif", "font-size": f"{font:g}", "text-anchor": "middle"}
        if opacity < 1:
            layer.set("opacity", f"{opacity:g}")
        return layer


def _add(parent: Element, name: str, **lengths: float) -> Element:
    return SubElement(parent, name, {key: f"{round(length, 3):g}" for key, length in lengths.items()})


def _box(parent: Element, start: Place, end: Place, beyond: float, radius: float) -> None:
    """Draw a rectangle around two places, so far beyond them."""
    (left, top), (right, bottom) = start, end
    wide, high = right - left + 2 * beyond, bottom - top + 2 * beyond
    _add(parent, "rect", x=left - beyond, y=top - beyond, width=wide, height=high, rx=radius)


def _mark(parent: Element, side: Side, place: Place, radius: float) -> None:
    x, y = place
    if side is Side.O:
        _add(parent, "circle", cx=x, cy=y, r=radius)
        return
    left, right, top, bottom = (round(end, 3) for end in (x - radius, x + radius, y - radius, y + radius))
    SubElement(parent, "path", {"d": f"M{left:g} {top:g}L{right:g} {bottom:g}M{right:g} {top:g}L{left:g} {bottom:g}"})


def _write(parent: Element, text: str, place: Place) -> None:
    if text:
        _add(parent, "text", x=place[0], y=place[1]).text = text
