"""Positions as arrays for learning programs: planes of 0 and 1 over the cells of a game's board, and masks of actions.

An action is the game's own placement number. The last axis of an observation is the plane, the others lie on the board:

- (row, column), from the top left, for a board that is one grid, little boards included: 6x7, 4x4, 3x4, 9x9;
- (layer, row, column) where groups of cells without owners are layers: 4x4x4.

A place of the grid without a cell, or where nobody may ever place, is 0 in the planes of marks.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sttt.errors import PlayerError
from sttt.games.game import Game, P, Shape, Side
from sttt.players import registry

_Place = tuple[int, ...]

OWN, OTHER = "own marks", "other side's marks"
OWN_BOARDS, OTHER_BOARDS, DEAD_BOARDS = "own little boards", "other side's little boards", "dead little boards"
MORE = "more than one placement left in the turn"
TO_MOVE = "to move"


class Planes:
    """The observations and actions of one side in the positions of a game.

    The planes, in the order of `names`: the side's own marks; the other side's; where groups of cells can be owned, the
    cells of those that the side owns, of those that the other one owns, and of those that are full and nobody's; where
    the first turn has several placements, whether the side to move still has more than one; whether this side is to
    move. The last two are 0 or 1 all over the board.
    """

    def __init__(self, game: Game) -> None:
        """Lay out the game's board; raises `PlayerError` for a game without a description of its board."""
        if game.shape is None:
            raise PlayerError(f"{game.name} has no description of its board; expected a game with a Game.shape")
        self._name, self._shape = game.name, game.shape
        self._turn_has_several = game.start().left > 1
        self.names = (
            (OWN, OTHER)
            + ((OWN_BOARDS, OTHER_BOARDS, DEAD_BOARDS) if self._shape.owners else ())
            + ((MORE,) if self._turn_has_several else ())
            + (TO_MOVE,)
        )
        """The meaning of each plane."""
        self.actions = 1 + max(cell.placement for cell in self._shape.cells if cell.placement is not None)
        """Number of actions: 0 up to the greatest placement. One that no cell has is never legal."""
        self._width = max(bit.bit_length() for bit in self._shape.bits)
        self._groups = [sum(self._shape.bits[cell] for cell in group.cells) for group in self._shape.groups]
        self._take = self._sources()
        self.shape: tuple[int, ...] = self._take.shape
        """The lengths of an observation's axes, the last of which is the planes'."""
        self._bytes = int(self._take.max()) // 8 + 1

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Copy and pickle by the game's name, since its description is made of functions."""
        return planes_of, (self._name,)

    def observe(self, position: P, side: Side) -> NDArray[np.int8]:
        """Return a position as a side sees it, an array of 0 and 1."""
        bits = self._packed(position, side)
        unpacked = np.unpackbits(np.frombuffer(bits.to_bytes(self._bytes, "little"), np.uint8), bitorder="little")
        return unpacked.view(np.int8).take(self._take)

    def mask(self, position: P) -> NDArray[np.int8]:
        """Return 1 for each action that is legal for the side to move and 0 for the others; all 0 once it is over."""
        mask = bytearray(self.actions)
        for placement in position.legal_placements():
            mask[placement] = 1
        return np.frombuffer(mask, np.int8)

    def bits(self) -> NDArray[np.uint64]:
        """Return the bit of the cell at each place of the grid, 0 where there is none; of at most 64 bits."""
        numbers = self._take[..., 0].ravel().tolist()
        return np.array([1 << number if number < self._width else 0 for number in numbers], np.uint64)

    def _packed(self, position: P, side: Side) -> int:
        """Return the planes one after the other: bitboards of the cells, then a bit each for the last ones."""
        x, o = self._shape.bitboards(position)
        own, other = (x, o) if side is Side.X else (o, x)
        width = self._width
        packed = own | other << width
        end = 2 * width
        if self._shape.owners:
            packed |= self._packed_owners(self._shape.owners(position), side, x | o) << end
            end += 3 * width
        if self._turn_has_several:
            packed |= (position.left > 1) << end
            end += 1
        return packed | (position.side is side) << end

    def _packed_owners(self, owners: Sequence[Side | None], side: Side, filled: int) -> int:
        own = other = dead = 0
        for cells, owner in zip(self._groups, owners, strict=True):
            if owner is side:
                own |= cells
            elif owner is not None:
                other |= cells
            elif filled & cells == cells:
                dead |= cells
        return own | other << self._width | dead << 2 * self._width

    def _sources(self) -> NDArray[np.intp]:
        """Return for each entry of an observation the bit of `_packed` that it shows."""
        places = _places(self._shape)
        lengths = [1 + max(place[axis] for place in places) for axis in range(len(places[0]))]
        of_cells = 5 if self._shape.owners else 2
        constant = len(self.names) - of_cells
        first = of_cells * self._width
        nothing = first + constant
        take = np.full((*lengths, len(self.names)), nothing, np.intp)
        for place, bit in zip(places, self._shape.bits, strict=True):
            take[place][:of_cells] = [plane * self._width + bit.bit_length() - 1 for plane in range(of_cells)]
        take[..., of_cells:] = range(first, nothing)
        return take


@cache
def planes_of(name: str) -> Planes:
    """Return the planes of a game by its name; raises `UnknownNameError`, and `PlayerError` as `Planes`."""
    return Planes(registry.game(name))


def _places(shape: Shape) -> list[_Place]:
    """Return where each cell lies in the grid: row and column, before them the layer where groups are layers."""
    if shape.owners or len(shape.groups) == 1:
        return _grid(shape, range(len(shape.cells)))
    places: dict[int, _Place] = {}
    for layer, group in enumerate(shape.groups):
        for cell, place in zip(group.cells, _grid(shape, group.cells), strict=True):
            places[cell] = (layer, *place)
    return [places[cell] for cell in range(len(shape.cells))]


def _grid(shape: Shape, cells: Sequence[int]) -> list[_Place]:
    """Return the row and the column of some cells: how many different heights and widths come before theirs."""
    rows = sorted({shape.cells[cell].y for cell in cells})
    columns = sorted({shape.cells[cell].x for cell in cells})
    return [(rows.index(shape.cells[cell].y), columns.index(shape.cells[cell].x)) for cell in cells]
