"""The clauses of a game's contract on how it is shown: texts of positions and turns, the shape, pictures."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from xml.etree.ElementTree import fromstring

from sttt.board.shape import changed_cells, deciding_lines
from sttt.errors import PositionError, shown
from sttt.games.game import Game, P, Shape
from sttt.games.playout import Playout, at, every_position, told

_NONSENSE = ("nonsense", "?", "\x00", "9" * 40, "x" * 2000, "::", "é", " / ", "-1")
"""Texts that are neither a position nor a turn; each may be one in some notation, and then has to be read as such."""


def reads_positions(game: Game[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    """Find positions that are not read as they were written, and texts that are not refused properly."""
    for where, position in every_position(playouts):
        text: object = game.format_position(position)
        if not isinstance(text, str) or not text.isprintable() or text != text.strip():
            yield f"format_position gives {shown(text)} {where}; expected one line without blanks around it"
            return
        again = game.parse_position(text)
        if again != position or game.format_position(again) != text:
            yield f"parse_position reads {shown(text)} as another position {where}; expected the one that was written"
    text = game.format_position(playouts[0].positions[len(playouts[0].positions) // 2])
    yield from _misread(
        game.parse_position, (*_NONSENSE, f"{text}?", text[:-1], text[1:], f"x{text}"), "parse_position"
    )


def reads_turns(game: Game[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    """Find turns that are not read as they were written, and texts that are not refused properly."""
    for playout in playouts:
        for _before, turn, _after_it in playout.turns():
            text: object = game.format_turn(turn)
            if not isinstance(text, str) or not text.isprintable() or not text.strip():
                yield f"format_turn gives {shown(text)} for {shown(turn)}; expected one line of text"
                return
            if None not in turn and (again := game.parse_turn(text)) != turn:
                yield f"parse_turn reads {shown(text)} as {shown(again)}; expected {shown(turn)}, which was written"
    yield from _misread(game.parse_turn, ("", *_NONSENSE), "parse_turn")


def _misread(read: Callable[[str], object], texts: Sequence[str], name: str) -> Iterator[str]:
    """Find texts that end in any other way than being read or refused with `PositionError`."""
    for text in texts:
        try:
            read(text)
        except PositionError:
            continue
        except Exception as error:  # noqa: BLE001 - whatever a stranger's game raises
            yield f"{name}({shown(text)}) raised {told(error)}; expected PositionError"


def describes_board(game: Game[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    """Find what the shape of the board, if there is one, does not say of the game."""
    shape = game.shape
    if shape is None:
        return
    cells = range(len(shape.cells))
    if len(shape.bits) != len(cells):
        yield f"the shape has {len(cells)} cells and {len(shape.bits)} bits; expected one for each cell"
    if sorted(cell for group in shape.groups for cell in group.cells) != list(cells):
        yield "the shape's groups do not hold every cell exactly once; expected them to"
    if len({cell.label for cell in shape.cells}) != len(cells) or len({(c.x, c.y) for c in shape.cells}) != len(cells):
        yield "two cells have the same label or the same place; expected each to have its own"
    places = len(shape.groups) if shape.owners else len(cells)
    if any(not line or not all(0 <= place < places for place in line) for line in shape.lines):
        yield f"a line of the shape is empty or leaves the board; expected places from 0 to {places - 1}"
    yield from _marked(shape, playouts)
    yield from _decided(shape, playouts)


def _marked(shape: Shape[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    """Find placements that do not mark a cell of theirs for the side that made them."""
    for playout in playouts:
        steps = zip(pairwise(playout.positions), playout.placements, strict=True)
        for number, ((before, after), placement) in enumerate(steps, start=1):
            x, o = shape.bitboards(after)
            changed = changed_cells(shape, before, after)
            marks = [(shape.cells[cell].placement, shape.marks(after)[cell]) for cell in changed]
            if marks != [(placement, before.side)] or x & o:
                told = ", ".join(
                    f"{mark or 'nothing'} on {shape.cells[cell].label}"
                    for cell, (_, mark) in zip(changed, marks, strict=True)
                )
                yield (
                    f"the shape shows {told or 'no change'} {at(playout, number)}; "
                    f"expected {before.side} on a cell of that placement and nothing else"
                )


def _decided(shape: Shape[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    """Find results that the lines of the shape do not show, where it has any, and owners that are not one a group."""
    for where, position in every_position(playouts):
        if shape.owners and len(shape.owners(position)) != len(shape.groups):
            yield f"the shape names {len(shape.owners(position))} owners {where}; expected {len(shape.groups)}"
        won = bool(position.result and position.result.winner)
        if shape.lines and won != bool(deciding_lines(shape, position)):
            yield f"the result is {position.result} {where}, but not by the shape's lines; expected them to decide"


def draws(game: Game[P], playouts: Sequence[Playout[P]]) -> Iterator[str]:
    """Find drawings and pictures that fail, or do not show what was placed."""
    from sttt.board.picture import picture  # noqa: PLC0415 - a game itself needs no pictures

    for where, position in every_position(playouts):
        drawn: object = game.draw(position)
        if not isinstance(drawn, str) or not all(line.isprintable() for line in drawn.split("\n")):
            yield f"draw gives {shown(drawn)} {where}; expected lines of text"
        if game.shape:
            fromstring(picture(game, position))  # noqa: S314 - our own text
    for playout in playouts:
        drawings = [game.draw(position) for position in playout.positions]
        if any(one == other for one, other in pairwise(drawings)):
            yield "draw gives the same for a position and the next one; expected the placement to be seen"
