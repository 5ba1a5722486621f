"""Between squares and classes: a position's nine classes, and the squares of a turn that a search on classes chose."""

from itertools import combinations

from sttt.games.game import Side
from sttt.games.super_ttt import FULL, HAS_LINE, LITTLE_LINES, Position
from sttt.kernel.class_tables import ClassTables, raw_index
from sttt.kernel.line_costs import line_costs

BoardTurn = tuple[int, int, int]
"""What a turn does to one little board: the board, the class it becomes, and how many placements that takes."""


def classes_of(position: Position, tables: ClassTables) -> list[int]:
    """Return the classes of the nine little boards."""
    masks = ((position.x >> 9 * board & FULL, position.o >> 9 * board & FULL) for board in range(9))
    return [tables.class_of[raw_index(x, o)] for x, o in masks]


def engine_position(position: Position, tables: ClassTables) -> tuple[list[int], int, int]:
    """Return what `Engine.set_position` takes: the classes, the side to move (0 or 1), its placements left."""
    return classes_of(position, tables), list(Side).index(position.side), position.left


def squares_for(position: Position, change: BoardTurn, tables: ClassTables) -> tuple[int, ...]:
    """Return the first squares whose marking by the side to move makes the little board the wanted class.

    `position` is the one that the turn was chosen in: a turn's other placement may change what this board matters for.
    Raises `LookupError` if there are none, which the tables' tests rule out.
    """
    board, wanted, placements = change
    for chosen in combinations(_empty(position, board), placements):
        if _after(position, board, chosen, tables) == wanted:
            return tuple(9 * board + square for square in chosen)
    raise LookupError(f"no {placements} placements on little board {board + 1} lead to class {wanted}")


def _empty(position: Position, board: int) -> list[int]:
    return [square for square in range(9) if position.open_squares >> 9 * board + square & 1]


def _after(position: Position, board: int, chosen: tuple[int, ...], tables: ClassTables) -> int:
    """Return the board's class with these squares marked, as it is where it matters; -1 if the first closes it."""
    own, other = (position.marks(side) >> 9 * board & FULL for side in (position.side, position.side.other))
    for square in chosen:
        if HAS_LINE[own]:
            return -1
        own |= 2**square
    x, o = (own, other) if position.side is Side.X else (other, own)
    return _reduced(position, board, tables.class_of[raw_index(x, o)], tables)


def _reduced(position: Position, board: int, little: int, tables: ClassTables) -> int:
    """Return the class that stands for `little` on a board that perhaps matters to one side only."""
    x_matters, o_matters = (_matters(position, side, board) for side in Side)
    if x_matters and o_matters:
        return little
    if not x_matters and not o_matters:
        return tables.only[1][tables.only[0][little]]
    return tables.only[0 if x_matters else 1][little]


def _matters(position: Position, side: Side, board: int) -> bool:
    """Whether a big line through the board can still be won by the side."""
    costs = line_costs(position, side)
    return any(cost is not None for line, cost in zip(LITTLE_LINES, costs, strict=True) if line >> board & 1)
