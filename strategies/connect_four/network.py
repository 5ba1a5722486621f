"""An n-tuple network for Connect 4: a position's value is a sum over small sets of cells, each looked up in a table.

A cell is empty and out of reach, empty and in reach (a stone that is dropped now lands there), X's or O's: 0 to 3. The
cells of a tuple are the digits of an index to base 4, the first the highest. There is a table for each tuple and side
to move; a tuple's mirror image shares it. Source: M. Thill, P. Koch, W. Konen, "Reinforcement Learning with N-tuples on
the Game Connect-4", PPSN 2012.
"""

import base64
import binascii
import zlib
from array import array
from collections.abc import Mapping, Sequence
from pathlib import Path

from sttt.errors import WeightsError
from sttt.games.connect_four.position import COLUMNS, ROWS, STRIDE, Position
from sttt.games.game import Side
from sttt.players.weights import read_weights
from sttt.strict_json import Json

CELLS = COLUMNS * ROWS
"""Cell ``ROWS * column + row``, both counted from 0."""
STATES = 4
MIRRORED = tuple(ROWS * (COLUMNS - 1 - column) + row for column in range(COLUMNS) for row in range(ROWS))
"""Where the mirror image has each cell."""
LENGTH = 6
"""Cells of a tuple."""
ENTRIES = STATES**LENGTH
"""Of one table."""


def states(position: Position) -> list[int]:
    """Return the state of each cell."""
    found = []
    for column in range(COLUMNS):
        height = position.height(column)
        cells = range(STRIDE * column, STRIDE * column + height)
        found += [2 if position.x >> cell & 1 else 3 for cell in cells]
        found += [1, 0, 0, 0, 0, 0][: ROWS - height]
    return found


class NTupleNetwork:
    """Values of positions from X's point of view, in whole numbers of a unit."""

    def __init__(self, tuples: Sequence[Sequence[int]], tables: Sequence[int]) -> None:
        """Take the cells of each tuple, and the tables: those with X to move by tuple, then those with O to move."""
        self._tuples = [(number, *cells) for number, cells in enumerate(tuples)]
        self._tuples += [(number, *(MIRRORED[cell] for cell in cells)) for number, cells in enumerate(tuples)]
        self._tables = [tables[start : start + ENTRIES] for start in range(0, len(tables), ENTRIES)]

    def value(self, position: Position) -> int:
        """Return the value of a position that is not over."""
        at = states(position)
        first = 0 if position.side is Side.X else len(self._tables) // 2
        tables = self._tables
        total = 0
        for number, a, b, c, d, e, f in self._tuples:
            index = ((((at[a] * 4 + at[b]) * 4 + at[c]) * 4 + at[d]) * 4 + at[e]) * 4 + at[f]
            total += tables[first + number][index]
        return total


def packed(tuples: Sequence[Sequence[int]], tables: bytes) -> Mapping[str, Json]:
    """Return a network as a file keeps it: its tables, signed bytes, compressed."""
    text = base64.b85encode(zlib.compress(tables, 9)).decode()
    return {"tuples": [list(cells) for cells in tuples], "tables": text}


def load(path: Path) -> NTupleNetwork:
    """Read a network from a file; raises `WeightsError`."""
    values, _ = read_weights(path, "connect-four")
    tuples, text = values.get("tuples"), values.get("tables")
    if not isinstance(tuples, list) or not all(_is_tuple(one) for one in tuples) or not isinstance(text, str):
        raise WeightsError(f"{path}: expected tuples of {LENGTH} cells each, and their tables as text")
    try:
        tables = array("b", zlib.decompress(base64.b85decode(text)))
    except (ValueError, binascii.Error, zlib.error) as error:
        raise WeightsError(f"{path}: {error}; expected tables as sttt tune has written them") from error
    if len(tables) != 2 * len(tuples) * ENTRIES:
        raise WeightsError(f"{path}: tables of {len(tables)} entries; expected {2 * len(tuples) * ENTRIES}")
    return NTupleNetwork(tuples, tables)


def _is_tuple(cells: Json) -> bool:
    return isinstance(cells, list) and len(cells) == LENGTH and all(cell in range(CELLS) for cell in cells)
