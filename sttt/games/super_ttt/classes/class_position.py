"""Between squares and classes: a position's nine classes, and the squares of a turn that a search on classes chose."""

from functools import reduce
from itertools import combinations
from operator import or_

from sttt.games.game import Side
from sttt.games.super_ttt.classes.costs import line_costs
from sttt.games.super_ttt.classes.tables import ClassTables, raw_index
from sttt.games.super_ttt.position import FULL, HAS_LINE, LITTLE_LINES, Position

BoardTurn = tuple[int, int, int]
"""What a turn does to one little board: the board, the class it becomes, and how many placements that takes."""


def classes_of(position: Position, tables: ClassTables) -> list[int]:
    """Return the classes of the nine little boards."""
    masks = ((position.x >> 9 * board & FULL, position.o >> 9 * board & FULL) for board in range(9))
    return [tables.class_of[raw_index(x, o)] for x, o in masks]


def reduced_classes(position: Position, tables: ClassTables) -> list[int]:
    """Return the classes of the nine little boards, each as it is where it matters: to both sides, one, or nobody."""
    x, o = (_mattering(position, side) for side in Side)
    return [_reduced(little, x >> b & 1, o >> b & 1, tables) for b, little in enumerate(classes_of(position, tables))]


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


def board_turns(position: Position, squares: tuple[int, ...], tables: ClassTables) -> list[BoardTurn]:
    """Return what marking these squares does to each little board: what `squares_for` finds squares for."""
    found = []
    for board in sorted({square // 9 for square in squares}):
        chosen = tuple(square % 9 for square in squares if square // 9 == board)
        found.append((board, _after(position, board, chosen, tables), len(chosen)))
    return found


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
    x_matters, o_matters = (_mattering(position, side) >> board & 1 for side in Side)
    return _reduced(tables.class_of[raw_index(x, o)], x_matters, o_matters, tables)


def _reduced(little: int, x_matters: int, o_matters: int, tables: ClassTables) -> int:
    """Return the class that stands for `little` on a board that perhaps matters to one side only."""
    if x_matters and o_matters:
        return little
    if not x_matters and not o_matters:
        return tables.only[1][tables.only[0][little]]
    return tables.only[0 if x_matters else 1][little]


def _mattering(position: Position, side: Side) -> int:
    """Return the little boards, a nine-bit mask, through which the side can still win a big line."""
    costs = line_costs(position, side)
    return reduce(or_, (line for line, cost in zip(LITTLE_LINES, costs, strict=True) if cost is not None), 0)
