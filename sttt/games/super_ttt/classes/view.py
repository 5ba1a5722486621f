"""A position seen by classes, as the searches see it, and the way back from their turns to squares."""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from struct import Struct
from typing import Protocol

from sttt.games.game import Side
from sttt.games.super_ttt.classes.costs import line_costs
from sttt.games.super_ttt.classes.tables import ClassTables, load, raw_index
from sttt.games.super_ttt.position import FULL, HAS_LINE, LITTLE_LINES, Position

BoardTurn = tuple[int, int, int]
"""A change of one little board by a turn: the board, its class after it, and the number of placements."""

NONE = -1
"""The number that stands for no turn."""

NO_BOARD = 15
"""The board number in the second half of a turn of one placement."""


CLASSES = Struct("<9H")
"""Nine classes packed into 18 bytes."""


class Searcher(Protocol):
    """A search that stands at a position."""

    def set_position(self, classes: list[int], side: int, left: int) -> None:
        """Stand at nine classes, with the side to move (0 or 1) and its placements left."""


class Turns(Searcher, Protocol):
    """A search that lists turns and names the positions after them."""

    def turns_by_key(self) -> dict[int, int]:
        """Return the turns where it stands by the key of the position after each."""


def number(side: Side) -> int:
    """Return a side as searches count them: 0 or 1."""
    return 0 if side is Side.X else 1


def changes(turn: int) -> list[BoardTurn]:
    """Return what one of a search's turns does to each little board; nothing for no turn.

    A turn is one int, ``board | class << 4`` and above it 13 bits likewise (see `search.board`).
    """
    if turn == NONE:
        return []
    one, two = turn & 0x1FFF, turn >> 13
    if one == two:
        return [(one & 15, one >> 4, 2)]
    halves = [one] if two & 15 == NO_BOARD else [one, two]
    return [(half & 15, half >> 4, 1) for half in halves]


def classes_after(classes: Sequence[int], effect: Iterable[BoardTurn]) -> list[int]:
    """Return the nine classes that a turn leaves, by what it does to each little board."""
    after = list(classes)
    for board, becomes, _ in effect:
        after[board] = becomes
    return after


class ClassView:
    """A position's nine classes, and the squares of turns that a search on classes chose in it.

    A search's turn names only the placements that matter: others are left to whoever completes it.
    """

    def __init__(self, position: Position, tables: ClassTables | None = None) -> None:
        """Look up the classes of the little boards."""
        self.position = position
        self.tables = tables or load()
        masks = ((position.x >> 9 * board & FULL, position.o >> 9 * board & FULL) for board in range(9))
        self.classes = [self.tables.class_of[raw_index(x, o)] for x, o in masks]
        self.side = number(position.side)

    @property
    def reduced(self) -> list[int]:
        """The classes, each as it is where it matters: to both sides, one, or nobody."""
        x, o = (_mattering(self.position, side) for side in Side)
        return [_reduced(little, x >> b & 1, o >> b & 1, self.tables) for b, little in enumerate(self.classes)]

    @property
    def packed(self) -> bytes:
        """The classes as searches over whole turns take them."""
        return CLASSES.pack(*self.classes)

    def set_up(self, search: Searcher) -> None:
        """Have a search stand at the position."""
        search.set_position(self.classes, self.side, self.position.left)

    def set_up_after(self, turn: int, search: Searcher) -> None:
        """Have a search stand behind one of its turns."""
        search.set_position(self.after(turn), 1 - self.side, 2)

    def after(self, turn: int) -> list[int]:
        """Return the nine classes that one of a search's turns leaves."""
        return classes_after(self.classes, changes(turn))

    def squares(self, turn: int) -> tuple[int, ...]:
        """Return the squares that matter in one of a search's turns, none for no turn."""
        return self.squares_of(changes(turn))

    def completed(self, turn: int) -> tuple[int, ...]:
        """Return the squares of a turn, filled up as `filled` does."""
        return self.filled(self.squares(turn))

    def filled(self, chosen: tuple[int, ...]) -> tuple[int, ...]:
        """Fill a turn up with the lowest open squares, as long as the game goes on.

        An extra mark of one's own never hurts.
        """
        after = self.position.play_all(chosen)
        while len(chosen) < self.position.left and not after.result:
            chosen = (*chosen, after.legal_placements()[0])
            after = after.play(chosen[-1])
        return chosen

    def turn_to(self, key: int, branches: Turns) -> tuple[int, ...] | None:
        """Return squares of a turn that leads to the position with a key, if there is one."""
        turn = self.turns_by_key(branches).get(key)
        return None if turn is None else self.squares(turn)

    def turns_by_key(self, branches: Turns) -> dict[int, int]:
        """Return the undominated turns by the key of the position after each, the first of several."""
        self.set_up(branches)
        return branches.turns_by_key()

    def squares_of(self, turn: Iterable[BoardTurn]) -> tuple[int, ...]:
        """Return squares that do this to the little boards.

        Raises `LookupError` if there are none, which the tables' tests rule out for the turns of a search.
        """
        return tuple(square for change in turn for square in self._squares_for(*change))

    def changes_of(self, squares: tuple[int, ...]) -> list[BoardTurn]:
        """Return what marking these squares does to each little board: what `squares_of` finds squares for."""
        found = []
        for board in sorted({square // 9 for square in squares}):
            chosen = tuple(square % 9 for square in squares if square // 9 == board)
            found.append((board, self._after(board, chosen), len(chosen)))
        return found

    def _squares_for(self, board: int, wanted: int, placements: int) -> tuple[int, ...]:
        """Return the first squares whose marking by the side to move makes the little board the wanted class."""
        # The turn's other placement may change what this board matters for: both are judged where the turn was chosen.
        empty = [square for square in range(9) if self.position.open_squares >> 9 * board + square & 1]
        for chosen in combinations(empty, placements):
            if self._after(board, chosen) == wanted:
                return tuple(9 * board + square for square in chosen)
        raise LookupError(f"no {placements} placements on little board {board + 1} lead to class {wanted}")

    def _after(self, board: int, chosen: tuple[int, ...]) -> int:
        """Return the board's class with these squares marked, as it is where it matters; -1 if the first closes it."""
        position = self.position
        own, other = (position.marks(side) >> 9 * board & FULL for side in (position.side, position.side.other))
        for square in chosen:
            if HAS_LINE[own]:
                return -1
            own |= 2**square
        x, o = (own, other) if position.side is Side.X else (other, own)
        x_matters, o_matters = (_mattering(position, side) >> board & 1 for side in Side)
        return _reduced(self.tables.class_of[raw_index(x, o)], x_matters, o_matters, self.tables)


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
